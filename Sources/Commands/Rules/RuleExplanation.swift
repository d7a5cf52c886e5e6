// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import ConfigurationFiles
import Findings
import HostileText
import ReviewContract
import Rules

/// The explanation of a rule: its purpose, its settings and examples.
struct RuleExplanation: Sendable {
  private let description: RuleDescription
  private let entry: RuleCatalogue.Rule
  private let loaded: LoadedConfiguration

  /// - Throws: ``UsageError`` for an unknown rule.
  init(of id: String, in loaded: LoadedConfiguration) throws(UsageError) {
    guard let type = BuiltInRules.all.first(where: { $0.description.id == id }) else {
      let ids =
        BuiltInRules.all.map { $0.description.id }
        + BuiltInChangeRules.all.flatMap { [$0.description.id, $0.findingRule] }
      let nearest = NearestName.find(for: id, in: ids).map { "did you mean \($0)?" }
      throw UsageError(
        "there is no rule \(HostileText(id).line(limit: 80))", remedy: nearest ?? "list the rules with reviewbot rules")
    }
    description = type.description
    entry = type.catalogueEntry
    self.loaded = loaded
  }

  /// The explanation as text for a terminal.
  var text: String {
    var lines = ["\(description.id): \(description.name)", "", description.summary, ""]
    lines += settings
    if let section = BuiltInRules.documentation(of: description.id) { lines.append("  documented in \(section)") }
    lines +=
      examples("Triggers it", description.triggering) + examples("Does not trigger it", description.nonTriggering)
    lines += ["", "Suppress a finding with // reviewbot:disable:this \(description.id) -- REASON"]
    return lines.joined(separator: "\n") + "\n"
  }

  private var settings: [String] {
    let id = description.id
    let choice = loaded.configuration.rules[id]
    let level = choice?.level ?? "off"
    var lines = ["  kind: \(description.kind.rawValue)", "  level: \(level)" + origin { $0.rules[id]?.level }]
    for option in entry.options {
      let value = choice?.options[option.name] ?? option.defaultValue
      lines.append("  \(option.name): \(value)" + origin { $0.rules[id]?.options[option.name] })
      lines.append("      \(option.summary)")
    }
    for override in loaded.configuration.lint.overrides {
      guard let other = override.rules[id] else { continue }
      let paths = override.paths.map(\.pattern).joined(separator: ", ")
      lines.append("  in \(HostileText(paths).line()): \(other.level)")
    }
    return lines
  }

  private func origin<Value: Equatable>(_ value: (ReviewConfiguration) -> Value) -> String {
    "  (\(loaded.origin(value) ?? "default"))"
  }

  /// - Returns: the first three examples, indented.
  private func examples(_ title: String, _ examples: [Example]) -> [String] {
    guard !examples.isEmpty else { return [] }
    return ["", "\(title):"]
      + examples.prefix(3).flatMap { example in
        [""] + example.markedCode.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
      }
  }
}
