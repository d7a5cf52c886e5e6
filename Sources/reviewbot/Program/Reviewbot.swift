// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import ReviewContract

/// The command line.
struct Reviewbot: AsyncParsableCommand {
  static let version = ProgramVersion.number
  static let tool = ProgramVersion.tool

  static let configuration = CommandConfiguration(
    commandName: "reviewbot",
    abstract: "Review pull requests of Swift packages: builds, tests, patch coverage and style in one comment.",
    discussion: CommandHelp(
      text: "Runs on Linux. The help of each command lists its options, examples and variables.",
      examples: [
        ("doctor", "check this host"), ("lint", "check the style of the working tree's changes"),
        ("check --pr 7", "review a pull request of the remote origin"),
      ],
      statuses: CommandHelp.statuses(gate: "the gate failed"),
      variables: [CommandHelp.home, ("REVIEWBOT_TOKEN", "the token for the forge")]
    ).discussion,
    version: tool,
    subcommands: [
      CheckCommand.self, ReportCommand.self, PostCommand.self, LintCommand.self, CoverageCommand.self,
      DoctorCommand.self,
      ServeCommand.self,
      JobsCommand.self, QueueCommand.self, CacheCommand.self, RulesCommand.self, ExplainCommand.self,
      ConfigCommand.self,
      HookCommand.self,
    ])
}
