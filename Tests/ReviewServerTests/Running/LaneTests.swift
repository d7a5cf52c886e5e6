// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import JobQueue
import ReviewContract
import ReviewTesting
import Testing

@testable import ReviewServer

struct LaneTests {
  @Test func `commands do not wait for a build that takes long`() async throws {
    let hold = Gate()
    try await withDaemon(script: { job in if job.head == commit(1) { try await hold.pass() } }) { run in
      run.forge.set(pull(1, head: 1))
      try await run.push(1, head: 1)
      try await run.until { run.reviewer.reviewed.withLock { $0 } == [commit(1)] }
      run.forge.set(pull(2, head: 2, author: "mallory", isFromFork: true))
      run.forge.set(.write, of: "ada")
      run.forge.say("/reviewbot ok \(commit(2))", 5, on: 2, by: "ada")
      _ = try await run.queue.request(
        JobRequest(reference(2), kind: .command, subject: "5", head: .none, priority: .command))
      run.daemon.wake(for: reference(2))
      try await run.until { try await run.queue.isApproved(commit(2), of: reference(2)) }
      #expect(run.reviewer.reviewed.withLock { $0 } == [commit(1)])
      hold.open()
      try await run.rest()
      #expect(run.lastStatus(of: 2) == "success")
    }
  }

  @Test func `a pending status is shown before the debounce ends, and written once`() async throws {
    try await withDaemon { run in
      run.forge.set(pull(head: 1))
      let start = run.queue.now
      _ = try await run.queue.request(
        JobRequest(reference(), head: commit(1), delay: .seconds(5), announces: true))
      run.daemon.wake(for: reference())
      // The time does not advance before the status is published.
      try await run.forge.signal.wait { run.lastStatus(of: 1) == "pending" }
      #expect(run.queue.now == start)
      try await run.rest()
      #expect(run.forge.statuses(of: commit(1)).map(\.state) == ["pending", "success"])
    }
  }

  @Test func `an approval is requested for a fork while another review runs`() async throws {
    let hold = Gate()
    try await withDaemon(script: { _ in try await hold.pass() }) { run in
      run.forge.set(pull(1, head: 1))
      try await run.push(1, head: 1)
      try await run.until { !run.reviewer.reviewed.withLock { $0 }.isEmpty }
      run.forge.set(pull(2, head: 2, author: "mallory", isFromFork: true))
      _ = try await run.queue.request(JobRequest(reference(2), head: commit(2), announces: true))
      run.daemon.wake(for: reference(2))
      try await run.until { run.forge.comments(on: 2).contains { $0.body.contains("Waiting for approval") } }
      hold.open()
      try await run.rest()
      #expect(try await run.states(2) == [.waiting])
      #expect(run.forge.statuses(of: commit(2)).map(\.state) == ["pending"])
    }
  }

  @Test func `a head that was announced and replaced does not stay pending`() async throws {
    try await withDaemon { run in
      run.forge.set(pull(head: 1))
      _ = try await run.queue.request(
        JobRequest(reference(), head: commit(1), delay: .seconds(50), announces: true))
      run.daemon.wake(for: reference())
      try await run.forge.signal.wait { run.lastStatus(of: 1) == "pending" }
      run.forge.set(pull(head: 2))
      let delivery = Delivery(
        forge: "github", id: "2", event: "pull_request", pullRequest: reference(), head: commit(2),
        bodyDigest: String(repeating: "0", count: 64))
      let receipt = try await run.queue.record(
        delivery,
        effect: .request(JobRequest(reference(), head: commit(2), delay: .seconds(50), announces: true)))
      run.daemon.wake(after: delivery, receipt)
      try await run.forge.signal.wait { run.lastStatus(of: 1) == "error" }
      try await run.rest()
      #expect(run.lastStatus(of: 2) == "success")
    }
  }

  @Test func `a review that exceeds the operator's limit ends, and is not retried`() async throws {
    try await withDaemon(
      script: { _ in try await Task.sleep(for: .seconds(86_400)) }, reviewTimeout: .milliseconds(50)
    ) { run in
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.rest()
      #expect(try await run.states() == [.dead])
      #expect(run.lastStatus(of: 1) == "error")
      #expect(run.forge.comments(on: 1).first?.body.contains("limits.review_timeout") == true)
    }
  }

  @Test func `a review whose retries are exhausted replaces the comment of an earlier one`() async throws {
    struct Failing: Error, CustomStringConvertible { var description: String { "the disk is broken" } }
    try await withDaemon(script: { if $0.head == commit(2) { throw Failing() } }) { run in
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.rest()
      run.forge.set(pull(head: 2))
      try await run.push(head: 2)
      try await run.rest()
      #expect(try await run.states() == [.done, .dead])
      let comments = run.forge.comments(on: 1)
      #expect(comments.count == 1)
      // The error may name files of the server.
      #expect(!comments[0].body.contains("the disk is broken"))
      #expect(comments[0].body.contains("internal error; the operator can find the details in the log of the job"))
      #expect(comments[0].body.contains("attempted 5 times"))
      #expect(!comments[0].body.contains("reviewed \(commit(1))"))
      #expect(run.lastStatus(of: 2) == "error")
    }
  }

  @Test func `a pull request is reviewed again on the operator's request`() async throws {
    try await withDaemon { run in
      run.forge.set(pull(head: 1))
      try await run.push(head: 1)
      try await run.rest()
      _ = try await OperatorCommand.run(reference()).execute(on: run.queue, by: Attribution(person: "uid 0"))
      run.daemon.wake(for: reference())
      try await run.until { run.reviewer.reviewed.withLock { $0.count } == 2 }
      try await run.rest()
      #expect(try await run.states() == [.done, .done])
    }
  }

  @Test func `the bot's account is not read for a comment without a command`() async throws {
    let asked = Locked(0)
    try await withDaemon(
      hook: { event async throws(ForgeError) in if event == "account" { asked.withLock { $0 += 1 } } }
    ) { run in
      run.forge.set(pull(head: 1))
      run.forge.say("thanks", 5, by: "ada")
      _ = try await run.queue.request(
        JobRequest(reference(), kind: .command, subject: "5", head: .none, priority: .command))
      run.daemon.wake(for: reference())
      try await run.rest()
      #expect(asked.withLock { $0 } == 0)
    }
  }
}
