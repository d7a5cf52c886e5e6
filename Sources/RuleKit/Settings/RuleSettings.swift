// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Which rules look at which files.
package struct RuleSettings: Hashable, Sendable {
  /// By identifier.
  package let rules: [String: RuleSetting]
  /// Files that no rule looks at.
  package let excluded: [Glob]
  /// How many findings of one rule are kept.
  package let limitPerRule: Int

  package init(rules: [String: RuleSetting] = [:], excluded: [Glob] = [], limitPerRule: Int = 200) {
    self.rules = rules
    self.excluded = excluded
    self.limitPerRule = limitPerRule
  }
}
