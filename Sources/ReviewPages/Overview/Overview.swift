// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import JobQueue
import ReviewContract
import ReviewServer

/// The lists of jobs.
struct Overview: Sendable {
  struct Row: Sendable {
    let id: String
    let page: String
    let name: String
    let namePage: String
    let head: String?
    let since: String
    let note: String?
  }

  struct List: Sendable {
    let title: String
    let tone: String
    let count: Int
    let rows: [Row]
    let remaining: Int?
  }

  /// The maximum number of rows of a list.
  private static let mostRows = 200

  let lists: [List]
  let isEmpty: Bool
  let isSignedOut: Bool
  let unknownForges: String?
  let isCut: Bool

  init(
    _ jobs: [ReviewJob], pauses: [Pause], now: Timestamp, unknownForges: Set<String>, isSignedIn: Bool, isCut: Bool
  ) {
    func list(_ title: String, _ tone: String, _ isIncluded: (ReviewJob) -> Bool) -> List? {
      let found = jobs.filter(isIncluded)
      guard !found.isEmpty else { return nil }
      return List(
        title: title, tone: tone, count: found.count, rows: found.prefix(Self.mostRows).map { Self.row($0, pauses) },
        remaining: found.count > Self.mostRows ? found.count - Self.mostRows : nil)
    }
    lists = [
      list("Running", "note") { $0.state == .running },
      list("Ready", "good") { $0.state == .queued && $0.notBefore <= now && $0.pause(among: pauses) == nil },
      list("Paused", "warn") { $0.state == .queued && $0.pause(among: pauses) != nil },
      list("Delayed", "warn") { $0.state == .queued && $0.notBefore > now && $0.pause(among: pauses) == nil },
      list("Waiting for approval", "warn") { $0.state == .waiting },
      list("Failed", "bad") { $0.state == .dead },
    ].compactMap(\.self)
    isEmpty = lists.isEmpty
    isSignedOut = !isSignedIn
    self.unknownForges = unknownForges.isEmpty ? nil : unknownForges.sorted().joined(separator: ", ")
    self.isCut = isCut
  }

  private static func row(_ job: ReviewJob, _ pauses: [Pause]) -> Row {
    let time = job.finishedAt ?? (job.state == .running ? job.startedAt : nil) ?? job.queuedAt
    let isQueued = job.state == .queued
    let pause = isQueued ? job.pause(among: pauses).map { DaemonText.paused($0) } : nil
    let delay = isQueued && job.notBefore > job.queuedAt ? "not before \(job.notBefore.text)" : nil
    let labels = isQueued && !job.labels.isEmpty ? "needs \(WorkerLabel.phrase(job.labels))" : nil
    return Row(
      id: "\(job.id)", page: "/r/\(job.id)", name: JobText.name(of: job),
      namePage: JobText.page(around: job),
      head: job.head == .none ? nil : job.head.short, since: time.text, note: pause ?? delay ?? labels)
  }
}
