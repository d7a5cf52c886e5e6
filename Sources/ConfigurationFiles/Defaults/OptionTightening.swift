// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// A part of the settings of a rule that can be stricter.
struct RulePart {
  /// The name of the option; empty for the severity.
  let name: String
  let text: (RuleChoice) -> String
  let keep: (_ from: RuleChoice, _ to: inout RuleChoice) -> Void
}

extension DefaultsGuard {
  /// Returns the parts in which a choice is looser than the operator's.
  ///
  /// - Parameter options: the options that the operator sets.
  func looserParts(of other: RuleChoice, than minimum: RuleChoice, _ options: Set<String>) -> [RulePart] {
    var parts: [RulePart] = []
    if !other.isOn || other.severity < minimum.severity {
      parts.append(
        RulePart(name: "", text: \.level) {
          $1.isOn = $0.isOn
          $1.severity = $0.severity
        })
    }
    if !Tightening.isWider(other.included, than: minimum.included) {
      parts.append(
        RulePart(name: "included", text: { ConfigurationCodec.globs.text($0.included) }) { $1.included = $0.included })
    }
    if !Set(other.excluded).isSubset(of: minimum.excluded) {
      parts.append(
        RulePart(name: "excluded", text: { ConfigurationCodec.globs.text($0.excluded) }) { $1.excluded = $0.excluded })
    }
    for (name, value) in minimum.options.sorted(by: { $0.key < $1.key })
    where options.contains(name) && !OptionTightening.allows(name, value, other.options[name]) {
      parts.append(
        RulePart(name: name, text: { $0.options[name]?.description ?? "" }) { $1.set(name, $0.options[name] ?? value) })
    }
    return parts
  }
}

/// The options of rules that have a stricter direction. All others must equal the operator's values.
enum OptionTightening {
  static let lower: Set<String> = [
    "error", "files", "kilobytes", "limit", "lines", "max_length_error", "max_length_warning", "maximum_length",
    "minimum_lines", "warning",
  ]
  /// The options of ``lower`` for which 0 means unlimited.
  static let unlimitedAtZero: Set<String> = ["files", "lines", "maximum_length"]
  static let higher: Set<String> = ["minimum_length"]

  static func allows(_ name: String, _ minimum: OptionValue, _ other: OptionValue?) -> Bool {
    guard case .integer(let least) = minimum, case .integer(let value) = other else { return minimum == other }
    if higher.contains(name) { return value >= least }
    guard lower.contains(name) else { return value == least }
    if unlimitedAtZero.contains(name), value == 0 || least == 0 { return least == 0 }
    return value <= least
  }
}
