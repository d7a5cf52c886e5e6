// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser

/// The command line.
struct Reviewbot: AsyncParsableCommand {
  static let version = "0.1.0"
  /// How the program names itself in reports and to forges.
  static let tool = "reviewbot \(version)"

  static let configuration = CommandConfiguration(
    commandName: "reviewbot",
    abstract: "Reviews pull requests of Swift packages: builds, tests, patch coverage and style in one comment.",
    discussion: """
      Exit status: 0 passed, 1 the gate failed, 2 usage or configuration, 3 could not do the job, 4 superseded or \
      cancelled.
      """,
    version: tool,
    subcommands: [
      CheckCommand.self, LintCommand.self, CoverageCommand.self, DoctorCommand.self, ServeCommand.self,
      JobsCommand.self,
    ])
}
