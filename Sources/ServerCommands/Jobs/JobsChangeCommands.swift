// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import Foundation
import JobQueue
import ReviewServer

struct JobsRetryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Queue finished jobs again: dead and cancelled ones, or reviews to repeat.")

  @OptionGroup var options: OperatorOptions

  @Argument(help: ArgumentHelp("The jobs' numbers.", valueName: "ID"))
  var ids: [Int64] = []

  @Flag(help: "All dead jobs.")
  var allDead = false

  func validate() throws {
    guard ids.isEmpty == allDead else { throw ValidationError("give the numbers of jobs, or --all-dead") }
  }

  func run() async throws {
    let location = try options.location()
    var jobs = ids.map { ReviewJob.ID($0) }
    if allDead {
      let dead = JobSelection(states: [.dead], limit: .max)
      jobs = try await dead.jobs(in: location.reader()).map(\.id).sorted()
    }
    try await options.perform(jobs.map { .retry($0) }, in: location)
  }
}

struct JobsCancelCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Cancel queued jobs, and request the cancellation of running ones.")

  @OptionGroup var options: OperatorOptions

  @Argument(help: ArgumentHelp("The jobs' numbers.", valueName: "ID"))
  var ids: [Int64]

  func run() async throws {
    try await options.perform(ids.map { .cancel(ReviewJob.ID($0)) })
  }
}

struct JobsRunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Review a pull request now, even if its head has been reviewed.")

  @OptionGroup var options: OperatorOptions

  @Argument(help: ArgumentHelp("The repository.", valueName: "FORGE:OWNER/NAME"))
  var repository: RepositoryReference

  @Argument(help: ArgumentHelp("The number of the pull request.", valueName: "N"))
  var number: Int

  func validate() throws {
    guard number > 0 else { throw ValidationError("N must be a pull request number above 0") }
  }

  func run() async throws {
    let pullRequest = PullRequestReference(repository: repository, number: number)
    try await options.perform([.run(pullRequest)])
  }
}

struct JobsPauseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Pause the jobs of a repository, of a forge, or all jobs, until they are resumed.",
    discussion: """
      Running jobs, commands in comments and statuses continue, and webhooks are still recorded. The pending status of a
      pull request says who paused its reviews, and why. A pause survives a restart; jobs list shows it.
      """)

  @OptionGroup var options: OperatorOptions

  @Argument(help: ArgumentHelp("The scope to pause: all, a forge's name, or FORGE:OWNER/NAME.", valueName: "SCOPE"))
  var scope: PauseScope

  func run() async throws {
    try await options.perform([.pause(scope)])
  }
}

struct JobsResumeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "End a pause. Each scope that was paused is resumed separately.")

  @OptionGroup var options: OperatorOptions

  @Argument(help: ArgumentHelp("The scope to resume: all, a forge's name, or FORGE:OWNER/NAME.", valueName: "SCOPE"))
  var scope: PauseScope

  func run() async throws {
    try await options.perform([.resume(scope)])
  }
}

/// The queue, and `--reason`
struct OperatorOptions: ParsableArguments {
  @OptionGroup var state: StateOption

  @Option(
    help: ArgumentHelp(
      "Why, for jobs audit; at most \(OperatorText.longestReason) characters. Authors see the reason of a pause.",
      valueName: "TEXT"))
  var reason: String?

  func location() throws -> QueueLocation {
    try state.location(environment: ProcessInfo.processInfo.environment)
  }

  /// - Parameter location: the location of the queue, if it is known already.
  func perform(_ commands: [OperatorCommand], in location: QueueLocation? = nil) async throws {
    try await OperatorCommandDispatcher(
      location: try location ?? self.location(), reason: reason, environment: ProcessInfo.processInfo.environment
    ).perform(commands)
  }
}

extension PauseScope: ExpressibleByArgument {
  /// `all`, `FORGE` or `FORGE:OWNER/NAME`
  package init?(argument: String) {
    if argument == "all" {
      self = .all
    } else if argument.contains(":") {
      guard let repository = RepositoryReference(argument: argument) else { return nil }
      self = .repository(repository)
    } else {
      guard !argument.isEmpty, !argument.contains("/") else { return nil }
      self = .forge(argument)
    }
  }
}
