// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract
import ReviewHost
import ReviewServer

/// One `reviewbot jobs logs`: prints the output of a job, or its report.
struct JobLogRun: Sendable {
  private static let interval = Duration.milliseconds(200)

  let location: QueueLocation
  let id: ReviewJob.ID
  /// Whether the report is printed instead of the output.
  let isReport: Bool
  /// Whether further output is printed until the job ends.
  let follows: Bool

  func perform() async throws {
    let (reader, output) = try location.readerAndOutput()
    guard try await reader.job(id) != nil else {
      throw RunError("there is no job \(id)", remedy: "see reviewbot jobs list")
    }
    let logs = JobLogs(folder: HomeDirectory(path: location.folder.path).logs, maximumBytes: { 0 }, shared: output)
    let reading: any LogReading =
      if isReport {
        ReportReading(logs.reports, id)
      } else if let output {
        SharedLogReading(output, id)
      } else {
        FileLogReading(logs, id)
      }
    var isThere = false
    while true {
      // The state is read before the output, so that all output before the end of the job is printed.
      let isOver = try await reader.job(id)?.state.isFinished ?? true
      isThere = try await reading.printRest() || isThere
      if isOver || !follows { break }
      try await Task.sleep(for: Self.interval)
    }
    guard isThere else {
      throw RunError(
        "there is no \(isReport ? "report" : "log") of job \(id)",
        remedy: "only jobs that build code have one, from their start until retention.logs has passed")
    }
  }
}
