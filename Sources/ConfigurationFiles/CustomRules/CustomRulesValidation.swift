// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// Validates rules of `lint.custom` beyond their form: names, patterns and captures.
struct CustomRulesValidation {
  let catalogue: RuleCatalogue

  /// - Parameters:
  ///   - rules: the rules that were read from the node.
  ///   - node: the value of `lint.custom`.
  func check(_ rules: [CustomRule], _ node: YAMLNode, _ problems: inout ProblemList) {
    guard case .sequence(let items) = node.content, items.count == rules.count else { return }
    let builtIn = Set((catalogue.rules + catalogue.changeRules).map(\.id))
    var first: [String: YAMLMark] = [:]
    for (rule, item) in zip(rules, items) {
      guard case .mapping(let entries) = item.content else { continue }
      let keys = KeyLocations(mark: item.mark, entries: entries)
      let place = keys.mark(of: "id")
      if builtIn.contains(rule.id) {
        problems.add(
          "custom: \(shown(rule.id)) is the name of a built-in rule", at: place, remedy: "give the rule another name")
      }
      if let other = first[rule.id] {
        problems.add(
          "custom: the rule \(shown(rule.id)) is defined twice, first in line \(other.line)", at: place,
          remedy: "give one of them another name")
      }
      first[rule.id] = first[rule.id] ?? place
      for problem in catalogue.customRuleCheck.problems(rule) {
        let value = entries.first { $0.key == problem.key }?.value.mark
        let key = problem.key.isEmpty ? "" : ".\(problem.key)"
        problems.add("custom.\(rule.id)\(key): \(problem.message)", at: value ?? item.mark)
      }
    }
  }
}
