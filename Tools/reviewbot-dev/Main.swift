// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser

/// The developer tool of reviewbot.
@main
struct Main: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reviewbot-dev", abstract: "Writes generated files and checks the sources of reviewbot.",
    subcommands: [
      GenerateCommand.self, CheckLayersCommand.self, CheckSizesCommand.self, FuzzCommand.self, RunTestsCommand.self,
    ])
}
