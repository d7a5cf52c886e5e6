// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// Reads `pull_request.rules`.
struct ChangeRulesReader {
  /// The maximum number of rules, because each rule takes time.
  private static let maximumCount = 200

  let catalogue: RuleCatalogue

  /// Returns the choices in the order of the catalogue; several of one rule in the order of the file.
  func read(_ node: YAMLNode, _ problems: inout ProblemList) -> [ChangeRuleChoice] {
    switch node.content {
    case .empty: return []
    case .scalar, .sequence:
      problems.add("rules: expected identifiers of rules about pull requests, found \(node.kind)", at: node.mark)
      return []
    case .mapping(let entries):
      var choices: [String: [ChangeRuleChoice]] = [:]
      for entry in entries where entry.key == RulesReader.preset { apply(entry, &choices, &problems) }
      for entry in entries where entry.key != RulesReader.preset {
        guard let rule = catalogue.changeRules.first(where: { $0.id == entry.key }) else {
          if catalogue.rule(entry.key) != nil {
            _ = MisplacedRules(catalogue: catalogue).report(entry, &problems)
          } else {
            problems.addUnknown("rule about pull requests", entry, among: catalogue.changeRules.map(\.id))
          }
          continue
        }
        choices[rule.id] = self.choices(rule, entry.value, &problems)
      }
      let all = catalogue.changeRules.flatMap { choices[$0.id] ?? [] }
      if all.count > Self.maximumCount {
        problems.add("rules: expected at most \(Self.maximumCount) rules, found \(all.count)", at: node.mark)
      }
      return Array(all.prefix(Self.maximumCount))
    }
  }

  private func apply(
    _ entry: YAMLNode.Entry, _ choices: inout [String: [ChangeRuleChoice]], _ problems: inout ProblemList
  ) {
    guard let preset = entry.preset(among: catalogue.changePresets, &problems) else { return }
    for rule in catalogue.changeRules where preset.contains(rule.id) {
      choices[rule.id] = [ChangeRuleChoice(rule, isOn: true, severity: .note)]
    }
  }

  private func choices(
    _ rule: RuleCatalogue.Rule, _ node: YAMLNode, _ problems: inout ProblemList
  ) -> [ChangeRuleChoice] {
    let nodes = if case .sequence(let items) = node.content { items } else { [node] }
    return nodes.map { node in
      var choice = ChangeRuleChoice(rule, isOn: true)
      choice.read(node, of: rule, &problems)
      return choice
    }
  }
}

extension ChangeRuleChoice {
  /// Returns a flow mapping of YAML, without the defaults of the rule.
  func text(_ rule: RuleCatalogue.Rule?) -> String {
    guard isOn else { return "off" }
    let defaults = Dictionary((rule?.options ?? []).map { ($0.name, $0.defaultValue) }) { first, _ in first }
    var parts = ["severity: \(severity.rawValue)"]
    if !message.isEmpty { parts.append("message: \(OptionValue.text(message))") }
    if !included.isEmpty { parts.append("included: \(ConfigurationCodec.globs.text(included))") }
    if !excluded.isEmpty { parts.append("excluded: \(ConfigurationCodec.globs.text(excluded))") }
    parts += options.sorted { $0.key < $1.key }.filter { defaults[$0.key] != $0.value }.map { "\($0.key): \($0.value)" }
    return "{" + parts.joined(separator: ", ") + "}"
  }
}
