// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// Reads the section `rules`.
struct RulesReader {
  static let name = "rules"
  static let preset = "preset"
  static let fixedKeys = ["severity", "included", "excluded"]

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
          rules[rule.id] = choice(rule, entry.value, over: rules[rule.id] ?? RuleChoice(rule), &problems)
        } else if let rule = custom.first(where: { $0.id == entry.key }) {
          rules[rule.id] = choice(
            RuleCatalogue.Rule(rule), entry.value, over: rules[rule.id] ?? RuleChoice(rule), &problems)
        } else {
          problems.addUnknown(
            "rule", entry, among: catalogue.rules.map(\.id) + custom.map(\.id),
            list: "reviewbot rules lists the rules")
        }
      }
    }
  }

  /// Turns on the rules of a preset and turns off all others.
  private func apply(_ entry: YAMLNode.Entry, _ rules: inout [String: RuleChoice], _ problems: inout ProblemList) {
    let names = catalogue.presets.keys.sorted()
    guard case .scalar(let name) = entry.value.content, let preset = catalogue.presets[name] else {
      let found = if case .scalar(let name) = entry.value.content { shown(name) } else { entry.value.kind }
      let error = ValueError("expected one of \(names.joined(separator: ", ")), found \(found)")
      return problems.add(error, of: entry.key, at: entry.value.mark)
    }
    for rule in catalogue.rules {
      var choice = rules[rule.id] ?? RuleChoice(rule)
      choice.isOn = preset.contains(rule.id)
      rules[rule.id] = choice
    }
  }

  private func choice(
    _ rule: RuleCatalogue.Rule, _ node: YAMLNode, over previous: RuleChoice, _ problems: inout ProblemList
  ) -> RuleChoice {
    var choice = previous
    switch node.content {
    case .scalar(let level): set(level, of: rule.id, on: &choice, node.mark, &problems)
    case .mapping(let entries):
      // Options turn a rule on.
      choice.isOn = true
      for entry in entries { read(entry, of: rule, into: &choice, &problems) }
    case .sequence, .empty:
      problems.add(
        "\(rule.id): expected one of \(RuleLevel.names.joined(separator: ", ")) or keys, found \(node.kind)",
        at: node.mark)
    }
    return choice
  }

  private func read(
    _ entry: YAMLNode.Entry, of rule: RuleCatalogue.Rule, into choice: inout RuleChoice, _ problems: inout ProblemList
  ) {
    do throws(ValueError) {
      switch entry.key {
      case "severity":
        guard case .scalar(let level) = entry.value.content else {
          throw ValueError("expected one of \(RuleLevel.names.joined(separator: ", ")), found \(entry.value.kind)")
        }
        set(level, of: entry.key, on: &choice, entry.value.mark, &problems)
      case "included": choice.included = try ConfigurationCodec.globs.read(entry.value)
      case "excluded": choice.excluded = try ConfigurationCodec.globs.read(entry.value)
      default:
        guard let option = rule.options.first(where: { $0.name == entry.key }) else {
          let names = Self.fixedKeys + rule.options.map(\.name)
          problems.addUnknown("option of \(rule.id)", entry, among: names)
          return
        }
        choice.set(option.name, try option.value(entry.value))
      }
    } catch {
      problems.add(error, of: entry.key, at: entry.value.mark)
    }
  }

  private func set(
    _ level: String, of key: String, on choice: inout RuleChoice, _ mark: YAMLMark, _ problems: inout ProblemList
  ) {
    do throws(ValueError) {
      let level = try RuleLevel(level)
      choice.isOn = level.isOn
      choice.severity = level.severity ?? choice.severity
    } catch {
      problems.add(error, of: key, at: mark)
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
