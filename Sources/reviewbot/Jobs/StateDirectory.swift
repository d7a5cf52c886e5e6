// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import ConfigurationFiles
import Foundation
import ReviewContract
import SystemPackage

/// Where the daemon keeps what must outlive it.
struct StateDirectory: Hashable, Sendable {
  let path: FilePath

  init(path: FilePath) {
    self.path = path
  }

  /// - Parameter name: what the command line says; `$REVIEWBOT_STATE` without it, else `/var/lib/reviewbot`.
  init(named name: String?, environment: [String: String]) {
    let named = [name, environment["REVIEWBOT_STATE"]].lazy.compactMap { $0 }.first { !$0.isEmpty }
    path = FilePath(named ?? "/var/lib/reviewbot")
  }

  /// The daemon's queue.
  var queue: FilePath { path.appending("queue.sqlite") }
  /// Where a running daemon takes orders from who may write into the folder.
  var socket: FilePath { path.appending("control.socket") }

  /// - Throws: ``RunError`` where no daemon has ever been: looking must not make a queue.
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
