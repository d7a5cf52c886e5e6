// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// The reviewed part of a pull request that is not reviewed in full, and the reason.
package struct ReviewScope: Hashable, Codable, Sendable {
  package enum Depth: String, Hashable, Codable, Sendable {
    /// The rules, without a build.
    case rules
    case nothing
  }

  package let depth: Depth
  /// The reason for people, such as `the label "dependencies"`. It can quote a label or a title: hostile text.
  package let reason: String
  /// Whether the author can remove the reason, so that the commit status stays pending instead of passing.
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
  /// Skips pull requests with one of these labels.
  package var labels: [String] = []
  /// Skips pull requests by one of these accounts.
  package var authors: [String] = []
  /// Skips pull requests whose changed files all match these patterns.
  package var paths: [Glob] = []
  /// Skips pull requests with one of these texts in the title, not case-sensitive.
  package var titles: [String] = []

  package init() {}
}
