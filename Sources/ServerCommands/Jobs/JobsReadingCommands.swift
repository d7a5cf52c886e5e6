// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import ArgumentParser
import Foundation
import JobQueue
import ReviewServer

struct JobsLogsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logs", abstract: "Print the output of a job's build and tests.",
    discussion: """
      Logs and reports are kept as configured: retention.logs, limits.logs_size.

        reviewbot jobs logs -f 12            follow the output until the job ends
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
    guard !(follow && report) else { throw ValidationError("--report and --follow exclude each other") }
  }

  func run() async throws {
    let location = try state.location(environment: ProcessInfo.processInfo.environment)
    try await JobLogRun(location: location, id: ReviewJob.ID(id), isReport: report, follows: follow).perform()
  }
}

struct JobsApprovalsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "approvals", abstract: "List the approved commits of forks, and who approved them, the newest first.")

  @OptionGroup var state: StateOption

  @OptionGroup var limit: LimitOption<RecordedApproval>

  @Option(help: ArgumentHelp("The output format; json has one object per line.", valueName: "FORMAT"))
  var format = TextFormat.text

  func run() async throws {
    let reader = try state.location(environment: ProcessInfo.processInfo.environment).reader()
    let approvals = try await reader.approvals(limit: limit.count)
    switch format {
    case .text: Console.say(JobTable.text(approvals))
    case .json: for approval in approvals { Console.say(try JobRecord(approval).line()) }
    }
  }
}

struct JobsAuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "List the operators' commands with person and reason, the newest first.",
    discussion: "Commands are kept as long as approvals: retention.approvals.")

  @OptionGroup var state: StateOption

  @Option(help: ArgumentHelp("Only commands for this job.", valueName: "ID"))
  var job: Int64?

  @OptionGroup var limit: LimitOption<AuditRecord>

  @Option(help: ArgumentHelp("The output format; json has one object per line.", valueName: "FORMAT"))
  var format = TextFormat.text

  func run() async throws {
    let reader = try state.location(environment: ProcessInfo.processInfo.environment).reader()
    let records = try await reader.audit(of: job.map { ReviewJob.ID($0) }, limit: limit.count)
    switch format {
    case .text: Console.say(JobTable.text(records))
    case .json: for record in records { Console.say(try JobRecord(record).line()) }
    }
  }
}
