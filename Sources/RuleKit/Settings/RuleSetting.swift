// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// What is set about one rule. What is not said is as the rule describes itself.
package struct RuleSetting: Hashable, Sendable {
  package let isOn: Bool?
  package let severity: Severity?
  /// The only files that the rule looks at; all when empty.
  package let included: [Glob]
  package let excluded: [Glob]
  package let options: [String: OptionValue]

  package init(
    isOn: Bool? = nil, severity: Severity? = nil, included: [Glob] = [], excluded: [Glob] = [],
    options: [String: OptionValue] = [:]
  ) {
    self.isOn = isOn
    self.severity = severity
    self.included = included
    self.excluded = excluded
    self.options = options
  }
}
