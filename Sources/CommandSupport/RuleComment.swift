// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
package import Findings
import HostileText
import Rules

/// The explanation of a rule in a comment: its page in short.
package enum RuleComment {
  private static let shownExamples = 2
  private static let exampleLines = 12
  private static let shownOptions = 12
  /// The maximum number of similar names in the answer to an unknown one.
  private static let shownNames = 3

  /// - Parameters:
  ///   - rule: hostile text.
  ///   - custom: the rules of a configuration; `nil` if they are not known.
  /// - Returns: Markdown; `nil` for a rule that is unknown without them.
  package static func text(about rule: String, custom: [CustomRule]?) -> String? {
    if let type = BuiltInRules.all.first(where: { $0.description.id == rule }) {
      return text(type.description, type.catalogueEntry)
    }
    if let type = BuiltInChangeRules.all.first(where: {
      [rule, BuiltInChangeRules.prefix + rule].contains($0.findingRule)
    }) {
      return text(id: type.findingRule, type.description.summary, facts: ["about the pull request"])
    }
    guard let custom else { return nil }
    if let found = custom.first(where: { $0.id == rule }) { return text(found) }
    return unknown(rule, custom)
  }

  private static func text(_ description: RuleDescription, _ entry: RuleCatalogue.Rule) -> String {
    let page = RuleMetadata.helpURL(of: description.id).map { "[SwiftLint's page](\($0))" }
    let facts = [
      description.kind.rawValue, description.severity.rawValue,
      description.isOptIn ? "off by default" : "on by default",
      page,
    ]
    let options = entry.options.prefix(shownOptions).map { option in
      "- `\(option.name)`: \(HostileText("\(option.defaultValue)").codeSpan(limit: 80)). \(option.summary)"
    }
    return text(id: description.id, description.summary, facts: facts.compactMap(\.self))
      + (options.isEmpty ? "" : "\nOptions with their defaults:\n\n\(options.joined(separator: "\n"))\n")
      + examples("Triggers it", description.triggering.map(\.markedCode))
      + examples("Does not trigger it", description.nonTriggering.map(\.markedCode)) + suppression(description.id)
  }

  private static func text(_ rule: CustomRule) -> String {
    let kind = rule.syntax == nil ? "regular expression" : "syntax pattern"
    return text(
      id: rule.id, rule.message,
      facts: ["custom rule of this repository", kind, rule.isOn ? rule.severity.rawValue : "off"])
      + examples("Triggers it", rule.examples.bad.map(\.code))
      + examples("Does not trigger it", rule.examples.good.map(\.code)) + suppression(rule.id)
  }

  private static func text(id: String, _ summary: String, facts: [String]) -> String {
    "### \(HostileText(id).codeSpan())\n\n\(HostileText(summary).markdown(limit: 1_000))\n\n"
      + "\(facts.joined(separator: " · "))\n"
  }

  private static func examples(_ title: String, _ examples: [String]) -> String {
    guard !examples.isEmpty else { return "" }
    return "\n\(title):\n\n"
      + examples.prefix(shownExamples).map { HostileText($0).codeBlock(limit: 120, maximumLines: exampleLines) }
      .joined(separator: "\n")
  }

  private static func suppression(_ id: String) -> String {
    "\nA comment suppresses a finding: \(HostileText("// reviewbot:disable:this \(id) -- REASON").codeSpan())\n"
  }

  private static func unknown(_ rule: String, _ custom: [CustomRule]) -> String {
    var names = BuiltInRules.all.map { $0.description.id } + BuiltInChangeRules.all.map { $0.findingRule }
    names += custom.map(\.id)
    var nearest: [String] = []
    while nearest.count < shownNames, let name = NearestName.find(for: rule, in: names) {
      nearest.append(HostileText(name).codeSpan())
      names.removeAll { $0 == name }
    }
    let hint =
      nearest.isEmpty ? "`reviewbot rules` lists all." : "Did you mean \(nearest.joined(separator: ", "))?"
    return "There is no rule \(HostileText(rule).codeSpan(limit: 80)). \(hint)"
  }
}
