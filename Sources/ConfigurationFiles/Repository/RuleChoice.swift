// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The settings of one rule, with the defaults of the rule for missing ones.
package struct RuleChoice: Sendable {
  package var isOn: Bool
  package var severity: Severity
  /// The files that the rule applies to; all files if empty.
  package var included: [Glob]
  package var excluded: [Glob]
  /// The values that do not come from ``rule``.
  package private(set) var setOptions: [String: OptionValue]
  /// The rule with the defaults of the options; `nil` if all values are in ``setOptions``.
  private let rule: RuleCatalogue.Rule?

  package init(
    isOn: Bool, severity: Severity, included: [Glob] = [], excluded: [Glob] = [], options: [String: OptionValue] = [:]
  ) {
    self.isOn = isOn
    self.severity = severity
    self.included = included
    self.excluded = excluded
    setOptions = options
    rule = nil
  }

  init(_ rule: RuleCatalogue.Rule) {
    isOn = !rule.isOptIn
    severity = rule.severity
    included = []
    excluded = []
    setOptions = [:]
    self.rule = rule
  }

  /// The values of all options.
  ///
  /// Reading the defaults of a rule takes 50 µs the first time, which all rules together would add to each start.
  package var options: [String: OptionValue] {
    guard let rule else { return setOptions }
    return Dictionary(rule.options.map { ($0.name, $0.defaultValue) }) { $1 }.merging(setOptions) { $1 }
  }

  package mutating func set(_ option: String, _ value: OptionValue) {
    setOptions[option] = value
  }

  /// `off`, or the severity.
  package var level: String { isOn ? severity.rawValue : "off" }
}

extension RuleChoice: Hashable {
  package static func == (left: RuleChoice, right: RuleChoice) -> Bool {
    left.isOn == right.isOn && left.severity == right.severity && left.included == right.included
      && left.excluded == right.excluded && left.options == right.options
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(isOn)
    hasher.combine(severity)
    hasher.combine(included)
    hasher.combine(excluded)
  }
}

extension RuleChoice: Codable {
  private enum CodingKeys: CodingKey {
    case isOn
    case severity
    case included
    case excluded
    case options
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      isOn: try values.decode(Bool.self, forKey: .isOn), severity: try values.decode(Severity.self, forKey: .severity),
      included: try values.decode([Glob].self, forKey: .included),
      excluded: try values.decode([Glob].self, forKey: .excluded),
      options: try values.decode([String: OptionValue].self, forKey: .options))
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(isOn, forKey: .isOn)
    try values.encode(severity, forKey: .severity)
    try values.encode(included, forKey: .included)
    try values.encode(excluded, forKey: .excluded)
    try values.encode(options, forKey: .options)
  }
}
