// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract
import ReviewTesting
import Testing

struct IgnoredFindingTests {
  private let first = IgnoreRequest(identifier: "00000001", account: "ada")
  private let second = IgnoreRequest(identifier: "00000002", account: "joe")

  @Test(arguments: QueueEngine.all)
  func `a finding is ignored once, for one head of one pull request`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      try await queue.ignore(second, at: commit(1), of: pullRequest())
      #expect(try await queue.ignore(first, at: commit(1), of: pullRequest()))
      let again = IgnoreRequest(identifier: first.identifier, account: "joe")
      #expect(try await !queue.ignore(again, at: commit(1), of: pullRequest()))
      #expect(try await queue.ignoreRequests(at: commit(1), of: pullRequest()) == [first, second])
      #expect(try await queue.ignoreRequests(at: commit(2), of: pullRequest()) == [])
      #expect(try await queue.ignoreRequests(at: commit(1), of: pullRequest(2)) == [])
    }
  }

  @Test(arguments: QueueEngine.all)
  func `ignored findings are kept as long as approvals`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      try await queue.ignore(first, at: commit(1), of: pullRequest())
      clock.advance(by: .seconds(89 * 86_400))
      #expect(try await queue.sweep() == 0)
      clock.advance(by: .seconds(2 * 86_400))
      #expect(try await queue.sweep() == 1)
      #expect(try await queue.ignoreRequests(at: commit(1), of: pullRequest()) == [])
    }
  }
}
