// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import ConfigurationFiles
import Foundation
import ReviewContract
import SystemPackage

/// The daemon's directory for persistent state.
struct StateDirectory: Hashable, Sendable {
  let path: FilePath

  init(path: FilePath) {
    self.path = path
  }

  /// - Parameter name: the path from the command line; `nil` for `$REVIEWBOT_STATE`, else `/var/lib/reviewbot`.
  init(named name: String?, environment: [String: String]) {
    let named = [name, environment["REVIEWBOT_STATE"]].lazy.compactMap { $0 }.first { !$0.isEmpty }
    path = FilePath(named ?? "/var/lib/reviewbot")
  }

  /// The daemon's queue.
  var queue: FilePath { path.appending("queue.sqlite") }
  /// The control socket of a running daemon. It is protected by the folder's permissions.
  var socket: FilePath { path.appending("control.socket") }

  /// Verifies that the queue exists, because opening a missing one would create it.
  ///
  /// - Throws: ``RunError`` if it does not exist.
  func checkQueue() throws(RunError) {
    guard FileManager.default.fileExists(atPath: queue.string) else {
      throw RunError(
        "there is no queue \(queue)", remedy: "name the daemon's state folder with --state or REVIEWBOT_STATE")
    }
  }
}

/// `--config` and `--state`
struct StateOption: ParsableArguments {
  @Option(help: ArgumentHelp("The operator's file, which names the state folder.", valueName: "FILE"))
  var config: String?

  @Option(
    help: ArgumentHelp(
      "The daemon's state folder; default: $REVIEWBOT_STATE, else /var/lib/reviewbot.", valueName: "DIR"))
  var state: String?

  func folder(environment: [String: String]) throws -> StateDirectory {
    if let config {
      guard state == nil else {
        throw UsageError("both --config and --state are given", remedy: "use one of them")
      }
      return StateDirectory(path: FilePath(try ServerConfigurationReader().read(file: config).state.path))
    }
    return StateDirectory(named: state, environment: environment)
  }
}
