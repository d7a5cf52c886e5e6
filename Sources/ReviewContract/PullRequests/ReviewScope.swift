// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How much of a pull request is reviewed when that is not all of it, and why.
package struct ReviewScope: Hashable, Codable, Sendable {
  package enum Depth: String, Hashable, Codable, Sendable {
    /// The rules, without a build.
    case rules
    case nothing
  }

  package let depth: Depth
  /// For people, such as `the label "dependencies"`. It can quote a label or a title: hostile text.
  package let reason: String
  /// Whether the author can change what the reason is, so that the commit status stays pending instead of passing.
  package let isAuthorsChoice: Bool

  package init(_ depth: Depth, reason: String, isAuthorsChoice: Bool = false) {
    self.depth = depth
    self.reason = reason
    self.isAuthorsChoice = isAuthorsChoice
  }
}

/// The treatment of a draft pull request.
package enum DraftReview: String, Codable, Sendable, CaseIterable {
  case review
  /// Only the rules are applied.
  case lint
  case skip
}

/// The treatment of a change that affects no input of a build.
package enum DocumentationReview: String, Codable, Sendable, CaseIterable {
  case review
  /// Only the rules are applied.
  case lint
}

/// The parts of a review that can fail it.
package enum ReviewPart: String, Hashable, Codable, Sendable, CaseIterable {
  case build, tests, rules, coverage
}

/// Pull requests that are not reviewed.
package struct SkipConditions: Hashable, Codable, Sendable {
  /// One of these labels.
  package var labels: [String] = []
  /// One of these accounts as the author.
  package var authors: [String] = []
  /// Changes of files that match these patterns, and of no others.
  package var paths: [Glob] = []
  /// One of these texts in the title, in any letter case.
  package var titles: [String] = []

  package init() {}
}
