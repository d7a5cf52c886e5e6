// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import Foundation
import JobQueue
import ReviewContract

struct JobsShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the details of a job and the publications for its pull request.")

  @OptionGroup var state: StateOption

  @Argument(help: ArgumentHelp("The job's number.", valueName: "ID"))
  var id: Int64

  @Option(help: "The output format: text, json.")
  var format = JobsFormat.text

  func run() async throws {
    let reader = try JobsContext.reader(of: state.folder(environment: ProcessInfo.processInfo.environment))
    guard let job = try await reader.job(ReviewJob.ID(id)) else {
      throw RunError("there is no job \(id)", remedy: "see reviewbot jobs list")
    }
    let details = JobDetails(
      job: job, publications: try await reader.publications(of: job.pullRequest),
      reviewedHead: try await reader.reviewedHead(of: job.pullRequest),
      isApproved: try await reader.isApproved(job.head, of: job.pullRequest))
    switch format {
    case .text: Console.say(JobDetailsText.make(details))
    case .json: Console.say(try JobRecord(details).line())
    }
  }
}
