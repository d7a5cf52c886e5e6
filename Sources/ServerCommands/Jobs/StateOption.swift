// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import ConfigurationFiles
import JobQueue
import ReviewContract
import ReviewServer

/// `--config` and `--state`
struct StateOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The operator's file, which names the state folder and the queue's database.", valueName: "FILE"),
    completion: .file())
  var config: String?

  @Option(
    help: ArgumentHelp(
      "The daemon's state folder; default: $REVIEWBOT_STATE, else /var/lib/reviewbot.", valueName: "DIR"),
    completion: .directory)
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

/// `--limit`
struct LimitOption<Entry: ListedEntry>: ParsableArguments {
  @Option(
    name: .customLong("limit"), help: ArgumentHelp("The maximum number of \(Entry.plural), 1 to 1000.", valueName: "N"))
  var count = 50

  func validate() throws {
    guard (1...JobFilter.largestLimit).contains(count) else {
      throw ValidationError("--limit takes 1 to \(JobFilter.largestLimit)")
    }
  }
}

/// What a command lists up to a limit.
protocol ListedEntry: Sendable {
  /// Its name in the help.
  static var plural: String { get }
}

extension ReviewJob: ListedEntry {
  static var plural: String { "jobs" }
}

extension RecordedApproval: ListedEntry {
  static var plural: String { "approvals" }
}

extension AuditRecord: ListedEntry {
  static var plural: String { "commands" }
}
