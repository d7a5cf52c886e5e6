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
    discussion: """
      Exit status: 0 passed, 1 the gate failed, 2 usage or configuration error, 3 the command failed, 4 superseded or \
      cancelled.
      """,
    version: tool,
    subcommands: [
      CheckCommand.self, LintCommand.self, CoverageCommand.self, DoctorCommand.self, ServeCommand.self,
      JobsCommand.self,
    ])
}
