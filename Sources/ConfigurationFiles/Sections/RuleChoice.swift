// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// What is set about one rule, with the rule's own defaults filled in.
package struct RuleChoice: Hashable, Codable, Sendable {
  package var isOn: Bool
  package var severity: Severity
  /// The only files that the rule looks at; all when empty.
  package var included: [Glob]
  package var excluded: [Glob]
  package var options: [String: OptionValue]

  package init(
    isOn: Bool, severity: Severity, included: [Glob] = [], excluded: [Glob] = [], options: [String: OptionValue] = [:]
  ) {
    self.isOn = isOn
    self.severity = severity
    self.included = included
    self.excluded = excluded
    self.options = options
  }

  init(_ rule: RuleCatalogue.Rule) {
    self.init(
      isOn: !rule.isOptIn, severity: rule.severity,
      options: Dictionary(uniqueKeysWithValues: rule.options.map { ($0.name, $0.defaultValue) }))
  }

  /// `off`, or the severity.
  package var level: String { isOn ? severity.rawValue : "off" }
}
