// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import ArgumentParser
import Foundation
import JobQueue
import ReviewContract
import ReviewServer

struct JobsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jobs",
    abstract: "Inspect and control the daemon's queue.",
    discussion: help.discussion,
    subcommands: [
      JobsListCommand.self, JobsShowCommand.self, JobsLogsCommand.self, JobsRunCommand.self, JobsRetryCommand.self,
      JobsCancelCommand.self, JobsPauseCommand.self, JobsResumeCommand.self, JobsApprovalsCommand.self,
      JobsAuditCommand.self,
    ])

  private static let help = CommandHelp(
    text: """
      Works with and without a running daemon; a running daemon executes the changes of the queue. Requires the \
      permissions of the daemon's user.
      """,
    examples: [
      ("jobs list --state-of dead", "list the jobs that failed permanently"),
      ("jobs retry --all-dead", "queue all dead jobs again"),
      ("jobs run github:acme/shapes 7", "review a pull request"),
      ("jobs logs -f 12", "follow the output of a job"),
      ("jobs pause github:acme/shapes --reason upgrade", "pause a repository"),
    ],
    statuses: [(0, "done")] + CommandHelp.failures, variables: [CommandHelp.state])
}

struct JobsListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List jobs, the newest first.")

  @OptionGroup var state: StateOption

  @Option(help: ArgumentHelp("Only jobs in this state. Repeatable.", valueName: "STATE"))
  var stateOf: [ReviewJob.State] = []

  @Option(help: ArgumentHelp("Only jobs of this repository.", valueName: "FORGE:OWNER/NAME"))
  var repo: RepositoryReference?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Only jobs of pull requests with this number.", valueName: "N"))
  var pr: Int?

  @OptionGroup var limit: LimitOption<ReviewJob>

  @Option(help: ArgumentHelp("The output format; json has one object per line.", valueName: "FORMAT"))
  var format = TextFormat.text

  func validate() throws {
    guard pr.map({ $0 > 0 }) ?? true else { throw ValidationError("--pr takes a pull request number above 0") }
  }

  func run() async throws {
    let reader = try state.location(environment: ProcessInfo.processInfo.environment).reader()
    let selection = JobSelection(states: Set(stateOf), repository: repo, number: pr, limit: limit.count)
    let jobs = try await selection.jobs(in: reader)
    switch format {
    case .text:
      let pauses = try await reader.pauses()
      Console.say(JobTable.text(jobs, pauses: pauses) + JobTable.text(pauses))
    case .json: for job in jobs { Console.say(try JobRecord(job).line()) }
    }
  }
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

struct JobsShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the details of a job and the publications for its pull request.")

  @OptionGroup var state: StateOption

  @Argument(help: ArgumentHelp("The job's number.", valueName: "ID"))
  var id: Int64

  @Option(help: ArgumentHelp("The output format.", valueName: "FORMAT"))
  var format = TextFormat.text

  func run() async throws {
    let location = try state.location(environment: ProcessInfo.processInfo.environment)
    let reader = try location.reader()
    guard let job = try await reader.job(ReviewJob.ID(id)) else {
      throw RunError("there is no job \(id)", remedy: "see reviewbot jobs list")
    }
    let details = JobDetails(
      job: job, publications: try await reader.publications(of: job.pullRequest),
      reviewedHead: try await reader.reviewedHead(of: job.pullRequest),
      isApproved: try await reader.isApproved(job.head, of: job.pullRequest),
      standing: try await reader.standing(of: job, workers: location.workers, policy: location.policy),
      commands: try await reader.audit(of: job.id, limit: JobFilter.largestLimit))
    switch format {
    case .text: Console.say(JobDetailsText.make(details))
    case .json: Console.say(try JobRecord(details).line())
    }
  }
}
