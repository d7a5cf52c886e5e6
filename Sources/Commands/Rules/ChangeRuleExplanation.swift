// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import HostileText
import Rules

/// The explanation of a rule about pull requests: its purpose, its settings and an example of its key.
struct ChangeRuleExplanation: Sendable {
  private let description: ChangeRuleDescription
  private let entry: RuleCatalogue.Rule
  private let choices: [ChangeRuleChoice]
  private let origin: String

  /// - Parameter id: the key below `pull_request.rules`, or the identifier of findings, `pull_request.KEY`.
  /// - Returns: nil if there is no such rule.
  init?(of id: String, in loaded: LoadedConfiguration) {
    guard let rule = BuiltInChangeRules.all.first(where: { $0.description.id == id || $0.findingRule == id }),
      let entry = BuiltInChangeRules.catalogue.first(where: { $0.id == rule.description.id })
    else { return nil }
    let choices = { (configuration: ReviewConfiguration) in
      configuration.pullRequest.rules.filter { $0.id == entry.id && $0.isOn }
    }
    description = rule.description
    self.entry = entry
    self.choices = choices(loaded.configuration)
    origin = loaded.origin(choices) ?? "default"
  }

  /// The explanation as text for a terminal.
  var text: String {
    var lines = [
      "\(BuiltInChangeRules.prefix)\(entry.id): \(description.summary)", "",
      "  kind: pull request",
      "  level: \(choices.isEmpty ? "off" : choices.map(\.severity.rawValue).joined(separator: ", "))  (\(origin))",
      "  level when it is on: \(entry.severity.rawValue)"
        + (description.isRecommended ? "; note with preset: recommended" : ""),
    ]
    lines += entry.options.flatMap { option in
      ["  \(option.name): \(values(of: option))", "      \(option.summary)"]
    }
    lines.append("  needs: \(needs)")
    lines += choices.filter { !$0.message.isEmpty }.map { "  message: \(HostileText($0.message).line(limit: 300))" }
    lines += ["", "Set it in .reviewbot.yml:", "", "    pull_request:", "      rules:"]
    lines.append("        \(entry.id): \(description.example)")
    lines += ["", "It is about the whole change, so a comment in the code does not suppress it."]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The values of an option, of which a rule that is set several times has several.
  private func values(of option: RuleCatalogue.Option) -> String {
    let set = choices.compactMap { $0.options[option.name] }.filter { $0 != option.defaultValue }
    guard !set.isEmpty else { return "\(option.defaultValue)  (default)" }
    return HostileText(set.map { "\($0)" }.joined(separator: "; ")).line(limit: 300) + "  (\(origin))"
  }

  /// What only a review can know; `reviewbot lint` runs the others.
  private var needs: String {
    let names = description.factsOfForge
    return names.isEmpty
      ? "only the change, so reviewbot lint runs it too"
      : "the pull request's \(names.joined(separator: " and ")), so only check and serve run it"
  }
}
