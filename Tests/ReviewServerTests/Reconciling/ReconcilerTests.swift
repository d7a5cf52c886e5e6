// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CoreMetrics
import JobQueue
import Logging
import ReviewContract
import ReviewTesting
import Testing

@testable import ReviewServer

struct ReconcilerTests {
  @Test func `pull requests without a delivery are found at the start`() async throws {
    try await withDaemon(before: { forge, queue in
      forge.set(pull(1, head: 1))
      forge.set(pull(2, head: 2, state: .closed))
      forge.set(pull(3, head: 3))
      // This head is recorded as reviewed.
      _ = try await queue.request(JobRequest(reference(3), head: commit(3)))
      let lease = try #require(await queue.claim(by: "before"))
      _ = try await queue.finish(lease, .done(head: commit(3), verdict: "passed"))
    }) { run in
      try await run.until { run.lastStatus(of: 1) == "success" }
      try await run.rest()
      #expect(run.reviewer.reviewed.withLock { $0 } == [commit(1)])
    }
  }

  @Test func `pull requests without a delivery are pending at once, while the workers are busy`() async throws {
    let hold = Gate()
    try await withDaemon(
      script: { _ in try await hold.pass() },
      before: { forge, _ in for number in 1...5 { forge.set(pull(number, head: number)) } }
    ) { run in
      // One of them is being reviewed, the others wait for the worker.
      try await run.forge.signal.wait { (1...5).allSatisfy { run.lastStatus(of: $0) == "pending" } }
      #expect(run.reviewer.reviewed.withLock { $0.count } <= 1)
      hold.open()
      try await run.rest()
      #expect((1...5).allSatisfy { run.lastStatus(of: $0) == "success" })
      #expect((1...5).allSatisfy { run.forge.statuses(of: commit($0)).map(\.state) == ["pending", "success"] })
    }
  }

  @Test func `a head that is pending on the forge and reviewed in a restored queue is reviewed again`() async throws {
    try await withDaemon(before: { forge, queue in
      // Both are recorded as reviewed; on the forge, the status of the first one is pending.
      forge.set(pull(1, head: 1))
      forge.set(pull(2, head: 2))
      for number in 1...2 {
        _ = try await queue.request(JobRequest(reference(number), head: commit(number)))
        let lease = try #require(await queue.claim(by: "before"))
        let key = PublicationKey(
          pullRequest: reference(number), channel: .status, name: "reviewbot", head: commit(number))
        _ = try await queue.record(key, fingerprint: "final", under: lease)
        try await queue.confirm(key, remoteID: "1", under: lease)
        _ = try await queue.finish(lease, .done(head: commit(number), verdict: "passed"))
      }
      let marker = RepositoryPolicy.sample.marker
      for (number, state) in [(1, Publication.State.pending), (2, .success)] {
        _ = try await forge.publish(
          Publication(
            pullRequest: number, commit: commit(number), marker: marker, comment: nil, state: state, summary: "x")
        ) {}
      }
    }) { run in
      try await run.until { run.lastStatus(of: 1) == "success" }
      try await run.rest()
      #expect(run.reviewer.reviewed.withLock { $0 } == [commit(1)])
    }
  }

  @Test func `a stop ends a reconciliation at once, while a review has time to end`() async throws {
    let (review, listing, ended) = (Gate(), Gate(), Gate())
    let isHeld = Locked(false)
    try await withDaemon(
      hook: { event async throws(ForgeError) in
        guard event == "openPullRequests", isHeld.withLock({ $0 }), await (try? listing.pass()) == nil else { return }
        ended.open()
        throw ForgeError(.unreachable, "cancelled")
      },
      script: { _ in try await review.pass() }
    ) { run in
      run.forge.set(pull(1, head: 1))
      try await run.push(1, head: 1)
      try await review.arrived()
      isHeld.withLock { $0 = true }
      run.daemon.reconcile()
      try await listing.arrived()
      run.daemon.stop()
      try await ended.pass()
      review.open()
    }
  }

  @Test func `with a third of the deliveries lost, every head is reviewed after one reconciliation`() async throws {
    var random = SeededRandom(seed: 7)
    let delivered = (1...60).filter { _ in Int.random(in: 0..<10, using: &random) >= 3 }
    #expect(delivered.count < 60)
    try await withDaemon(workers: 3) { run in
      for number in 1...60 { run.forge.set(pull(number, head: number)) }
      for number in delivered { try await run.push(number, head: number) }
      try await run.rest()
      run.daemon.reconcile()
      try await run.until { (1...60).allSatisfy { run.lastStatus(of: $0) == "success" } }
      try await run.rest()
      #expect(run.reviewer.reviewed.withLock { Set($0) } == Set((1...60).map(commit)))
      #expect(run.reviewer.reviewed.withLock { $0.count } == 60)
      #expect((1...60).allSatisfy { run.forge.comments(on: $0).count == 1 })
    }
  }

  @Test func `a pending status without a job gets a final status`() async throws {
    try await withDaemon(
      before: { forge, queue in
        forge.set(pull(1, head: 2))
        // A daemon that was killed after it published a pending status of the first head, before a newer head was
        // pushed.
        _ = try await queue.request(JobRequest(reference(), head: commit(1)))
        let lease = try #require(await queue.claim(by: "before"))
        let key = PublicationKey(pullRequest: reference(), channel: .status, name: "reviewbot", head: commit(1))
        _ = try await queue.record(key, fingerprint: "pending:1", under: lease)
        try await queue.confirm(key, remoteID: "1", under: lease)
        _ = try await queue.request(JobRequest(reference(), head: commit(2)))
        _ = try await queue.finish(lease, .stopped)
      }
    ) { run in
      try await run.until { run.lastStatus(of: 1) == "error" && run.lastStatus(of: 2) == "success" }
      try await run.rest()
      #expect(try await run.queue.unsettledPublications(marked: "pending:") == [])
    }
  }

  @Test func `a job that waits for an approval ends when the pull request is closed`() async throws {
    try await withDaemon(before: { forge, queue in
      forge.set(pull(1, head: 1, state: .closed))
      _ = try await queue.request(JobRequest(reference(), head: commit(1), needsApproval: true))
    }) { run in
      try await run.until { try await run.states() == [.cancelled] }
    }
  }

  @Test func `a failed list of pull requests does not delay deliveries, and is read again`() async throws {
    let isAway = Locked(true)
    try await withDaemon(
      hook: { event async throws(ForgeError) in
        if event == "openPullRequests", isAway.withLock({ $0 }) { throw ForgeError(.unreachable, "no response") }
      },
      before: { forge, _ in forge.set(pull(1, head: 1)) }
    ) { run in
      run.forge.set(pull(2, head: 2))
      try await run.push(2, head: 2)
      try await run.until { run.lastStatus(of: 2) == "success" }
      #expect(run.lastStatus(of: 1) == nil)
      isAway.withLock { $0 = false }
      run.daemon.reconcile()
      try await run.until { run.lastStatus(of: 1) == "success" }
    }
  }

  @Test func `a repository that could not be read is read again before the next reconciliation`() async throws {
    var times = DaemonTimes.quick
    times.reconcilingAgain = .milliseconds(1)
    let lists = Locked<[Bool]>([])
    try await withDaemon(
      times: times,
      hook: { event async throws(ForgeError) in
        guard event == "openPullRequests" else { return }
        let isAway = lists.withLock { lists in
          lists.append(lists.count < 4)
          return lists.count <= 4
        }
        if isAway { throw ForgeError(.misconfigured, "the file of the token is empty") }
      },
      before: { forge, _ in forge.set(pull(1, head: 1)) }
    ) { run in
      try await run.until { run.lastStatus(of: 1) == "success" }
      #expect(lists.withLock { $0 } == [true, true, true, true, false])
    }
  }

  @Test func `a job that began to wait while the list was read goes on waiting`() async throws {
    let queue = InMemoryQueue(clock: ManualClock())
    // The forge created its list before this job began to wait.
    let forge = SimpleForge { event async throws(ForgeError) in
      guard event == "openPullRequests" else { return }
      do {
        _ = try await queue.request(JobRequest(reference(2), head: commit(2), needsApproval: true))
      } catch {
        Issue.record(error)
      }
    }
    let metrics = DaemonMetrics(factory: NOOPMetricsHandler.instance)
    let log = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    let reconciler = Reconciler(
      queue: queue, clients: forge, discovery: Discovery(clients: forge, metrics: metrics, log: log),
      wakeup: WakeupSignal(), settling: .seconds(15), metrics: metrics, log: log)
    #expect(await reconciler.reconcile() == Reconciler.Changes())
    let jobs = try await queue.jobs(JobFilter())
    #expect(jobs.map(\.state) == [.waiting])
  }

  @Test func `a final status that failed is published later, even if the shown status is unknown`() async throws {
    let faults = Locked((isOver: false, isWritten: false))
    try await withDaemon(
      hook: { event async throws(ForgeError) in
        let isRefused = faults.withLock { faults in
          // The first status is written and its response is lost; all later writes fail.
          if event == "status.after" { faults.isWritten = true }
          return !faults.isOver && faults.isWritten && ["status.after", "publish.before"].contains(event)
        }
        if isRefused { throw ForgeError(.rejected, "no") }
      }
    ) { run in
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.rest()
      #expect(try await run.states() == [.dead])
      #expect(run.lastStatus(of: 1) == "pending")
      faults.withLock { $0.isOver = true }
      run.daemon.reconcile()
      try await run.until { run.lastStatus(of: 1) == "error" }
      try await run.rest()
      #expect(try await run.queue.unsettledPublications(marked: "pending:") == [])
    }
  }
}
