// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import Foundation
import JobQueue
import ReviewContract
import ReviewServer

struct JobsRetryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Queue dead or cancelled jobs again.")

  @OptionGroup var state: StateOption

  @Argument(help: ArgumentHelp("The jobs' numbers.", valueName: "ID"))
  var ids: [Int64] = []

  @Flag(help: "All dead jobs.")
  var allDead = false

  func validate() throws {
    guard ids.isEmpty == allDead else { throw ValidationError("give the numbers of jobs, or --all-dead") }
  }

  func run() async throws {
    let folder = try state.folder(environment: ProcessInfo.processInfo.environment)
    var jobs = ids.map { ReviewJob.ID($0) }
    if allDead {
      let dead = JobSelection(states: [.dead], limit: .max)
      jobs = try await dead.jobs(in: JobsContext.reader(of: folder)).map(\.id).sorted()
    }
    try await JobCommandDispatcher(folder: folder).perform(.retry, on: jobs)
  }
}
