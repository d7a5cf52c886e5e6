// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
package import JobQueue
import ReviewContract

/// The words for where a job stands.
package enum StandingText {
  /// What the job waits for, or its place; `nil` for a job that runs or is finished. Hostile text.
  package static func state(_ standing: JobStanding, of job: ReviewJob) -> String? {
    switch standing.state {
    case .finished, .running: return nil
    case .unapproved: return "waits for the approval of \(job.head.short)"
    case .paused(let pause):
      let author = JobTable.author(Attribution(person: pause.author, reason: pause.reason))
      return "paused: \(pause.scope), since \(pause.since.text), by \(author)"
    case .delayed(let time):
      return "not before \(time.text)" + (job.error.map { ", after a failed attempt: \($0)" } ?? "")
    case .ready(let inRepository, let overall):
      return "\(text(inRepository)) in this repository, \(text(overall)) in all" + labels(of: job)
    case .unplaced: return "among more than \(JobFilter.largestLimit) jobs" + labels(of: job)
    }
  }

  private static func labels(of job: ReviewJob) -> String {
    job.labels.isEmpty ? "" : "; needs a worker with the \(WorkerLabel.phrase(job.labels))"
  }

  /// The estimate; `nil` if there is none.
  package static func estimate(_ standing: JobStanding) -> String? {
    guard let run = standing.run else { return nil }
    if standing.state == .running { return run == .zero ? "ends soon" : "ends in about \(rounded(run))" }
    let start: String? = standing.wait.map { $0 == .zero ? "starts now" : "starts in about \(rounded($0))" }
    return (start.map { "\($0), " } ?? "") + "takes about \(rounded(run))"
  }

  private static func text(_ place: JobStanding.Place) -> String { "\(place.number) of \(place.count)" }

  /// In whole minutes above two minutes.
  private static func rounded(_ duration: Duration) -> String {
    let seconds = max(1, duration.milliseconds / 1000)
    return String(duration: .seconds(seconds < 120 ? seconds : (seconds + 30) / 60 * 60))
  }
}
