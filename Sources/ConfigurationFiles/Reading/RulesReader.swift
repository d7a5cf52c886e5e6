// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// Reads the section `rules`.
struct RulesReader {
  static let name = "rules"
  static let preset = "preset"

  let catalogue: RuleCatalogue
  /// The rules that the configuration defines.
  let custom: [CustomRule]

  func read(_ node: YAMLNode, _ rules: inout [String: RuleChoice], _ problems: inout ProblemList) {
    switch node.content {
    case .empty: return
    case .scalar, .sequence: problems.add("rules: expected identifiers of rules, found \(node.kind)", at: node.mark)
    case .mapping(let entries):
      // The preset is applied before all rules, independently of its position.
      for entry in entries where entry.key == Self.preset { apply(entry, &rules, &problems) }
      for entry in entries where entry.key != Self.preset {
        if let rule = catalogue.rule(entry.key) {
          rules[rule.id, default: RuleChoice(rule)].read(entry.value, of: rule, &problems)
        } else if let rule = custom.first(where: { $0.id == entry.key }) {
          rules[rule.id, default: RuleChoice(rule)].read(entry.value, of: RuleCatalogue.Rule(rule), &problems)
        } else if !MisplacedRules(catalogue: catalogue).report(entry, in: Self.name, &problems) {
          problems.addUnknown(
            "rule", entry, among: catalogue.rules.map(\.id) + custom.map(\.id),
            list: "reviewbot rules lists the rules")
        }
      }
    }
  }

  /// Turns on the rules of a preset and turns off all others.
  private func apply(_ entry: YAMLNode.Entry, _ rules: inout [String: RuleChoice], _ problems: inout ProblemList) {
    guard let preset = entry.preset(among: catalogue.presets, &problems) else { return }
    for rule in catalogue.rules {
      var choice = rules[rule.id] ?? RuleChoice(rule)
      choice.isOn = preset.contains(rule.id)
      rules[rule.id] = choice
    }
  }
}

extension RuleCatalogue.Rule {
  /// Creates the catalogue's description of a custom rule, which has no options.
  fileprivate init(_ rule: CustomRule) {
    self.init(id: rule.id, summary: rule.message, severity: rule.severity, isOptIn: !rule.isOn)
  }
}

extension RuleChoice {
  /// Creates the choice in the definition of a custom rule.
  init(_ rule: CustomRule) {
    self.init(
      isOn: rule.isOn, severity: rule.severity, included: rule.includedPaths, excluded: rule.excludedPaths)
  }
}

extension ReviewConfiguration {
  /// The rules that the configuration defines, with the settings of `rules`: the rules of SwiftLint's file, then the
  /// ones of `lint.custom`, which replace rules of the same name.
  package var customRules: [CustomRule] {
    let replaced = Set(lint.custom.map(\.id))
    return (lint.customRules.filter { !replaced.contains($0.id) } + lint.custom).map(chosen)
  }

  /// All rules that the configuration defines, with the settings of `rules`, including the rules of SwiftLint's files
  /// in folders. Names are unique.
  package var definedCustomRules: [CustomRule] {
    var seen: Set<String> = []
    return (lint.custom + lint.customRules + lint.overrides.flatMap { $0.customRules ?? [] })
      .filter { seen.insert($0.id).inserted }.map(chosen)
  }

  private func chosen(_ rule: CustomRule) -> CustomRule {
    guard let choice = rules[rule.id] else { return rule }
    var rule = rule
    rule.isOn = choice.isOn
    rule.severity = choice.severity
    rule.includedPaths = choice.included
    rule.excludedPaths = choice.excluded
    return rule
  }
}
