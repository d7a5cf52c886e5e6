// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Reads the section `rules`.
struct RulesReader {
  static let name = "rules"
  static let levels = ["off", "on"] + Severity.allCases.map(\.rawValue)
  static let fixedKeys = ["severity", "included", "excluded"]

  let catalogue: RuleCatalogue

  func read(_ node: YAMLNode, _ rules: inout [String: RuleChoice], _ problems: inout ProblemList) {
    switch node.content {
    case .empty: return
    case .scalar, .sequence: problems.add("rules: expected identifiers of rules, found \(node.kind)", at: node.mark)
    case .mapping(let entries):
      for entry in entries {
        guard let rule = catalogue.rule(entry.key) else {
          problems.addUnknown("rule", entry, among: catalogue.rules.map(\.id))
          continue
        }
        rules[rule.id] = choice(rule, entry.value, &problems)
      }
    }
  }

  private func choice(_ rule: RuleCatalogue.Rule, _ node: YAMLNode, _ problems: inout ProblemList) -> RuleChoice {
    var choice = RuleChoice(rule)
    switch node.content {
    case .scalar(let level): set(level, of: rule.id, on: &choice, node.mark, &problems)
    case .mapping(let entries):
      // Options turn a rule on.
      choice.isOn = true
      for entry in entries { read(entry, of: rule, into: &choice, &problems) }
    case .sequence, .empty:
      problems.add(
        "\(rule.id): expected one of \(Self.levels.joined(separator: ", ")) or keys, found \(node.kind)", at: node.mark)
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
          throw ValueError("expected one of \(Self.levels.joined(separator: ", ")), found \(entry.value.kind)")
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
        choice.options[option.name] = try value(of: option, entry.value)
      }
    } catch {
      problems.add(error, of: entry.key, at: entry.value.mark)
    }
  }

  private func set(
    _ level: String, of key: String, on choice: inout RuleChoice, _ mark: YAMLMark, _ problems: inout ProblemList
  ) {
    if level == "off" || level == "on" {
      choice.isOn = level == "on"
    } else if let severity = Severity(rawValue: level) {
      choice.isOn = true
      choice.severity = severity
    } else {
      let nearest = NearestName.find(for: level, in: Self.levels)
      let error = ValueError(
        "expected one of \(Self.levels.joined(separator: ", ")), found \(shown(level))", nearest: nearest)
      problems.add(error, of: key, at: mark)
    }
  }

  private func value(of option: RuleCatalogue.Option, _ node: YAMLNode) throws(ValueError) -> OptionValue {
    switch (option.defaultValue, node.content) {
    case (.integer, .scalar(let text)): return .integer(try ConfigurationCodec<Int>.integer(text, option.allowed))
    case (.boolean, .scalar("true")): return .boolean(true)
    case (.boolean, .scalar("false")): return .boolean(false)
    case (.text, .scalar(let text)):
      guard option.choices.isEmpty || option.choices.contains(text) else {
        throw ValueError(
          "expected one of \(option.choices.joined(separator: ", ")), found \(shown(text))",
          nearest: NearestName.find(for: text, in: option.choices))
      }
      return .text(text)
    case (.texts, .sequence):
      return .texts(
        try ConfigurationCodec<[String]>.list("list of texts", text: { $0 }) { (text) throws(ValueError) in text }.read(
          node))
    default: throw ValueError("expected \(option.defaultValue.kind), found \(node.kind)")
    }
  }
}
