// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// A configuration with the origins of its values.
package struct LoadedConfiguration: Sendable {
  /// The configuration before and after each file, in the order in which they were applied.
  struct Layers {
    private var all: [(path: String, before: ReviewConfiguration, after: ReviewConfiguration)] = []

    mutating func add(
      _ path: String, _ configuration: inout ReviewConfiguration,
      _ apply: (inout ReviewConfiguration) throws(ConfigurationError) -> Void
    ) throws(ConfigurationError) {
      let before = configuration
      try apply(&configuration)
      all.append((path, before, configuration))
    }

    /// Returns the last file that set the final value; `nil` if no file changed it.
    func origin<Value: Equatable>(_ value: (ReviewConfiguration) -> Value, _ final: Value) -> String? {
      all.last { value($0.after) == final && value($0.before) != final }?.path
    }
  }

  package let configuration: ReviewConfiguration
  let defaults: ReviewConfiguration
  /// The name of the file, for messages.
  package let file: String
  let layers: Layers
  /// Notes about settings in SwiftLint's configuration that have no effect.
  package let notes: [String]

  /// Returns the file that sets a value; `nil` for the default and for a file's value that equals the default.
  package func origin<Value: Equatable>(_ value: (ReviewConfiguration) -> Value) -> String? {
    let current = value(configuration)
    if let origin = layers.origin(value, current) { return origin }
    return current == value(defaults) ? nil : file
  }
}

extension LoadedConfiguration {
  /// Creates a configuration that is set by one file.
  package init(_ configuration: ReviewConfiguration, over defaults: ReviewConfiguration, file: String, notes: [String])
  {
    self.init(configuration: configuration, defaults: defaults, file: file, layers: Layers(), notes: notes)
  }

  /// Returns the configuration as YAML.
  ///
  /// - Parameters:
  ///   - showsOrigins: whether comments name the file that sets a value.
  ///   - isComplete: whether default values are included.
  package func text(showsOrigins: Bool, isComplete: Bool = true) -> String {
    var lines = ["version: \(ReviewConfiguration.version)"]
    for key in ReviewConfiguration.keys {
      lines += ["", "\(key.name): \(key.text(configuration))" + Self.mark(origin { key.text($0) })]
    }
    for section in ReviewConfiguration.sections {
      lines += ["", "\(section.name):"]
      for key in section.keys where !key.text(configuration).isEmpty {
        lines.append("  \(key.name): \(key.text(configuration))" + Self.mark(origin { key.text($0) }))
      }
      if section.name == LintSection.name { lines += overrides }
      if section.name == PullRequestSection.name { lines += changeRules }
    }
    lines += ["", "\(RulesReader.name):"]
    for id in configuration.rules.keys.sorted() { lines += rule(id) }
    if !isComplete { lines = Self.removingDefaults(lines) }
    return lines.map { Self.line($0, showsOrigins: showsOrigins) }.joined(separator: "\n") + "\n"
  }

  private var changeRules: [String] {
    let rules = configuration.pullRequest.rules
    guard !rules.isEmpty else { return [] }
    var lines = ["  \(PullRequestSection.rulesName):" + Self.mark(origin(\.pullRequest.rules))]
    for (id, choices) in Dictionary(grouping: rules, by: \.id).sorted(by: { $0.key < $1.key }) {
      let texts = choices.map { $0.text(nil) }
      lines.append("    \(id): " + (texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ", "))]"))
    }
    return lines
  }

  private var overrides: [String] {
    guard !configuration.lint.overrides.isEmpty else { return [] }
    return ["  \(LintSection.overridesName):" + Self.mark(origin(\.lint.overrides))]
      + configuration.lint.overrides.flatMap { override in
        ["    - path: \(ConfigurationCodec.globs.text(override.paths))", "      \(RulesReader.name):"]
          + override.rules.sorted { $0.key < $1.key }.map { id, choice in
            let options = choice.options.sorted { $0.key < $1.key }.map { ", \($0.key): \($0.value)" }.joined()
            return choice.isOn
              ? "        \(id): {severity: \(choice.severity.rawValue)\(options)}" : "        \(id): off"
          }
      }
  }

  private func rule(_ id: String) -> [String] {
    guard let choice = configuration.rules[id] else { return [] }
    let level = Self.mark(origin { $0.rules[id]?.level })
    let isSimple = choice.options.isEmpty && choice.included.isEmpty && choice.excluded.isEmpty
    // Options would turn a rule on.
    if isSimple || !choice.isOn { return ["  \(id): \(choice.level)\(level)"] }
    var lines = ["  \(id):", "    severity: \(choice.severity.rawValue)\(level)"]
    for (name, path) in [("included", \RuleChoice.included), ("excluded", \RuleChoice.excluded)] {
      guard !choice[keyPath: path].isEmpty else { continue }
      let origin = origin { $0.rules[id]?[keyPath: path] }
      lines.append("    \(name): \(ConfigurationCodec.globs.text(choice[keyPath: path]))" + Self.mark(origin))
    }
    for (name, value) in choice.options.sorted(by: { $0.key < $1.key }) {
      lines.append("    \(name): \(value)" + Self.mark(origin { $0.rules[id]?.options[name] }))
    }
    return lines
  }

  /// The separator of a line and its origin until the line is printed: values never contain NUL.
  private static let separator: Character = "\0"
  private static let defaultName = "default"

  private static func mark(_ origin: String?) -> String { "\(separator)\(origin ?? defaultName)" }

  private static func line(_ line: String, showsOrigins: Bool) -> String {
    let parts = line.split(separator: separator, maxSplits: 1)
    guard parts.count == 2 else { return line }
    return showsOrigins ? "\(parts[0])  # \(parts[1])" : String(parts[0])
  }

  /// Removes default values, and keys without remaining values.
  private static func removingDefaults(_ lines: [String]) -> [String] {
    var kept: [String] = []
    for line in lines.reversed() where !line.hasSuffix("\(separator)\(defaultName)") {
      let indent = line.prefix { $0 == " " }.count
      let isMapping = line.hasSuffix(":") || line.contains(":\(separator)")
      let hasEntries = kept.last.map { $0.prefix { $0 == " " }.count > indent } ?? false
      if isMapping && !hasEntries { continue }
      if line.isEmpty, kept.last?.isEmpty != false { continue }
      kept.append(line)
    }
    return kept.reversed()
  }
}
