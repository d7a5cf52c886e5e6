// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Rules
import SwiftSource

extension RuleLinter {
  /// A linter with some of the built-in rules.
  init(
    only rules: [String: RuleSetting], limitPerRule: Int = RuleSettings.defaultLimitPerRule,
    makesSuggestions: Bool = true
  ) throws {
    let off = BuiltInRules.all.map { ($0.description.id, RuleSetting(isOn: false)) }
    let all = Dictionary(uniqueKeysWithValues: off).merging(rules) { _, own in own }
    try self.init(
      rules: BuiltInRules.all, settings: RuleSettings(rules: all, limitPerRule: limitPerRule), width: 1,
      makesSuggestions: makesSuggestions)
  }
}

/// A linter with one built-in rule.
struct OneRule {
  private let linter: RuleLinter

  init(_ id: String, options: [String: OptionValue] = [:]) throws {
    linter = try RuleLinter(only: [id: RuleSetting(isOn: true, options: options)])
  }

  /// The lines and suggestions of the findings.
  func findings(in code: String) -> [Finding] {
    linter.findings(in: SourceText(path: "a.swift", text: code)).findings
  }

  /// - Returns: the same text if nothing is corrected.
  func corrected(_ code: String) -> String {
    guard let fixed = linter.corrected(SourceText(path: "a.swift", text: code)) else { return code }
    return String(decoding: fixed.bytes, as: UTF8.self)
  }
}
