// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import ConfigurationFiles
import CurlTransport
import JobQueue
import ResourceLoading
import ReviewContract
import ReviewServer
import SystemPackage

/// The services of the `jobs` commands, resolved from the assemblies.
enum JobsContext {
  /// The response to a command is one short object.
  private static let maximumAnswerBytes = 64 << 10

  /// The HTTP transport to a running daemon.
  static func transport(to socket: FilePath) -> any HTTPTransport {
    let settings = CurlSettings(
      connectTimeout: .seconds(5), totalTimeout: .seconds(30), maximumBodyBytes: maximumAnswerBytes,
      maximumRedirects: 0, unixSocket: socket)
    return CurlTransportAssembly(settings: settings).transport
  }
}

/// `--config` and `--state`
struct StateOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("The operator's file, which names the state folder and the queue's database.", valueName: "FILE")
  )
  var config: String?

  @Option(
    help: ArgumentHelp(
      "The daemon's state folder; default: $REVIEWBOT_STATE, else /var/lib/reviewbot.", valueName: "DIR"))
  var state: String?

  func location(environment: [String: String]) throws -> QueueLocation {
    if let config {
      guard state == nil else {
        throw UsageError("both --config and --state are given", remedy: "use one of them")
      }
      return QueueLocation(try ServerConfigurationReader().read(file: config), file: config)
    }
    return QueueLocation(folder: StateDirectory(named: state, environment: environment))
  }
}
