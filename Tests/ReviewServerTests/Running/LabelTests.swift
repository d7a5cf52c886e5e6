// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CoreMetrics
import JobQueue
import Observability
import ReviewContract
@testable import ReviewServer
import ReviewTesting
import Testing

struct LabelTests {
  private static let wanted = ["large", "swift-6.3"].compactMap { WorkerLabel($0) }

  private static let offered = Set(["x86_64"].compactMap { WorkerLabel($0) })

  /// The reviewer of a machine that has `x86_64` only.
  private static let lacking: ScriptedReviewer.Script = { _ in
    if let error = MissingLabels(wanted: wanted, offered: offered) { throw error }
  }

  @Test func `a review whose labels this machine lacks waits for another, and its status names them`() async throws {
    try await withDaemon(script: Self.lacking) { run in
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.queue.signal.wait {
        try await run.queue.jobs(JobFilter(states: [.queued])).contains { $0.labels == Self.wanted }
      }
      let job = try #require(try await run.queue.jobs(JobFilter()).first { $0.kind == .review })
      #expect(job.attempts == 0)
      #expect(job.error == nil)
      let status = try #require(run.forge.statuses(of: commit(1)).last)
      #expect(status.state == "pending")
      #expect(status.summary == "waiting for a worker with the labels large, swift-6.3")
      #expect(JobTable.text([job]).contains("needs a worker with the labels large, swift-6.3"))
      #expect(run.forge.comments(on: 1).isEmpty)
      // Another process runs the job.
      let lease = try #require(await run.queue.claim(by: "other", ClaimScope(labels: Set(Self.wanted))))
      #expect(lease.job.id == job.id)
      _ = try await run.queue.finish(lease, .done(head: commit(1), verdict: "passed", labels: Self.wanted))
    }
  }

  @Test func `a review ends with the reason after a day without a worker with its labels`() async throws {
    try await withDaemon(script: Self.lacking) { run in
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.queue.signal.wait {
        try await run.queue.jobs(JobFilter(states: [.queued])).contains { $0.labels == Self.wanted }
      }
      run.time.clock.advance(by: QueuePolicy().longestOutage)
      run.daemon.wake(for: nil)
      try await run.queue.signal.wait { try await run.states() == [.dead] }
      #expect(run.lastStatus(of: 1) == "error")
      let comment = try #require(run.forge.comments(on: 1).first?.body)
      #expect(comment.contains("no worker of this server had the labels large, swift-6.3 for 24 hours"), "\(comment)")
      #expect(comment.contains("build.labels"), "\(comment)")
    }
  }

  @Test func `a machine with the labels claims a job that another machine could not run`() async throws {
    try await withDaemon(
      labels: Set(Self.wanted),
      before: { forge, queue in
        forge.set(pull(head: 1))
        _ = try await queue.request(JobRequest(reference(), head: commit(1)))
        let lease = try #require(await queue.claim(by: "other"))
        _ = try await queue.finish(lease, .needsLabels(Self.wanted))
      }
    ) { run in
      try await run.queue.signal.wait { try await run.states() == [.done] }
      #expect(run.lastStatus(of: 1) == "success")
    }
  }

  @Test func `waiting builds are counted by label, and a label without builds has the count 0`() async throws {
    let registry = PrometheusRegistry(process: nil)
    let metrics = DaemonMetrics(factory: PrometheusFactory(registry), labels: Array(Self.wanted.prefix(1)))
    var statistics = QueueStatistics(now: ManualClock().now)
    statistics.take(readyBuilds: 2, labels: Self.wanted)
    statistics.take(readyBuilds: 3, labels: [])
    metrics.note(statistics)
    let text = registry.text()
    #expect(text.contains("reviewbot_ready_builds{label=\"large\"} 2\n"), "\(text)")
    #expect(text.contains("reviewbot_ready_builds{label=\"swift-6.3\"} 2\n"))
    #expect(text.contains("reviewbot_ready_builds{label=\"*\"} 3\n"))
    metrics.note(QueueStatistics(now: ManualClock().now))
    let later = registry.text()
    for label in ["large", "swift-6.3", "*"] {
      #expect(later.contains("reviewbot_ready_builds{label=\"\(label)\"} 0\n"), "\(later)")
    }
  }
}
