// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// Reads `pull_request.rules`.
struct ChangeRulesReader {
  static let fixedKeys = ["severity", "message", "included", "excluded"]
  /// The maximum number of rules, because each rule takes time.
  private static let maximumCount = 200
  private static let maximumMessage = 500

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
          problems.addUnknown("rule about pull requests", entry, among: catalogue.changeRules.map(\.id))
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
    let names = catalogue.changePresets.keys.sorted()
    guard case .scalar(let name) = entry.value.content, let preset = catalogue.changePresets[name] else {
      let found = if case .scalar(let name) = entry.value.content { shown(name) } else { entry.value.kind }
      let error = ValueError("expected one of \(names.joined(separator: ", ")), found \(found)")
      return problems.add(error, of: entry.key, at: entry.value.mark)
    }
    for rule in catalogue.changeRules where preset.contains(rule.id) {
      choices[rule.id] = [ChangeRuleChoice(rule, isOn: true, severity: .note)]
    }
  }

  private func choices(
    _ rule: RuleCatalogue.Rule, _ node: YAMLNode, _ problems: inout ProblemList
  ) -> [ChangeRuleChoice] {
    if case .sequence(let items) = node.content { return items.map { choice(rule, $0, &problems) } }
    return [choice(rule, node, &problems)]
  }

  private func choice(
    _ rule: RuleCatalogue.Rule, _ node: YAMLNode, _ problems: inout ProblemList
  ) -> ChangeRuleChoice {
    var choice = ChangeRuleChoice(rule, isOn: true)
    switch node.content {
    case .scalar: set(node, of: rule.id, on: &choice, &problems)
    case .mapping(let entries):
      for entry in entries { read(entry, of: rule, into: &choice, &problems) }
    case .sequence, .empty:
      problems.add(
        "\(rule.id): expected one of \(RuleLevel.names.joined(separator: ", ")) or keys, found \(node.kind)",
        at: node.mark)
    }
    return choice
  }

  private func read(
    _ entry: YAMLNode.Entry, of rule: RuleCatalogue.Rule, into choice: inout ChangeRuleChoice,
    _ problems: inout ProblemList
  ) {
    do throws(ValueError) {
      switch entry.key {
      case "severity": set(entry.value, of: entry.key, on: &choice, &problems)
      case "message":
        guard case .scalar(let text) = entry.value.content, (1...Self.maximumMessage).contains(text.count) else {
          throw ValueError("expected a text of 1 to \(Self.maximumMessage) characters, found \(entry.value.kind)")
        }
        choice.message = text
      case "included": choice.included = try ConfigurationCodec.globs.read(entry.value)
      case "excluded": choice.excluded = try ConfigurationCodec.globs.read(entry.value)
      default:
        guard let option = rule.options.first(where: { $0.name == entry.key }) else {
          problems.addUnknown("option of \(rule.id)", entry, among: Self.fixedKeys + rule.options.map(\.name))
          return
        }
        choice.options[option.name] = try option.value(entry.value)
      }
    } catch {
      problems.add(error, of: entry.key, at: entry.value.mark)
    }
  }

  private func set(
    _ node: YAMLNode, of key: String, on choice: inout ChangeRuleChoice, _ problems: inout ProblemList
  ) {
    guard case .scalar(let level) = node.content else {
      return problems.add(
        "\(key): expected one of \(RuleLevel.names.joined(separator: ", ")), found \(node.kind)", at: node.mark)
    }
    do throws(ValueError) {
      let level = try RuleLevel(level)
      choice.isOn = level.isOn
      choice.severity = level.severity ?? choice.severity
    } catch {
      problems.add(error, of: key, at: node.mark)
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
