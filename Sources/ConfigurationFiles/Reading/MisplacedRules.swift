// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// Answers rules that a file sets outside of the section for them with the form that works.
struct MisplacedRules {
  private static let prefix = "pull_request."

  let catalogue: RuleCatalogue

  /// Adds a problem if the key is a rule.
  ///
  /// - Parameter section: the section that it was found in, whose own rules are not misplaced.
  /// - Returns: whether it is one.
  func report(_ entry: YAMLNode.Entry, in section: String? = nil, _ problems: inout ProblemList) -> Bool {
    let id = entry.key.hasPrefix(Self.prefix) ? String(entry.key.dropFirst(Self.prefix.count)) : entry.key
    if let rule = catalogue.changeRules.first(where: { $0.id == id }) {
      let form = form(of: entry.value, rule, ChangeRuleChoice.self)
      problems.add(
        "\(shown(entry.key)) is a rule about pull requests", at: entry.mark,
        remedy: "write pull_request: {rules: {\(id): \(form)}}")
      return true
    }
    guard section != RulesReader.name, let rule = catalogue.rule(id) else { return false }
    let form = form(of: entry.value, rule, RuleChoice.self)
    problems.add("\(shown(id)) is a rule", at: entry.mark, remedy: "write rules: {\(id): \(form)}")
    return true
  }

  /// Reports the rules among the keys of a section, and returns the section without them.
  func removing(from entry: YAMLNode.Entry, _ problems: inout ProblemList) -> YAMLNode.Entry {
    guard case .mapping(let entries) = entry.value.content,
      let section = ReviewConfiguration.sections.first(where: { $0.name == entry.key })
    else { return entry }
    let names = section.allNames
    let rest = entries.filter { names.contains($0.key) || !report($0, &problems) }
    return YAMLNode.Entry(
      key: entry.key, mark: entry.mark, value: YAMLNode(content: .mapping(rest), mark: entry.value.mark))
  }

  private func form<Settings: RuleSettings>(
    of node: YAMLNode, _ rule: RuleCatalogue.Rule, _ settings: Settings.Type
  ) -> String {
    guard case .scalar(let text) = node.content else { return "…" }
    return settings.form(of: text, rule) ?? (RuleLevel.names.contains(text) ? text : "…")
  }
}
