// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import ArgumentParser
import ConfigurationFiles

struct QueueCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue",
    abstract: "Control a queue in a database as a whole.",
    discussion: CommandHelp(
      text: """
        All processes of a queue follow one policy: the limits and the retention of the operator's file that was \
        applied last. Documentation/operating-many-machines.md describes the operation.
        """,
      examples: [
        ("queue policy show --config /etc/reviewbot/server.yml", "show the policy, and where the file differs"),
        ("queue policy apply --config /etc/reviewbot/server.yml", "apply the file's values as the policy"),
        ("queue convert --config /etc/reviewbot/server.yml", "move the queue of the state folder to the database"),
      ],
      statuses: [(0, "done")] + CommandHelp.failures, variables: []
    ).discussion,
    subcommands: [QueuePolicyCommand.self, QueueConvertCommand.self])
}

struct QueuePolicyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policy", abstract: "Show or change the policy that all processes follow.",
    subcommands: [QueuePolicyShowCommand.self, QueuePolicyApplyCommand.self])
}

struct QueuePolicyShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the policy, who applied it, and where the operator's file differs.")

  @OptionGroup var server: ServerFileOption

  func run() async throws { try await PolicyRun(server.read(), file: server.config).show() }
}

struct QueuePolicyApplyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Make the limits and the retention of the operator's file the policy. Running daemons follow it.")

  @OptionGroup var server: ServerFileOption

  func run() async throws { try await PolicyRun(server.read(), file: server.config).apply() }
}

struct QueueConvertCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Move the queue from the file in the state folder to the database. The daemon must not be running.",
    discussion: """
      The database must not have jobs yet. All rows are copied in one transaction and counted again there; then the file \
      is renamed, so that it is not used by mistake. An interrupted conversion can be repeated.
      """)

  @OptionGroup var server: ServerFileOption

  func run() async throws { try await ConversionRun(server.read(), file: server.config).perform() }
}

/// `--config` of the commands for a queue in a database.
struct ServerFileOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("The operator's file, which names the state folder and the database.", valueName: "FILE"),
    completion: .file())
  var config: String

  func read() throws -> ServerConfiguration { try ServerConfigurationReader().read(file: config) }
}
