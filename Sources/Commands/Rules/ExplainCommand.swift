// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import CommandSupport
import Foundation
import ReviewHost

struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain a rule: its purpose, its options, their origin, and examples.",
    discussion: CommandHelp(
      text: "Shows the values that the configuration of the working tree gives, and the file that sets them.",
      examples: [
        ("explain line_length", "explain a rule about code"),
        ("explain pull_request.size", "explain a rule about pull requests"),
      ],
      statuses: [(0, "done")] + CommandHelp.failures, variables: [CommandHelp.git]
    ).discussion)

  @Argument(help: ArgumentHelp("The identifier of the rule.", valueName: "RULE"), completion: .rules)
  var rule: String

  @OptionGroup var files: ConfigurationOptions

  func run() async throws {
    let session = LintSession.local(environment: ProcessInfo.processInfo.environment)
    let loaded = try await session.loadedConfiguration(files.request)
    let text =
      try CustomRuleExplanation(of: rule, in: loaded)?.text ?? ChangeRuleExplanation(of: rule, in: loaded)?.text
      ?? RuleExplanation(of: rule, in: loaded).text
    Console.say(Console.isTerminal(STDOUT_FILENO) ? text.prose(in: Console.width(STDOUT_FILENO)) : text)
  }
}
