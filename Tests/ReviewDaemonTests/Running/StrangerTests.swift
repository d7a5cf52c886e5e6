// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ReviewCore
import ReviewDaemon
import ReviewTesting
import Testing

struct StrangerTests {
  private func comment(_ text: String, in run: DaemonRun) async throws {
    _ = try #require(CommandSubject(text))
    _ = try await run.queue.request(
      JobRequest(reference(), kind: .command, subject: text, head: .none, priority: .command))
    run.daemon.noticed(reference())
    try await run.rest()
  }

  @Test func `a stranger's code waits for somebody who may write to approve exactly its commit`() async throws {
    try await withDaemon { run in
      run.forge.set(pull(head: 1, author: "mallory", isFromFork: true))
      run.forge.set(.write, of: "ada")
      run.forge.set(.read, of: "bob")
      try await run.push(head: 1)
      try await run.rest()
      #expect(try await run.states() == [.waiting])
      #expect(run.forge.statuses(of: commit(1)).map(\.state) == ["pending"])
      #expect(run.forge.comments(on: 1).map { $0.body.contains("/reviewbot ok \(commit(1))") } == [true])

      // Neither the author nor somebody who may only read can approve it.
      try await comment("1 ok \(commit(1)) mallory", in: run)
      try await comment("2 ok \(commit(1)) bob", in: run)
      #expect(try await run.states() == [.waiting])
      #expect(run.reviewer.reviewed.withLock { $0 } == [])

      try await comment("3 ok \(commit(1)) ada", in: run)
      #expect(try await run.states() == [.done])
      #expect(run.lastStatus(of: 1) == "success")
      #expect(run.forge.comments(on: 1).count == 1)

      // What is pushed then waits again.
      run.forge.set(pull(head: 2, author: "mallory", isFromFork: true))
      try await run.push(head: 2)
      try await run.rest()
      #expect(try await run.states() == [.done, .waiting])
      #expect(run.reviewer.reviewed.withLock { $0 } == [commit(1)])
    }
  }

  @Test func `an approval of what is not the head any more approves nothing, and says so once`() async throws {
    try await withDaemon { run in
      run.forge.set(pull(head: 2, author: "mallory", isFromFork: true))
      run.forge.set(.admin, of: "ada")
      try await run.push(head: 2)
      try await run.rest()
      for _ in 0..<2 { try await comment("5 ok \(commit(1)) ada", in: run) }
      #expect(try await run.states() == [.waiting])
      let replies = run.forge.comments(on: 1).filter { $0.marker == "reply-5" }
      #expect(replies.map { $0.body.contains("/reviewbot ok \(commit(2))") } == [true])
    }
  }

  @Test(arguments: ["ada", "ADA"])
  func `an account that the operator trusts does not wait`(trusted: String) async throws {
    var policy = RepositoryPolicy.sample
    policy.trusted = [trusted.lowercased()]
    try await withDaemon(policy: policy) { run in
      run.forge.set(pull(head: 1, author: "ada", isFromFork: true))
      try await run.push(head: 1)
      try await run.rest()
      #expect(try await run.states() == [.done])
    }
  }

  @Test func `who may write does not wait, whatever repository the head comes from`() async throws {
    try await withDaemon { run in
      run.forge.set(pull(head: 1, author: "ada", isFromFork: true))
      run.forge.set(.write, of: "ada")
      try await run.push(head: 1)
      try await run.rest()
      #expect(try await run.states() == [.done])
    }
  }

  @Test func `an author whose account is gone is a stranger`() async throws {
    try await withDaemon { run in
      run.forge.set(pull(head: 1, author: nil, isFromFork: true))
      try await run.push(head: 1)
      try await run.rest()
      #expect(try await run.states() == [.waiting])
    }
  }

  @Test func `a recheck is for members and for the author, and reviews the same head again`() async throws {
    try await withDaemon { run in
      run.forge.set(pull(head: 1, author: "grace"))
      run.forge.set(.write, of: "ada")
      try await run.push(head: 1)
      try await run.rest()
      try await comment("1 recheck mallory", in: run)
      #expect(run.reviewer.reviewed.withLock { $0.count } == 1)
      try await comment("2 recheck ada", in: run)
      #expect(run.reviewer.reviewed.withLock { $0.count } == 2)
      try await comment("3 recheck Grace", in: run)
      #expect(run.reviewer.reviewed.withLock { $0.count } == 3)
      #expect(run.forge.comments(on: 1).count == 1)
    }
  }

  @Test func `what is no command gets an answer when a member says it, and none otherwise`() async throws {
    try await withDaemon(hook: withoutLists) { run in
      run.forge.set(pull(head: 1))
      run.forge.set(.write, of: "ada")
      try await comment("1 unknown 5 dance mallory", in: run)
      #expect(run.forge.comments(on: 1) == [])
      try await comment("2 unknown 5 dance ada", in: run)
      #expect(run.forge.comments(on: 1).map(\.marker) == ["reply-2"])
    }
  }

  @Test func `a stranger who is to be ignored is asked about once for each head`() async throws {
    var policy = RepositoryPolicy.sample
    policy.strangers = .ignore
    let asked = Locked(0)
    try await withDaemon(
      policy: policy,
      hook: { event async throws(ForgeError) in if event == "permission" { asked.withLock { $0 += 1 } } }
    ) { run in
      run.forge.set(pull(head: 1, author: "mallory", isFromFork: true))
      try await run.push(head: 1)
      try await run.rest()
      // As whoever looks for what was missed does, every quarter of an hour.
      #expect(try await run.push(head: 1).kind == .alreadyReviewed)
      #expect(asked.withLock { $0 } == 1)
      #expect(run.forge.statuses(of: commit(1)) == [])
      #expect(run.reviewer.reviewed.withLock { $0 } == [])
    }
  }
}
