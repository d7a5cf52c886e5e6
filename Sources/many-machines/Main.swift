// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser

/// Runs the daemon as many processes over one database, and breaks them, their network, disk and clock while deliveries
/// arrive. Afterwards, nothing may be lost, and nothing may be shown twice.
@main
struct Main: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "many-machines", abstract: "Test the daemon on many machines with faults.",
    subcommands: [RunCommand.self, DaemonCommand.self], defaultSubcommand: RunCommand.self)
}
