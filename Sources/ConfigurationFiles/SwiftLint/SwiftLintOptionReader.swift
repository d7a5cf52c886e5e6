// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// Reads the settings of one rule in the shapes that SwiftLint accepts: a severity, a number or a pair of numbers for
/// the levels, or a mapping whose values are levels, texts, lists or booleans.
struct SwiftLintOptionReader {
  let rule: RuleCatalogue.Rule

  /// Applies the valid settings.
  ///
  /// - Returns: one phrase for each value that is ignored.
  func read(_ node: YAMLNode, into choice: inout RuleChoice) -> [String] {
    switch node.content {
    case .empty: return []
    case .scalar(let text):
      if let severity = Self.severity(text) {
        choice.severity = severity
        return []
      }
      return setLevels([node], prefix: "", &choice)
    case .sequence(let items):
      return setLevels(items, prefix: "", &choice)
    case .mapping(let entries) where rule.id == "required_enum_case":
      return readCases(entries, &choice)
    case .mapping(let entries):
      return read(entries, prefix: "", &choice) { read($0, into: &$1) }
    }
  }

  /// Reads options that can include the levels of warnings and errors.
  ///
  /// A level of warnings alone removes the level of errors, and access levels for one severity remove those for the
  /// other.
  private func read(
    _ entries: [YAMLNode.Entry], prefix: String, _ choice: inout RuleChoice,
    each: (YAMLNode.Entry, inout RuleChoice) -> [String]
  ) -> [String] {
    let keys = entries.map(\.key)
    switch (option(prefix + "warning")?.defaultValue, option(prefix + "error")?.defaultValue) {
    case (.integer, .integer) where keys.contains("warning") && !keys.contains("error"):
      choice.set("\(prefix)error", .integer(0))
    case (.texts, .texts) where keys.contains("warning") || keys.contains("error"):
      choice.set("\(prefix)warning", .texts([]))
      choice.set("\(prefix)error", .texts([]))
    default: break
    }
    var problems: [String] = []
    for entry in entries { problems += each(entry, &choice) }
    return problems
  }

  private func read(_ entry: YAMLNode.Entry, into choice: inout RuleChoice) -> [String] {
    if entry.key == "severity" {
      guard case .scalar(let text) = entry.value.content, let severity = Self.severity(text) else {
        return ["severity: expected warning or error, found \(entry.value.kind)"]
      }
      choice.severity = severity
      return []
    }
    if let option = option(entry.key) { return set(option, entry.value, &choice) }
    switch entry.value.content {
    // Nested levels: `min_length: {warning: 3, error: 2}`, `min_length: 3`, `type_level: [1, 2]`.
    case .mapping(let entries) where hasLevels(entry.key):
      return read(entries, prefix: entry.key + "_", &choice) { read($0, under: entry.key, into: &$1) }
    case .sequence(let items) where hasLevels(entry.key):
      return setLevels(items, prefix: entry.key + "_", &choice)
    case .scalar where hasLevels(entry.key):
      return setLevels([entry.value], prefix: entry.key + "_", &choice)
    default:
      return ["unknown option \(shown(entry.key))"]
    }
  }

  private func read(_ entry: YAMLNode.Entry, under key: String, into choice: inout RuleChoice) -> [String] {
    guard let option = option("\(key)_\(entry.key)") else { return ["unknown option \(shown("\(key).\(entry.key)"))"] }
    return set(option, entry.value, &choice)
  }

  /// Reads the cases that protocols require, with their severities: `Response: {failed: error}`.
  private func readCases(_ entries: [YAMLNode.Entry], _ choice: inout RuleChoice) -> [String] {
    var cases: [String] = []
    var problems: [String] = []
    for entry in entries {
      guard case .mapping(let names) = entry.value.content else {
        problems += read(entry, into: &choice)
        continue
      }
      for name in names {
        guard case .scalar(let text) = name.value.content, let severity = Self.severity(text) else {
          problems.append("\(shown(entry.key)).\(shown(name.key)): expected warning or error, found \(name.value.kind)")
          continue
        }
        cases.append("\(entry.key).\(name.key): \(severity.rawValue)")
      }
    }
    choice.set("cases", .texts(cases))
    return problems
  }

  private func hasLevels(_ key: String) -> Bool { rule.options.contains { $0.name.hasPrefix(key + "_") } }

  private func option(_ name: String) -> RuleCatalogue.Option? {
    if name == "included" || name == "excluded" { return rule.options.first { $0.name == name + "_names" } }
    return rule.options.first { $0.name == name }
      ?? (name == "warning" ? rule.options.first { $0.name == "limit" } : nil)
      // `iOS_deployment_target`
      ?? rule.options.first { Self.letters($0.name) == Self.letters(name) }
  }

  private static func letters(_ name: String) -> String { name.lowercased().filter { $0 != "_" } }

  /// Sets the levels of warnings and errors from two numbers. A single number sets the level of warnings and removes
  /// the level of errors.
  private func setLevels(_ items: [YAMLNode], prefix: String, _ choice: inout RuleChoice) -> [String] {
    guard (1...2).contains(items.count), let warning = option(prefix + "warning") else {
      return ["expected a severity or options, found \(items.first?.kind ?? "nothing")"]
    }
    var problems = set(warning, items[0], &choice)
    if items.count == 2 {
      if let error = option(prefix + "error") { problems += set(error, items[1], &choice) }
    } else if problems.isEmpty, option(prefix + "error") != nil {
      choice.set("\(prefix)error", .integer(0))
    }
    return problems
  }

  private func set(_ option: RuleCatalogue.Option, _ node: YAMLNode, _ choice: inout RuleChoice) -> [String] {
    guard let value = value(of: option, node) else {
      let expected =
        switch option.defaultValue {
        case .integer: "a whole number from \(option.allowed.lowerBound) to \(option.allowed.upperBound)"
        default: option.choices.isEmpty ? option.defaultValue.kind : option.choices.joined(separator: ", ")
        }
      return ["\(option.name): expected \(expected), found \(node.kind)"]
    }
    guard case .texts(let texts) = value else {
      if case .text(let text) = value, let problem = option.problem(of: text) { return ["\(option.name): \(problem)"] }
      choice.set(option.name, value)
      return []
    }
    // The other entries of a list apply without an invalid one.
    let problems = texts.compactMap { option.problem(of: $0) }
    choice.set(option.name, .texts(texts.filter { option.problem(of: $0) == nil }))
    return problems.map { "\(option.name): \($0)" }
  }

  private func value(of option: RuleCatalogue.Option, _ node: YAMLNode) -> OptionValue? {
    switch (option.defaultValue, node.content) {
    case (.integer, .scalar(let text)):
      return Int(text).flatMap { option.allowed.contains($0) ? .integer($0) : nil }
    // `error:` without a value removes the level.
    case (.integer, .empty): return option.name.hasSuffix("error") ? .integer(0) : nil
    case (.boolean, .scalar(let text)): return Self.boolean(text).map { .boolean($0) }
    case (.text, .scalar(let text)):
      // A severity that can be off, in SwiftLint's earlier form.
      if option.choices.contains("off"), let isOn = Self.boolean(text) { return .text(isOn ? "error" : "off") }
      return option.choices.isEmpty || option.choices.contains(text) ? .text(text) : nil
    case (.texts, .scalar(let text)): return .texts([text])
    case (.texts, .sequence(let items)):
      var texts: [String] = []
      for item in items {
        guard let text = Self.text(item) else { return nil }
        texts.append(text)
      }
      return .texts(texts)
    case (.texts, .empty): return .texts([])
    default: return nil
    }
  }

  private static func text(_ item: YAMLNode) -> String? {
    func scalars(_ nodes: [YAMLNode]) -> [String]? {
      let texts = nodes.compactMap { if case .scalar(let text) = $0.content { text } else { nil as String? } }
      return texts.count == nodes.count ? texts : nil
    }
    switch item.content {
    case .scalar(let text): return text
    // A list of choices, such as an order of declarations.
    case .sequence(let choices): return scalars(choices)?.joined(separator: "|")
    // A range of numbers.
    case .mapping(let entries):
      guard entries.count == 2, let min = entries.first(where: { $0.key == "min" })?.value,
        let max = entries.first(where: { $0.key == "max" })?.value
      else { return nil }
      return scalars([min, max])?.joined(separator: " ")
    case .empty: return nil
    }
  }

  static func severity(_ text: String) -> Severity? {
    switch text.lowercased() {
    case "warning": .warning
    case "error": .error
    default: nil
    }
  }

  /// Parses the boolean spellings of YAML 1.1, which SwiftLint accepts.
  static func boolean(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "on": true
    case "false", "no", "off": false
    default: nil
    }
  }
}
