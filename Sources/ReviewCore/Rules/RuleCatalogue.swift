// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The rules that there are and the options they take: what a configuration may say about rules.
package struct RuleCatalogue: Hashable, Sendable {
  package struct Rule: Hashable, Sendable {
    package let id: String
    package let summary: String
    package let severity: Severity
    /// Whether the rule is off until a configuration turns it on.
    package let isOptIn: Bool
    package let options: [Option]

    package init(id: String, summary: String, severity: Severity, isOptIn: Bool, options: [Option] = []) {
      self.id = id
      self.summary = summary
      self.severity = severity
      self.isOptIn = isOptIn
      self.options = options
    }
  }

  package struct Option: Hashable, Sendable {
    package let name: String
    package let summary: String
    package let defaultValue: OptionValue
    /// What an integer may be.
    package let allowed: ClosedRange<Int>
    /// What a text may be; anything when empty.
    package let choices: [String]

    package init(
      name: String, summary: String, defaultValue: OptionValue, allowed: ClosedRange<Int> = 0...1_000_000,
      choices: [String] = []
    ) {
      self.name = name
      self.summary = summary
      self.defaultValue = defaultValue
      self.allowed = allowed
      self.choices = choices
    }
  }

  /// Ordered by identifier.
  package let rules: [Rule]

  package init(rules: [Rule]) {
    self.rules = rules.sorted { $0.id < $1.id }
  }

  package func rule(_ id: String) -> Rule? {
    rules.first { $0.id == id }
  }
}
