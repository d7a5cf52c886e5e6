// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import ConfigurationFiles
import ReviewContract
import ReviewServer

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
