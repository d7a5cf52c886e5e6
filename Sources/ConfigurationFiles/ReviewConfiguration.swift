// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// What a repository wants of its reviews: every value, whether it was written or is a default.
package struct ReviewConfiguration: Hashable, Codable, Sendable {
  package static let version = 1

  package var checkout = CheckoutSection()
  package var build = BuildSection()
  package var tests = TestsSection()
  package var coverage = CoverageSection()
  package var comment = CommentSection()
  package var paths = PathsSection()
  /// By identifier; all rules that there are.
  package var rules: [String: RuleChoice]

  /// The defaults.
  package init(catalogue: RuleCatalogue) {
    rules = Dictionary(uniqueKeysWithValues: catalogue.rules.map { ($0.id, RuleChoice($0)) })
  }
}
