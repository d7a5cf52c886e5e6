// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// The settings of a rule, which are read in the same way for all kinds of rules.
protocol RuleSettings {
  /// The keys that only this kind of rule has.
  static var specificKeys: [String] { get }

  var isOn: Bool { get set }
  var severity: Severity { get set }
  var included: [Glob] { get set }
  var excluded: [Glob] { get set }
  mutating func set(_ option: String, _ value: OptionValue)
  /// Reads one of ``ownKeys``.
  mutating func readSpecific(_ entry: YAMLNode.Entry) throws(ValueError)
}

extension RuleSettings {
  static var keys: [String] { ["severity"] + specificKeys + ["included", "excluded"] }

  /// Reads a level, or a mapping with settings.
  mutating func read(_ node: YAMLNode, of rule: RuleCatalogue.Rule, _ problems: inout ProblemList) {
    switch node.content {
    case .scalar(let text):
      if let form = Self.form(of: text, rule) {
        problems.add(
          "\(rule.id): expected one of \(RuleLevel.names.joined(separator: ", ")), found \(shown(text))", at: node.mark,
          remedy: "write \(rule.id): \(form)")
      } else {
        readLevel(node, of: rule.id, &problems)
      }
    case .mapping(let entries):
      // Options turn a rule on.
      isOn = true
      for entry in entries { read(entry, of: rule, &problems) }
    case .sequence, .empty:
      problems.add(
        "\(rule.id): expected one of \(RuleLevel.names.joined(separator: ", ")) or keys, found \(node.kind)",
        at: node.mark)
    }
  }

  /// Returns the form that a value without its option was meant as, such as `{warning: 100}` for 100; `nil` if there is
  /// none. Other formats have a word for a level that YAML reads as a flag.
  static func form(of text: String, _ rule: RuleCatalogue.Rule) -> String? {
    if let level = ["true": "on", "yes": "on", "false": "off", "no": "off"][text] { return level }
    guard Int(text) != nil else { return nil }
    let names = rule.options.filter { if case .integer = $0.defaultValue { true } else { false } }.map(\.name)
    guard let name = names.first(where: { $0 == "warning" }) ?? names.first else { return nil }
    return "{\(name): \(text)}"
  }

  private mutating func read(_ entry: YAMLNode.Entry, of rule: RuleCatalogue.Rule, _ problems: inout ProblemList) {
    do throws(ValueError) {
      switch entry.key {
      case "severity": readLevel(entry.value, of: entry.key, &problems)
      case "included": included = try ConfigurationCodec.globs.read(entry.value)
      case "excluded": excluded = try ConfigurationCodec.globs.read(entry.value)
      case _ where Self.specificKeys.contains(entry.key): try readSpecific(entry)
      default:
        guard let option = rule.options.first(where: { $0.name == entry.key }) else {
          problems.addUnknown("option of \(rule.id)", entry, among: Self.keys + rule.options.map(\.name))
          return
        }
        set(option.name, try option.value(entry.value))
      }
    } catch {
      problems.add(error, of: entry.key, at: entry.value.mark)
    }
  }

  private mutating func readLevel(_ node: YAMLNode, of key: String, _ problems: inout ProblemList) {
    do throws(ValueError) {
      guard case .scalar(let text) = node.content else {
        throw ValueError("expected one of \(RuleLevel.names.joined(separator: ", ")), found \(node.kind)")
      }
      let level = try RuleLevel(text)
      isOn = level.isOn
      severity = level.severity ?? severity
    } catch {
      problems.add(error, of: key, at: node.mark)
    }
  }
}

extension YAMLNode.Entry {
  /// Returns the rules of the preset that the value names; `nil` for an unknown name.
  func preset(among presets: [String: Set<String>], _ problems: inout ProblemList) -> Set<String>? {
    if case .scalar(let name) = value.content, let preset = presets[name] { return preset }
    let names = presets.keys.sorted().joined(separator: ", ")
    problems.add(ValueError("expected one of \(names), found \(value.kind)"), of: key, at: value.mark)
    return nil
  }
}

extension RuleChoice: RuleSettings {
  static let specificKeys: [String] = []

  mutating func readSpecific(_ entry: YAMLNode.Entry) throws(ValueError) {}
}

extension ChangeRuleChoice: RuleSettings {
  static let specificKeys = ["message"]
  private static let maximumMessage = 500

  mutating func set(_ option: String, _ value: OptionValue) { options[option] = value }

  mutating func readSpecific(_ entry: YAMLNode.Entry) throws(ValueError) {
    guard case .scalar(let text) = entry.value.content, (1...Self.maximumMessage).contains(text.count) else {
      throw ValueError("expected a text of 1 to \(Self.maximumMessage) characters, found \(entry.value.kind)")
    }
    message = text
  }
}
