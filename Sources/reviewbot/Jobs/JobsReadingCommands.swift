// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import Foundation
import JobQueue
import ReviewContract
import ReviewHost
import ReviewServer

struct JobsLogsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logs", abstract: "Print the output of a job's build and tests.",
    discussion: """
      Logs and reports are kept as configured: retention.logs, limits.logs_size.

        reviewbot jobs logs -f 12            while it runs, until it ends
        reviewbot jobs logs --report 12      the report, as JSON
      """)

  @OptionGroup var state: StateOption

  @Argument(help: ArgumentHelp("The job's number.", valueName: "ID"))
  var id: Int64

  @Flag(name: [.short, .long], help: "Print further output until the job ends.")
  var follow = false

  @Flag(help: "Print the report instead of the output.")
  var report = false

  func validate() throws {
    guard !(follow && report) else { throw ValidationError("--report cannot be followed") }
  }

  func run() async throws {
    let location = try state.location(environment: ProcessInfo.processInfo.environment)
    let (reader, output) = try location.readerAndOutput()
    let id = ReviewJob.ID(id)
    guard try await reader.job(id) != nil else {
      throw RunError("there is no job \(id)", remedy: "see reviewbot jobs list")
    }
    let reading: any LogReading =
      if let output {
        SharedLogReading(output, id, isReport: report)
      } else {
        FileLogReading(JobLogs(folder: Places(home: location.folder.path).logs) { 0 }, id, isReport: report)
      }
    var isThere = false
    while true {
      // Read in this order: what is written before the end of the job is printed.
      let isOver = try await reader.job(id)?.state.isFinished ?? true
      isThere = try await reading.printRest() || isThere
      if isOver || !follow { break }
      try await Task.sleep(for: Self.interval)
    }
    guard isThere else {
      throw RunError(
        "there is no \(report ? "report" : "log") of job \(id)",
        remedy: "only jobs that build code have one, once they have started, for as long as retention.logs says")
    }
  }

  private static let interval = Duration.milliseconds(200)
}

struct JobsApprovalsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "approvals", abstract: "List the approved commits of forks, and who approved them, the newest first.")

  @OptionGroup var state: StateOption

  @Option(help: ArgumentHelp("The maximum number of approvals, 1 to 1000.", valueName: "N"))
  var limit = 50

  @Option(help: "The output format: text, json (one object per line).")
  var format = JobsFormat.text

  func validate() throws {
    guard (1...JobFilter.largestLimit).contains(limit) else {
      throw ValidationError("--limit takes 1 to \(JobFilter.largestLimit)")
    }
  }

  func run() async throws {
    let reader = try state.location(environment: ProcessInfo.processInfo.environment).reader()
    let approvals = try await reader.approvals(limit: limit)
    switch format {
    case .text: Console.say(JobTable.text(approvals))
    case .json: for approval in approvals { Console.say(try ApprovalText(approval).line()) }
    }
  }
}
