// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Rules
import SwiftSource

/// A linter with one built-in rule.
struct OneRule {
  private let linter: RuleLinter

  init(_ id: String, options: [String: OptionValue] = [:]) throws {
    let off = BuiltInRules.all.map { ($0.description.id, RuleSetting(isOn: false)) }
    var rules = Dictionary(uniqueKeysWithValues: off)
    rules[id] = RuleSetting(isOn: true, options: options)
    linter = try RuleLinter(rules: BuiltInRules.all, settings: RuleSettings(rules: rules), width: 1)
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
