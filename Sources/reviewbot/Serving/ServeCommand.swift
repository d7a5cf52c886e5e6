// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import Foundation
import ReviewServer
import SwiftBuild

struct ServeCommand: AsyncParsableCommand {
  static let name = "serve"

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Run the daemon: receive webhooks and review pull requests.",
    discussion: """
      The daemon is configured by a file; config/reviewbot-server.yml is an example. On SIGTERM, running reviews have the \
      grace period of the file to complete, the others are returned to the queue, and the exit status is 0. reviewbot \
      jobs inspects the queue. Documentation/operating.md describes the operation.

      Exit status: 0 terminated by a signal, 2 invalid file or secret, 3 cannot start or continue.
      """)

  @Option(help: ArgumentHelp("The server configuration.", valueName: "FILE"))
  var config: String

  @Flag(help: "Check the file and the secrets that it names, and exit.")
  var check = false

  func run() async throws {
    let environment = await ToolchainSelection.environment(selecting: ProcessInfo.processInfo.environment)
    let service = try ServedService(file: config, environment: environment)
    if check {
      Console.say("\(config): valid")
      return
    }
    let stop = StopSignal()
    // An unstructured task, because a signal cancels this task while running reviews have a grace period.
    let work = Task { try await ServeRun(service: service, environment: environment, stop: stop).perform() }
    try await withTaskCancellationHandler {
      try await work.value
    } onCancel: {
      stop.stop()
    }
  }
}
