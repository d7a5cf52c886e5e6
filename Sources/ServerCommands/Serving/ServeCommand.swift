// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CommandSupport
import ArgumentParser
import CurlTransport
import Foundation
import ReviewContract
import ReviewServer
import SwiftBuild

struct ServeCommand: AsyncParsableCommand {
  static let name = "serve"

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Run the daemon: receive webhooks and review pull requests.",
    discussion: help.discussion)

  private static let help = CommandHelp(
    text: """
      The daemon is configured by a file; config/reviewbot-server.yml is an example. On SIGTERM, running reviews have the \
      grace period of the file to complete, the others are returned to the queue, and the exit status is 0. On SIGHUP, \
      the file and its secrets are read again; the log names changes that need a restart. reviewbot \
      jobs inspects the queue. Documentation/operating.md describes the operation.
      """,
    examples: [
      ("serve --config /etc/reviewbot/server.yml", "run the daemon"),
      ("serve --config /etc/reviewbot/server.yml --role intake,keeper", "run a daemon that reviews nothing itself"),
      ("serve --config /etc/reviewbot/server.yml --check", "check the file and the secrets that it names"),
      ("serve --config /etc/reviewbot/server.yml --check --online", "check the rights on each repository too"),
    ],
    statuses: [(0, "terminated by a signal, or the file is valid")] + CommandHelp.failures,
    variables: [
      CommandHelp.path, ("HTTPS_PROXY, HTTP_PROXY, NO_PROXY, SSL_CERT_FILE", "proxy and certificate authorities"),
    ])

  @Option(help: ArgumentHelp("The server configuration.", valueName: "FILE"), completion: .file())
  var config: String

  @Flag(help: "Check the file and the secrets that it names, and exit.")
  var check = false

  @Flag(help: "With --check: also read each repository, and report which rights the credentials have there.")
  var online = false

  @Option(
    help: ArgumentHelp(
      "The roles of this process for a queue in a database: intake (receive webhooks), worker (run jobs), keeper (reconcile and delete "
        + "expired records, one process at a time), pages (serve the web pages), separated by commas; default: all.",
      valueName: "ROLES"))
  var role = DaemonRoles.all

  @Option(
    help: ArgumentHelp(
      "Labels of this machine in addition to the detected ones, separated by commas: repositories can request them with build.labels if "
        + "the file allows it.", valueName: "LABELS"))
  var labels = MachineLabels()

  @OptionGroup var session: ForgeSessionOptions

  func validate() throws {
    guard check || !online else { throw ValidationError("--online requires --check") }
  }

  func run() async throws {
    let environment = await ToolchainSelection.environment(selecting: ProcessInfo.processInfo.environment)
    let service = try ServedService(
      file: config, catalogue: AppContext(environment: environment).catalogue)
    try QueueLocation(service.configuration, file: config).check()
    let session = try session.session()
    if check {
      Console.say("\(config): valid")
      if online {
        try await OnlineCheck(service: service, parts: AppContext(environment: environment, session: session)).run()
      }
      return
    }
    try Self.loadLibraries()
    let stop = StopSignal()
    let run = try ServeRun(
      file: config, service: service, roles: role.roles, labels: labels.labels, environment: environment,
      session: session,
      stop: stop)
    // An unstructured task, because a signal cancels this task while running reviews have a grace period.
    let work = Task { try await run.perform() }
    try await withTaskCancellationHandler {
      try await session.run { try await work.value }
    } onCancel: {
      stop.stop()
    }
  }

  /// Loads what would otherwise be loaded for the first request to a forge, long after the start.
  private static func loadLibraries() throws(UsageError) {
    do throws(LibraryError) {
      try CurlLibrary.load()
    } catch {
      throw UsageError(error.reason, remedy: error.remedy)
    }
  }
}

/// The value of `--role`.
struct DaemonRoles: ExpressibleByArgument, CustomStringConvertible {
  static let all = DaemonRoles(roles: DaemonRole.all)

  let roles: Set<DaemonRole>

  init?(argument: String) {
    let roles = argument.split(separator: ",", omittingEmptySubsequences: false).map {
      DaemonRole(rawValue: String($0))
    }
    guard !roles.contains(nil) else { return nil }
    self.init(roles: Set(roles.compactMap(\.self)))
  }

  private init(roles: Set<DaemonRole>) { self.roles = roles }

  var description: String { DaemonRole.allCases.filter { roles.contains($0) }.map(\.rawValue).joined(separator: ",") }

  var defaultValueDescription: String { "all" }
}

/// The value of `--labels`.
struct MachineLabels: ExpressibleByArgument, CustomStringConvertible {
  let labels: Set<WorkerLabel>

  init() { labels = [] }

  init?(argument: String) {
    let labels = argument.split(separator: ",", omittingEmptySubsequences: false).map { WorkerLabel(String($0)) }
    guard !labels.contains(nil) else { return nil }
    self.labels = Set(labels.compactMap(\.self))
  }

  var description: String { labels.sorted().map(\.name).joined(separator: ",") }

  var defaultValueDescription: String { "none" }
}
