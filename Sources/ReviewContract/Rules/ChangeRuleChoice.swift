// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The settings of one rule about pull requests. A rule can be set several times, with different options.
package struct ChangeRuleChoice: Hashable, Codable, Sendable {
  package let id: String
  package var isOn: Bool
  package var severity: Severity
  /// The message of the repository; empty for the message of the rule.
  package var message: String
  /// The changed files that the rule checks; all files if empty.
  package var included: [Glob]
  package var excluded: [Glob]
  package var options: [String: OptionValue]

  /// Creates the settings with the defaults of a rule.
  package init(_ rule: RuleCatalogue.Rule, isOn: Bool, severity: Severity? = nil) {
    id = rule.id
    self.isOn = isOn
    self.severity = severity ?? rule.severity
    message = ""
    included = []
    excluded = []
    options = Dictionary(uniqueKeysWithValues: rule.options.map { ($0.name, $0.defaultValue) })
  }

  /// Returns whether the rule checks a file, by the globs of its configuration.
  package func includes(_ path: String) -> Bool {
    (included.isEmpty || included.contains { $0.matches(path) }) && !excluded.contains { $0.matches(path) }
  }
}
