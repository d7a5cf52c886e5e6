// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import JobQueue
import ReviewContract
import ReviewServer
import ReviewTesting
import Testing

/// A run that is lost after it wrote its result: the commit keeps this result.
struct LostRunTests {
  private static let final = PublicationKey(
    pullRequest: reference(), channel: .status, name: "reviewbot", head: commit(1))

  /// Loses the response to the publication of a result, so that it is written and not confirmed.
  private static func losingFirstResult() -> SimpleForge.Hook {
    let count = Locked(0)
    return { event async throws(ForgeError) in
      guard event == "publish.after" else { return }
      // The first publication is the pending status.
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number == 2 { throw ForgeError(.unreachable, "the connection broke") }
    }
  }

  @Test func `the run after a lost one does not publish a pending status again`() async throws {
    try await withDaemon(hook: Self.losingFirstResult()) { run in
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.rest()
      #expect(try await run.states() == [.done])
      #expect(run.reviewer.reviewed.withLock { $0 } == [commit(1), commit(1)])
      #expect(run.forge.statuses(of: commit(1)).map(\.state) == ["pending", "success"])
    }
  }

  @Test func `a newer head does not replace an unconfirmed result of an older head`() async throws {
    try await withDaemon(hook: Self.losingFirstResult()) { run in
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.until { run.lastStatus(of: 1) == "success" }
      run.forge.set(pull(head: 2))
      try await run.push(head: 2)
      try await run.rest()
      run.daemon.reconcile()
      try await run.until { try await run.queue.unsettledPublications(marked: "pending:").isEmpty }
      try await run.rest()
      #expect(run.lastStatus(of: 2) == "success")
      #expect(run.forge.statuses(of: commit(1)).map(\.state) == ["pending", "success"])
    }
  }

  @Test func `a run after a lost one writes no status again if the result was confirmed`() async throws {
    try await withDaemon(
      before: { forge, queue in
        forge.set(pull(head: 1))
        _ = try await queue.request(JobRequest(reference(), head: commit(1)))
        let lost = try #require(await queue.claim(by: "lost"))
        for state in [Publication.State.pending, .success] {
          _ = try await queue.record(
            Self.final, fingerprint: state == .pending ? "pending:1" : "2", under: lost)
          _ = try await forge.publish(
            Publication(
              pullRequest: 1, commit: commit(1), marker: RepositoryPolicy.sample.marker, state: state,
              summary: state == .pending ? "reviewing" : "all is well"), checking: {})
          try await queue.confirm(Self.final, remoteID: "1", under: lost)
        }
      }
    ) { run in
      run.time.clock.advance(by: .seconds(61))
      run.daemon.wake(for: nil)
      try await run.rest()
      #expect(try await run.states() == [.done])
      #expect(run.reviewer.reviewed.withLock { $0 } == [commit(1)])
      #expect(run.forge.statuses(of: commit(1)).map(\.state) == ["pending", "success"])
    }
  }

  @Test func `a late delivery of an older head does not give the newest head two results`() async throws {
    let hold = Gate()
    let isFirst = Locked(true)
    try await withDaemon(script: { _ in
      let waits = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      // Never opened.
      if waits { try await hold.pass() }
    }) { run in
      run.forge.set(pull(head: 2))
      try await run.push(head: 2)
      try await run.until { run.reviewer.reviewed.withLock { $0 } == [commit(2)] }
      // This head was pushed before the current one.
      try await run.push(head: 1)
      try await run.rest()
      run.daemon.reconcile()
      try await run.until { try await run.queue.unsettledPublications(marked: "pending:").isEmpty }
      try await run.rest()
      #expect(run.forge.statuses(of: commit(2)).map(\.state) == ["pending", "success"])
      #expect(run.forge.statuses(of: commit(1)) == [])
    }
  }

  @Test func `a delivery of the newest head does not repeat its review while an older head's job runs`() async throws {
    let queue = Locked<InMemoryQueue?>(nil)
    try await withDaemon(hook: { event async throws(ForgeError) in
      let armed = queue.withLock { queue in
        defer { if event == "pullRequest" { queue = nil } }
        return event == "pullRequest" ? queue : nil
      }
      guard let armed else { return }
      do {
        _ = try await armed.request(JobRequest(reference(), head: commit(2)))
      } catch {
        Issue.record(error)
      }
    }) { run in
      run.forge.set(pull(head: 2))
      try await run.push(head: 2)
      try await run.rest()
      queue.withLock { $0 = run.queue }
      // This head was pushed before the current one.
      try await run.push(head: 1)
      try await run.rest()
      #expect(try await run.states() == [.done, .superseded])
      #expect(run.reviewer.reviewed.withLock { $0 } == [commit(2)])
      #expect(run.forge.statuses(of: commit(2)).map(\.state) == ["pending", "success"])
      #expect(run.forge.statuses(of: commit(1)) == [])
    }
  }

  @Test func `a reviewed head that comes back during the review of another gets its comment again`() async throws {
    let forge = Locked<SimpleForge?>(nil)
    try await withDaemon(script: { job in
      if job.head == commit(2) { forge.withLock { $0 }?.set(pull(head: 1)) }
    }) { run in
      forge.withLock { $0 = run.forge }
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.rest()
      run.forge.set(pull(head: 2))
      try await run.push(head: 2)
      try await run.rest()
      #expect(run.reviewer.reviewed.withLock { $0 } == [commit(1), commit(2), commit(1)])
      #expect(
        run.forge.comments(on: 1).map(\.body) == ["\(RepositoryPolicy.sample.marker.line)\nreviewed \(commit(1))"])
      #expect(run.lastStatus(of: 1) == "success")
    }
  }

  @Test func `a review that is requested again publishes a pending status`() async throws {
    try await withDaemon { run in
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.rest()
      run.time.clock.advance(by: .seconds(1))
      _ = try await run.queue.request(JobRequest(reference(), head: commit(1), repeats: .always))
      run.daemon.wake(for: nil)
      try await run.rest()
      #expect(
        run.forge.statuses(of: commit(1)).map(\.state) == ["pending", "success", "pending", "success"])
    }
  }
}
