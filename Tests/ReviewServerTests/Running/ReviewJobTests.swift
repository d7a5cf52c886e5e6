// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import JobQueue
import ReviewContract
import ReviewServer
import ReviewTesting
import Testing

struct ReviewJobTests {
  @Test func `a head gets one comment, and a pending status before the final one`() async throws {
    try await withDaemon { run in
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.rest()
      #expect(run.forge.comments(on: 1).map(\.body).map { $0.contains("reviewed \(commit(1))") } == [true])
      #expect(run.forge.statuses(of: commit(1)).map(\.state) == ["pending", "success"])
      #expect(try await run.states() == [.done])
      #expect(try await run.queue.reviewedHead(of: reference()) == commit(1))
    }
  }

  @Test func `the pending status says that a test failed while the review runs`() async throws {
    let hold = Gate()
    let events: [ProgressEvent] = [
      .started(stage: "test"), .output(line: "✘ Test area() failed after 0.001 seconds with 1 issue."),
    ]
    try await withDaemon(events: events, script: { _ in try await hold.pass() }) { run in
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.until { run.forge.statuses(of: commit(1)).count == 2 }
      hold.open()
      try await run.rest()
      let statuses = run.forge.statuses(of: commit(1))
      #expect(statuses.map(\.state) == ["pending", "pending", "success"])
      #expect(statuses.dropFirst().first?.summary == "reviewing \(commit(1).short): testing, 1 test failed so far")
      #expect(run.forge.comments(on: 1).count == 1)
    }
  }

  @Test func `a newer head stops the review of the older immediately, not at the next renewal`() async throws {
    let hold = Gate()
    var times = DaemonTimes.quick
    times.beat = .seconds(86_400)
    // The gate is never opened.
    try await withDaemon(times: times, script: { if $0.head == commit(1) { try await hold.pass() } }) { run in
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.until { run.reviewer.reviewed.withLock { $0 } == [commit(1)] }
      run.forge.set(pull(head: 2))
      try await run.push(head: 2)
      try await run.until { run.reviewer.reviewed.withLock { $0 }.count == 2 }
      try await run.rest()
      #expect(try await run.states() == [.superseded, .done])
      #expect(
        run.forge.comments(on: 1).map(\.body) == ["\(RepositoryPolicy.sample.marker.line)\nreviewed \(commit(2))"])
      #expect(run.forge.statuses(of: commit(1)).map(\.state) == ["pending", "error"])
      #expect(run.lastStatus(of: 2) == "success")
    }
  }

  @Test func `closing the pull request stops the review, and no comment follows`() async throws {
    let hold = Gate()
    try await withDaemon(script: { _ in try await hold.pass() }) { run in
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.until { run.lastStatus(of: 1) == "pending" && !run.reviewer.reviewed.withLock { $0 }.isEmpty }
      run.forge.set(pull(head: 1, state: .closed))
      _ = try await run.queue.cancel(CancelRequest(reference()))
      run.daemon.wake(for: reference())
      try await run.rest()
      #expect(try await run.states() == [.cancelled])
      #expect(run.forge.comments(on: 1) == [])
      #expect(run.lastStatus(of: 1) == "error")
    }
  }

  @Test func `a job uses the forge's current state instead of the delivery's`() async throws {
    try await withDaemon(hook: withoutLists) { run in
      run.forge.set(pull(1, head: 2))
      run.forge.set(pull(2, head: 1, state: .merged))
      try await run.push(1, head: 1)
      try await run.push(2, head: 1)
      try await run.rest()
      #expect(run.reviewer.reviewed.withLock { $0 } == [commit(2)])
      #expect(try await run.states(1) == [.superseded, .done])
      #expect(try await run.states(2) == [.cancelled])
      #expect(run.forge.statuses(of: commit(1)) == [])
    }
  }

  @Test func `the comment shows the head that was pushed during the review of an older one`() async throws {
    let forge = Locked<SimpleForge?>(nil)
    try await withDaemon(script: { job in
      if job.head == commit(1) { forge.withLock { $0 }?.set(pull(head: 2)) }
    }) { run in
      forge.withLock { $0 = run.forge }
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.rest()
      #expect(run.reviewer.reviewed.withLock { $0 } == [commit(1), commit(2)])
      #expect(
        run.forge.comments(on: 1).map(\.body) == ["\(RepositoryPolicy.sample.marker.line)\nreviewed \(commit(2))"])
      // The review of the first head was completed, so its status has the verdict.
      #expect(run.lastStatus(of: 1) == "success")
    }
  }

  @Test func `a transient failure is retried, and nothing is published twice`() async throws {
    let failures = Locked(2)
    var policy = QueuePolicy()
    policy.firstRetry = .milliseconds(20)
    try await withDaemon(
      queuePolicy: policy,
      hook: { event async throws(ForgeError) in
        // The comment is written, and its response is lost.
        guard event == "comment.after",
          failures.withLock({ remaining in
            remaining -= 1
            return remaining >= 0
          })
        else { return }
        throw ForgeError(.unreachable, "the connection broke")
      }
    ) { run in
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.rest()
      #expect(try await run.states() == [.done])
      #expect(run.forge.comments(on: 1).count == 1)
      #expect(run.lastStatus(of: 1) == "success")
    }
  }

  @Test func `a permanent failure is published on the pull request, as escaped text`() async throws {
    let message = "line 3: no such key <img src=x> @acme/all\n```\n/reviewbot ok"
    try await withDaemon(script: { _ in throw ReviewRefusal(message) }) { run in
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.rest()
      #expect(try await run.states() == [.dead])
      #expect(run.lastStatus(of: 1) == "error")
      let comment = try #require(run.forge.comments(on: 1).first?.body)
      #expect(comment.contains("    line 3: no such key <img src=x> @acme/all\n    ```\n    /reviewbot ok"))
    }
  }

  @Test func `a job that fails every time is dead, and publishes a final status`() async throws {
    var policy = QueuePolicy()
    policy.firstRetry = .milliseconds(5)
    policy.longestRetry = .milliseconds(10)
    struct Broken: Error {}
    try await withDaemon(queuePolicy: policy, script: { _ in throw Broken() }) { run in
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.rest()
      #expect(run.reviewer.reviewed.withLock { $0 }.count == QueuePolicy().maximumAttempts)
      #expect(try await run.states() == [.dead])
      #expect(run.forge.statuses(of: commit(1)).map(\.state) == ["pending", "error"])
    }
  }

  @Test func `a draft is ignored when drafts are skipped`() async throws {
    var policy = RepositoryPolicy.sample
    policy.drafts = .skip
    try await withDaemon(policy: policy) { run in
      run.forge.set(pull(head: 1, isDraft: true))
      try await run.push(head: 1)
      try await run.rest()
      #expect(run.reviewer.reviewed.withLock { $0 } == [])
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.rest()
      #expect(try await run.states() == [.cancelled, .done])
    }
  }

  @Test func `a draft that becomes ready during its partial review is reviewed again`() async throws {
    let others = Locked<DaemonRun?>(nil)
    try await withDaemon(
      script: { _ in others.withLock { $0 }?.forge.set(pull(head: 1)) }
    ) { run in
      others.withLock { $0 = run }
      defer { others.withLock { $0 = nil } }
      run.forge.set(pull(head: 1, isDraft: true))
      try await run.push(head: 1)
      try await run.rest()
      #expect(run.reviewer.reviewed.withLock { $0 } == [commit(1), commit(1)])
      #expect(try await run.states() == [.done, .done])
    }
  }

  @Test func `a pull request has one review at a time, whatever the number of workers`() async throws {
    let busy = Locked<(now: Int, most: Int)>((0, 0))
    let others = Locked<DaemonRun?>(nil)
    try await withDaemon(
      workers: 4,
      script: { _ in
        busy.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        defer { busy.withLock { $0.now -= 1 } }
        // Until each of the other three workers has tried to claim a job.
        guard let run = others.withLock({ $0 }) else { return }
        let claims = run.queue.claims
        run.daemon.wake(for: nil)
        try await run.queue.signal.wait { run.queue.claims >= claims + 3 }
      }
    ) { run in
      others.withLock { $0 = run }
      defer { others.withLock { $0 = nil } }
      for head in 1...8 {
        run.forge.set(pull(head: head))
        try await run.push(head: head)
      }
      try await run.rest()
      #expect(busy.withLock { $0.most } == 1)
      #expect(try await run.queue.reviewedHead(of: reference()) == commit(8))
    }
  }
}
