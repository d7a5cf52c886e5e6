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
    abstract: "Take in webhooks and review the pull requests that they tell of.",
    discussion: """
      What the daemon does is in the operator's file; config/reviewbot-server.yml is one to begin with. It goes on until it \
      gets SIGTERM: then it lets go on what runs for as long as the file says, gives back the rest, and ends with 0. \
      reviewbot jobs looks into its queue. Documentation/operating.md tells how to run it.

      Exit status: 0 ended as asked, 2 the file or a secret is wrong, 3 could not start or go on.
      """)

  @Option(help: ArgumentHelp("The operator's file.", valueName: "FILE"))
  var config: String

  @Flag(help: "Only check the file and the secrets that it names, and end.")
  var check = false

  func run() async throws {
    let environment = await ToolchainSelection.environment(selecting: ProcessInfo.processInfo.environment)
    let service = try ServedService(file: config, environment: environment)
    if check {
      Console.say("\(config): nothing is wrong")
      return
    }
    let stop = StopSignal()
    // Not a child of this task, which is cancelled by a signal: what runs may go on for a while then.
    let work = Task { try await ServeRun(service: service, environment: environment, stop: stop).perform() }
    try await withTaskCancellationHandler {
      try await work.value
    } onCancel: {
      stop.stop()
    }
  }
}
