// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import JobQueue
import ReviewContract
import ReviewServer
import ReviewTesting
import Testing

struct StrangerTests {
  /// Writes a comment, sends its delivery, and waits for the end of its job.
  private func say(
    _ text: String, _ id: Int, by author: String?, isEdited: Bool = false, isByReviewbot: Bool = false,
    in run: DaemonRun
  ) async throws {
    run.forge.say("/reviewbot \(text)", id, by: author, isEdited: isEdited, isByReviewbot: isByReviewbot)
    try await tell(of: id, in: run)
  }

  private func tell(of comment: Int, in run: DaemonRun) async throws {
    _ = try await run.queue.request(
      JobRequest(reference(), kind: .command, subject: "\(comment)", head: .none, priority: .command))
    run.daemon.wake(for: reference())
    try await run.rest()
  }

  @Test func `a fork's code waits until a member approves exactly its commit`() async throws {
    try await withDaemon { run in
      run.forge.set(pull(head: 1, author: "mallory", isFromFork: true))
      run.forge.set(.write, of: "ada")
      run.forge.set(.read, of: "bob")
      try await run.push(head: 1)
      try await run.rest()
      #expect(try await run.states() == [.waiting])
      #expect(run.forge.statuses(of: commit(1)).map(\.state) == ["pending"])
      #expect(run.forge.comments(on: 1).map { $0.body.contains("/reviewbot ok \(commit(1))") } == [true])

      // Neither the author nor an account with read permission can approve it.
      try await say("ok \(commit(1))", 1, by: "mallory", in: run)
      try await say("ok \(commit(1))", 2, by: "bob", in: run)
      #expect(try await run.states() == [.waiting])
      #expect(run.reviewer.reviewed.withLock { $0 } == [])

      try await say("ok \(commit(1))", 3, by: "ada", in: run)
      #expect(try await run.states() == [.done])
      #expect(run.lastStatus(of: 1) == "success")
      #expect(run.forge.comments(on: 1).count == 1)

      // A head that is pushed later waits again.
      run.forge.set(pull(head: 2, author: "mallory", isFromFork: true))
      try await run.push(head: 2)
      try await run.rest()
      #expect(try await run.states() == [.done, .waiting])
      #expect(run.reviewer.reviewed.withLock { $0 } == [commit(1)])
    }
  }

  @Test func `an approval of an old head approves nothing, and gets one reply`() async throws {
    try await withDaemon { run in
      run.forge.set(pull(head: 2, author: "mallory", isFromFork: true))
      run.forge.set(.admin, of: "ada")
      try await run.push(head: 2)
      try await run.rest()
      for _ in 0..<2 { try await say("ok \(commit(1))", 5, by: "ada", in: run) }
      #expect(try await run.states() == [.waiting])
      let replies = run.forge.comments(on: 1).filter { $0.marker == "reply-5" }
      #expect(replies.map { $0.body.contains("/reviewbot ok \(commit(2))") } == [true])
    }
  }

  @Test(arguments: ["ada", "ADA"])
  func `an account that the operator trusts needs no approval`(trusted: String) async throws {
    var policy = RepositoryPolicy.sample
    policy.trusted = [trusted.lowercased()]
    try await withDaemon(policy: policy) { run in
      run.forge.set(pull(head: 1, author: "ada", isFromFork: true))
      try await run.push(head: 1)
      try await run.rest()
      #expect(try await run.states() == [.done])
    }
  }

  @Test func `an author with write permission needs no approval for a head in a fork`() async throws {
    try await withDaemon { run in
      run.forge.set(pull(head: 1, author: "ada", isFromFork: true))
      run.forge.set(.write, of: "ada")
      try await run.push(head: 1)
      try await run.rest()
      #expect(try await run.states() == [.done])
    }
  }

  @Test func `a pull request of a deleted account waits for an approval`() async throws {
    try await withDaemon { run in
      run.forge.set(pull(head: 1, author: nil, isFromFork: true))
      try await run.push(head: 1)
      try await run.rest()
      #expect(try await run.states() == [.waiting])
    }
  }

  @Test func `members and the author can request another review of the same head`() async throws {
    try await withDaemon { run in
      run.forge.set(pull(head: 1, author: "grace"))
      run.forge.set(.write, of: "ada")
      try await run.push(head: 1)
      try await run.rest()
      try await say("recheck", 1, by: "mallory", in: run)
      #expect(run.reviewer.reviewed.withLock { $0.count } == 1)
      try await say("recheck", 2, by: "ada", in: run)
      #expect(run.reviewer.reviewed.withLock { $0.count } == 2)
      try await say("recheck", 3, by: "Grace", in: run)
      #expect(run.reviewer.reviewed.withLock { $0.count } == 3)
      #expect(run.forge.comments(on: 1).count == 1)
    }
  }

  @Test func `an unknown command gets a reply only if its author is a member`() async throws {
    try await withDaemon { run in
      run.forge.set(pull(head: 1))
      run.forge.set(.write, of: "ada")
      try await say("dance", 1, by: "mallory", in: run)
      #expect(run.forge.comments(on: 1) == [])
      try await say("dance", 2, by: "ada", in: run)
      #expect(run.forge.comments(on: 1).map(\.marker) == ["reply-2"])
    }
  }

  @Test func `an ignored author's permission is read once for each head`() async throws {
    var policy = RepositoryPolicy.sample
    policy.forks = .ignore
    let asked = Locked(0)
    try await withDaemon(
      policy: policy,
      hook: { event async throws(ForgeError) in if event == "permission" { asked.withLock { $0 += 1 } } }
    ) { run in
      run.forge.set(pull(head: 1, author: "mallory", isFromFork: true))
      try await run.push(head: 1)
      try await run.rest()
      // The reconciler requests the same, every quarter of an hour.
      #expect(try await run.push(head: 1).kind == .alreadyReviewed)
      #expect(asked.withLock { $0 } == 1)
      #expect(run.forge.statuses(of: commit(1)) == [])
      #expect(run.reviewer.reviewed.withLock { $0 } == [])
    }
  }

  @Test func `an edited comment is not a command, and a member gets a reply`() async throws {
    try await withDaemon { run in
      run.forge.set(pull(head: 1, author: "mallory", isFromFork: true))
      run.forge.set(.write, of: "ada")
      try await run.push(head: 1)
      try await run.rest()
      try await say("ok \(commit(1))", 1, by: "ada", isEdited: true, in: run)
      try await say("ok \(commit(1))", 2, by: "mallory", isEdited: true, in: run)
      #expect(try await run.states() == [.waiting])
      #expect(run.forge.comments(on: 1).map(\.marker).filter { $0.hasPrefix("reply") } == ["reply-1"])
    }
  }

  @Test func `the bot's own comments, and those of deleted accounts, are not commands`() async throws {
    try await withDaemon { run in
      run.forge.set(pull(head: 1, author: "mallory", isFromFork: true))
      run.forge.set(.admin, of: "reviewbot-user")
      try await run.push(head: 1)
      try await run.rest()
      try await say("ok \(commit(1))", 1, by: "reviewbot-user", isByReviewbot: true, in: run)
      try await say("ok \(commit(1))", 2, by: nil, in: run)
      #expect(try await run.states() == [.waiting])
      #expect(run.reviewer.reviewed.withLock { $0 } == [])
    }
  }

  /// A sender with the webhook secret can forge the comment of a delivery.
  @Test func `a command that is not in the comment on the forge approves nothing`() async throws {
    try await withDaemon { run in
      run.forge.set(pull(head: 1, author: "mallory", isFromFork: true))
      run.forge.set(.write, of: "ada")
      run.forge.say("/reviewbot ok \(commit(1))", 7, on: 2, by: "ada")
      run.forge.say("hello\n/reviewbot ok \(commit(1))", 8, by: "ada")
      try await run.push(head: 1)
      try await run.rest()
      // A missing comment, one of another pull request, and one without the command.
      for comment in [6, 7, 8] { try await tell(of: comment, in: run) }
      #expect(try await run.states() == [.waiting])
      #expect(run.reviewer.reviewed.withLock { $0 } == [])
    }
  }

  @Test func `a comment that the API does not return yet is read again`() async throws {
    let asked = Locked(0)
    let hook: SimpleForge.Hook = { event async throws(ForgeError) in
      guard event == "comment",
        asked.withLock({ count in
          count += 1; return count
        }) == 1
      else { return }
      throw ForgeError(.notFound, "there is no such comment")
    }
    try await withDaemon(hook: hook) { run in
      run.forge.set(pull(head: 1, author: "mallory", isFromFork: true))
      run.forge.set(.write, of: "ada")
      try await run.push(head: 1)
      try await run.rest()
      try await say("ok \(commit(1))", 1, by: "ada", in: run)
      #expect(try await run.states() == [.done])
      #expect(asked.withLock { $0 } == 2)
    }
  }
}
