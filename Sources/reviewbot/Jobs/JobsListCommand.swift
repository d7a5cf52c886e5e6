// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import Foundation
import JobQueue
import ReviewContract

struct JobsListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List jobs, the newest first.")

  @OptionGroup var state: StateOption

  @Option(help: ArgumentHelp("Only jobs in this state. Repeatable.", valueName: "STATE"))
  var stateOf: [ReviewJob.State] = []

  @Option(help: ArgumentHelp("Only jobs of this repository.", valueName: "FORGE:OWNER/NAME"))
  var repo: RepositoryReference?

  @Option(help: ArgumentHelp("Only jobs of pull requests with this number.", valueName: "N"))
  var pr: Int?

  @Option(help: ArgumentHelp("The maximum number of jobs, 1 to 1000.", valueName: "N"))
  var limit = 50

  @Option(help: "The output format: text, json (one object per line).")
  var format = JobsFormat.text

  func validate() throws {
    guard (1...JobFilter.largestLimit).contains(limit) else {
      throw ValidationError("--limit takes 1 to \(JobFilter.largestLimit)")
    }
    guard pr.map({ $0 > 0 }) ?? true else { throw ValidationError("--pr takes the number of a pull request") }
  }

  func run() async throws {
    let reader = try JobsContext.reader(of: state.folder(environment: ProcessInfo.processInfo.environment))
    let selection = JobSelection(states: Set(stateOf), repository: repo, number: pr, limit: limit)
    let jobs = try await selection.jobs(in: reader)
    switch format {
    case .text: Console.say(JobTable.text(jobs))
    case .json: for job in jobs { Console.say(try JobRecord(job).line()) }
    }
  }
}

/// The output format of jobs.
enum JobsFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

extension ReviewJob.State: ExpressibleByArgument {}

extension RepositoryReference: ExpressibleByArgument {
  /// `FORGE:OWNER/NAME`
  package init?(argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[1].split(separator: "/").count >= 2 else { return nil }
    self.init(forge: String(parts[0]), name: String(parts[1]))
  }
}
