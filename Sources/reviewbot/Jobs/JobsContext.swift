// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import AssemblyKit
import ConfigurationFiles
import CurlTransport
import JobQueue
import ResourceLoading
import ReviewContract
import ReviewServer
import SystemPackage

/// The parts that the commands for jobs use, made from the assemblies.
enum JobsContext {
  /// The reply to a command is one short object.
  private static let maximumAnswerBytes = 64 << 10

  /// Looks at the queue, also while the daemon works on it.
  static func reader(of folder: StateDirectory) throws -> any QueueReader {
    try folder.checkQueue()
    var resolver = Registry([JobQueueAssembly()]).resolver()
    let make = try resolver(.queueReader)
    return try make(JobQueueSettings(file: folder.queue))
  }

  /// Opens the queue in the daemon's place.
  static func queue(of folder: StateDirectory) throws -> any ReviewQueue {
    try folder.checkQueue()
    var resolver = Registry([JobQueueAssembly()]).resolver()
    let make = try resolver(.reviewQueue)
    return try make(JobQueueSettings(file: folder.queue))
  }

  /// The way to a running daemon.
  static func transport(to socket: FilePath) throws -> any HTTPTransport {
    let settings = CurlSettings(
      connectTimeout: .seconds(5), totalTimeout: .seconds(30), maximumBodyBytes: maximumAnswerBytes,
      maximumRedirects: 0, unixSocket: socket)
    var resolver = Registry([CurlTransportAssembly(settings: settings)]).resolver()
    return try resolver(.httpTransport)
  }
}

/// `--config` and `--state`
struct StateOption: ParsableArguments {
  @Option(help: ArgumentHelp("The operator's file, which names the state folder.", valueName: "FILE"))
  var config: String?

  @Option(
    help: ArgumentHelp(
      "The daemon's state folder; $REVIEWBOT_STATE without it, else /var/lib/reviewbot.", valueName: "DIR"))
  var state: String?

  func folder(environment: [String: String]) throws -> StateDirectory {
    if let config {
      guard state == nil else {
        throw UsageError("two state folders are named", remedy: "use --config or --state")
      }
      return StateDirectory(path: FilePath(try ServerConfigurationReader().read(file: config).state.path))
    }
    return StateDirectory(named: state, environment: environment)
  }
}
