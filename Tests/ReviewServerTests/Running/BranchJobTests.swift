// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import JobQueue
import ReviewServer
import ReviewTesting
import Testing

struct BranchJobTests {
  private var repository: PullRequestReference { PullRequestReference(of: SimpleForge.repository) }

  @Test func `the tip of a base branch is reviewed, and no status is published`() async throws {
    try await withDaemon { run in
      run.forge.set(commit(9), asTipOf: "main")
      run.forge.set(commit(8), asTipOf: "topic")
      for (branch, tip) in [("main", 9), ("topic", 8), ("gone", 7)] {
        _ = try await run.queue.request(
          JobRequest(repository, kind: .base, subject: branch, head: commit(tip), priority: .reconcile))
      }
      run.daemon.wake(for: nil)
      try await run.rest()
      // The tip of the topic is not reviewed, because it is the target of no pull request.
      #expect(run.reviewer.reviewed.withLock { $0 } == [commit(9)])
      #expect(run.forge.statuses(of: commit(9)) == [])
    }
  }

  @Test func `a newer tip on the forge is reviewed instead of the requested one`() async throws {
    try await withDaemon { run in
      run.forge.set(commit(9), asTipOf: "main")
      _ = try await run.queue.request(
        JobRequest(repository, kind: .base, subject: "main", head: commit(8), priority: .reconcile))
      run.daemon.wake(for: nil)
      try await run.rest()
      #expect(run.reviewer.reviewed.withLock { $0 } == [commit(9)])
    }
  }

  @Test func `a merge queue gets a status and no comment`() async throws {
    try await withDaemon { run in
      run.forge.set(commit(9), asTipOf: "gh-readonly-queue+main+pr-1")
      _ = try await run.queue.request(
        JobRequest(
          repository, kind: .mergeGroup, subject: "refs/heads/gh-readonly-queue/main/pr-1", head: commit(9),
          priority: .command))
      run.daemon.wake(for: nil)
      try await run.rest()
      #expect(run.forge.statuses(of: commit(9)).map(\.state) == ["pending", "success"])
      #expect(run.forge.comments(on: 0) == [])
    }
  }

  @Test func `a requested check reviews all pull requests with the commit`() async throws {
    try await withDaemon { run in
      for number in [1, 2] { run.forge.set(pull(number, head: 5)) }
      run.forge.set(pull(3, head: 6))
      for number in 1...3 { try await run.push(number, head: number < 3 ? 5 : 6) }
      try await run.rest()
      _ = try await run.queue.request(
        JobRequest(repository, kind: .recheck, subject: commit(5).hex, head: commit(5), priority: .command))
      run.daemon.wake(for: nil)
      try await run.rest()
      #expect(run.reviewer.reviewed.withLock { $0.map(\.hex).sorted() } == [5, 5, 5, 5, 6].map { commit($0).hex })
    }
  }
}
