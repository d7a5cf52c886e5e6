// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// The settings of one rule, with the defaults of the rule for missing ones.
package struct RuleChoice: Hashable, Codable, Sendable {
  package var isOn: Bool
  package var severity: Severity
  /// The files that the rule applies to; all files if empty.
  package var included: [Glob]
  package var excluded: [Glob]
  private var values: OptionValues

  private enum CodingKeys: String, CodingKey {
    case isOn
    case severity
    case included
    case excluded
    case values = "options"
  }

  package init(
    isOn: Bool, severity: Severity, included: [Glob] = [], excluded: [Glob] = [], options: [String: OptionValue] = [:]
  ) {
    self.isOn = isOn
    self.severity = severity
    self.included = included
    self.excluded = excluded
    values = OptionValues(set: options)
  }

  init(_ rule: RuleCatalogue.Rule) {
    self.init(isOn: !rule.isOptIn, severity: rule.severity)
    values.rule = rule
  }

  /// The values of all options.
  package var options: [String: OptionValue] { values.all }

  /// The values that are set; all values if the choice was decoded.
  package var setOptions: [String: OptionValue] { values.set }

  package mutating func set(_ option: String, _ value: OptionValue) {
    values.set[option] = value
  }

  /// `off`, or the severity.
  package var level: String { isOn ? severity.rawValue : "off" }
}

/// The values of a rule's options. Compared and encoded with the defaults.
private struct OptionValues: Sendable {
  var set: [String: OptionValue]
  /// The rule with the defaults of the options; `nil` if all values are in ``set``.
  var rule: RuleCatalogue.Rule?

  /// Reading the defaults of a rule takes 50 µs the first time, which all rules together would add to each start.
  var all: [String: OptionValue] {
    guard let rule else { return set }
    return Dictionary(rule.options.map { ($0.name, $0.defaultValue) }) { $1 }.merging(set) { $1 }
  }
}

extension OptionValues: Hashable {
  static func == (left: OptionValues, right: OptionValues) -> Bool { left.all == right.all }

  func hash(into hasher: inout Hasher) { hasher.combine(all) }
}

extension OptionValues: Codable {
  init(from decoder: any Decoder) throws {
    set = try decoder.singleValueContainer().decode([String: OptionValue].self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(all)
  }
}
