// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The settings of one rule about pull requests. A rule can be set several times, with different options.
public struct ChangeRuleChoice: Hashable, Codable, Sendable {
  public let id: String
  public var isOn: Bool
  public var severity: Severity
  /// The message of the repository; empty for the message of the rule.
  public var message: String
  /// The changed files that the rule checks; all files if empty.
  public var included: [Glob]
  public var excluded: [Glob]
  public var options: [String: OptionValue]

  /// Creates the settings with the defaults of a rule.
  public init(_ rule: RuleCatalogue.Rule, isOn: Bool, severity: Severity? = nil) {
    id = rule.id
    self.isOn = isOn
    self.severity = severity ?? rule.severity
    message = ""
    included = []
    excluded = []
    options = Dictionary(uniqueKeysWithValues: rule.options.map { ($0.name, $0.defaultValue) })
  }

  /// Returns whether the rule checks a file, by the globs of its configuration.
  public func includes(_ path: String) -> Bool {
    (included.isEmpty || included.contains { $0.matches(path) }) && !excluded.contains { $0.matches(path) }
  }
}
