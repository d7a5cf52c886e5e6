// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import JobQueue
import ReviewContract
import ReviewServer
import ReviewTesting
import Testing

/// The events after which the status of a commit is written again, because several pull requests have it as their head.
struct SharedHeadTests {
  /// The commits whose status was renewed, and the response of the forge.
  private func withRenewals(
    _ renewal: StatusRenewal = StatusRenewal(),
    _ body: @escaping @Sendable (DaemonRun, _ renewed: Locked<[String]>) async throws -> Void
  ) async throws {
    let renewed = Locked<[String]>([])
    try await withDaemon(
      hook: { event async throws(ForgeError) in
        if event == "openPullRequests" { throw ForgeError(.unreachable, "no response") }
        if event.hasPrefix("renewStatus ") { renewed.withLock { $0.append(String(event.dropFirst(12))) } }
      },
      clients: { forge in
        var forge = forge
        forge.renewal = { _ in renewal }
        forge.holder = { $0.pullRequest == 1 && $0.state == .success ? 2 : nil }
        return forge
      }
    ) { run in try await body(run, renewed) }
  }

  @Test func `a pull request is closed`() async throws {
    try await withRenewals { run, renewed in
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.rest()
      #expect(renewed.withLock { $0 } == [])
      run.forge.set(pull(head: 1, state: .closed))
      _ = try await run.queue.cancel(CancelRequest(reference(), head: commit(1)))
      run.daemon.wake(for: reference())
      try await run.rest()
      #expect(renewed.withLock { $0 } == [commit(1).hex])
      #expect(try await run.states() == [.done])
    }
  }

  @Test func `a pull request is opened again, and shows its result`() async throws {
    try await withRenewals(StatusRenewal(reviewed: [1])) { run, renewed in
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.rest()
      let request = JobRequest(reference(), head: commit(1), renewsStatus: true)
      #expect(try await run.queue.request(request).kind == .alreadyReviewed)
      run.daemon.wake(for: reference())
      try await run.rest()
      #expect(renewed.withLock { $0 } == [commit(1).hex])
      #expect(try await run.states() == [.done])
    }
  }

  @Test func `a pull request whose result is not shown any more is reviewed again`() async throws {
    try await withRenewals { run, renewed in
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.rest()
      _ = try await run.queue.request(JobRequest(reference(), head: commit(1), renewsStatus: true))
      run.daemon.wake(for: reference())
      try await run.rest()
      #expect(renewed.withLock { $0 } == [commit(1).hex])
      #expect(try await run.states() == [.done, .done])
    }
  }

  @Test func `the pull request whose failure is shown has a new head`() async throws {
    try await withRenewals(StatusRenewal(reviewed: [1])) { run, renewed in
      run.forge.set(pull(1, head: 1))
      try await run.push(1, head: 1)
      try await run.rest()
      func marks() async throws -> [Bool?] {
        try await run.queue.publications(of: reference(1)).filter { $0.key.channel == .status }
          .map { $0.fingerprint?.hasPrefix("held:2:") }
      }
      #expect(try await marks() == [true])
      run.forge.set(pull(3, head: 3))
      try await run.push(3, head: 3)
      try await run.rest()
      #expect(renewed.withLock { $0 } == [])
      run.forge.set(pull(2, head: 2))
      try await run.push(2, head: 2)
      try await run.rest()
      #expect(renewed.withLock { $0 } == [commit(1).hex])
      // The status shows the pass now.
      #expect(try await marks() == [false])
    }
  }

  @Test func `a final status that is published again is compared with what the forge shows`() async throws {
    try await withRenewals { run, _ in
      run.forge.set(pull(2, head: 1))
      try await run.push(2, head: 1)
      try await run.rest()
      var other = Publication(
        pullRequest: 1, commit: commit(1), marker: RepositoryPolicy.sample.marker, state: .failure, summary: "no")
      other.base = "release"
      _ = try await run.forge.publish(other) {}
      #expect(run.lastStatus(of: 1) == "failure")
      _ = try await run.queue.request(JobRequest(reference(2), head: commit(1), repeats: .always))
      run.daemon.wake(for: reference(2))
      try await run.rest()
      #expect(run.lastStatus(of: 1) == "success")
    }
  }

  @Test func `another pull request with the head was retargeted`() async throws {
    try await withRenewals(StatusRenewal(reviewed: [1], retargeted: [2])) { run, _ in
      run.forge.set(pull(1, head: 1))
      run.forge.set(pull(2, head: 1))
      _ = try await run.queue.request(JobRequest(renewingStatusOf: commit(1), reference(1)))
      run.daemon.wake(for: reference(1))
      try await run.rest()
      #expect(try await run.states(1) == [])
      #expect(try await run.states(2) == [.done])
    }
  }
}
