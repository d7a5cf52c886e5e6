// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import HostileText

/// The explanation of a custom rule: its settings and examples.
struct CustomRuleExplanation: Sendable {
  private let rule: CustomRule
  private let loaded: LoadedConfiguration

  /// - Returns: nil if the configuration has no such rule.
  init?(of id: String, in loaded: LoadedConfiguration) {
    guard let rule = loaded.configuration.customRules.first(where: { $0.id == id }) else { return nil }
    self.rule = rule
    self.loaded = loaded
  }

  /// The explanation as text for a terminal.
  var text: String {
    let id = rule.id
    let level = rule.isOn ? rule.severity.rawValue : "off"
    let origin = loaded.origin { $0.customRules.first { $0.id == id } }
    var lines = [
      "\(shown(id)): \(shown(rule.name == id ? "Custom Rule" : rule.name))", "", shown(rule.message), "",
      "  kind: custom", "  level: \(level)  (\(origin ?? "default"))",
    ]
    lines += subject.map { "  \($0.0): \(shown($0.1))" }
    if let fix = rule.fix { lines.append("  fix: \(shown(fix))") }
    lines += examples("Triggers it", rule.examples.bad) + examples("Does not trigger it", rule.examples.good)
    lines += ["", "Suppress a finding with // reviewbot:disable:this \(shown(id)) -- REASON"]
    return lines.joined(separator: "\n") + "\n"
  }

  private var subject: [(String, String)] {
    guard let syntax = rule.syntax else {
      return [("regex", rule.regex)] + (rule.scope.map { [("in", $0.rawValue)] } ?? [])
    }
    let conditions = rule.conditions
    let properties = [("pattern", syntax.pattern), ("kind", syntax.kind), ("selector", syntax.selector)]
    let others = [
      ("inside", conditions.inside), ("not_inside", conditions.notInside), ("has", conditions.has),
      ("not_has", conditions.notHas), ("follows", conditions.follows),
    ].map { name, patterns in
      (name, patterns.map { $0.pattern.isEmpty ? $0.kind : $0.pattern }.joined(separator: ", or "))
    }
    let captures = conditions.captures.flatMap { capture in
      [
        ("where \(capture.name)", capture.regex), ("where \(capture.name) not", capture.notRegex),
        ("where \(capture.name) equals", capture.equals),
      ]
    }
    return (properties + others + captures).filter { !$0.1.isEmpty }
  }

  private func examples(_ title: String, _ examples: [CustomRule.Example]) -> [String] {
    guard !examples.isEmpty else { return [] }
    return ["", "\(title):"]
      + examples.prefix(3).flatMap { [""] + HostileText($0.code).lines().map { "    \($0)" } }
  }

  private func shown(_ text: String) -> String { HostileText(text).line() }
}
