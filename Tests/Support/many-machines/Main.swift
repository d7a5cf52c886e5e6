// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser

/// A test that runs the daemon as many processes with one database, and injects faults of the processes, their network,
/// disk and clock while deliveries arrive. Afterwards, nothing may be lost, and nothing may be published twice.
@main
struct Main: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "many-machines", abstract: "Test the daemon on many machines with faults.",
    subcommands: [RunCommand.self, DaemonCommand.self, BurstCommand.self, StartedCommand.self],
    defaultSubcommand: RunCommand.self)
}
