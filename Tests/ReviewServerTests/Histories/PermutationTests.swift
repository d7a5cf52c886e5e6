// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import JobQueue
import ReviewServer
import ReviewTesting
import Testing

/// Forges guarantee no order. Any order of a pull request's messages has the same result as the regular one.
struct PermutationTests {
  /// The visible state at the end.
  private struct Sight: Hashable {
    let comments: [String]
    /// The last status of each head; `nil` for a head without a status, or with an error.
    let statuses: [String?]
    let open: Int
    /// `nil` when a review can be stopped and started again.
    let reviews: [CommitID]?
  }

  private static let shares = 12

  /// One share of all 720 orders.
  private static func orders(_ share: Int) -> [[Int]] {
    let all = permutations(Array(PullRequestHistory.events.indices))
    return all.indices.filter { $0 % shares == share }.map { all[$0] }
  }

  /// Only some of the shares outside of `make soak`, because all of them take long.
  @Test(arguments: 0..<Soak.count(4, long: shares))
  func `any order of deliveries has the same result when the daemon is idle between them`(share: Int) async throws {
    let expected = try await sight(after: Array(PullRequestHistory.events.indices), pausing: true)
    #expect(expected.comments.map { $0.contains("reviewed \(commit(4))") } == [true])
    #expect(expected.statuses == [nil, nil, nil, "success"])
    #expect(expected.open == 0)
    #expect(expected.reviews == [commit(4)])
    for order in Self.orders(share) {
      let found = try await sight(after: order, pausing: true)
      #expect(found == expected, "\(order)")
    }
  }

  @Test(arguments: 0..<Soak.count(2, long: shares))
  func `any order of deliveries has the same result when they arrive at once`(share: Int) async throws {
    let expected = try await sight(after: Array(PullRequestHistory.events.indices), pausing: false)
    for order in Self.orders(share) {
      let found = try await sight(after: order, pausing: false)
      #expect(found == expected, "\(order)")
    }
  }

  private func sight(after order: [Int], pausing: Bool) async throws -> Sight {
    let sights = Collected<Sight>()
    try await withDaemon(
      workers: 2,
      hook: withoutLists,
      before: { forge, _ in forge.set(pull(head: 4)) }
    ) { run in
      for index in order {
        let plan = try PullRequestHistory.plan(index)
        _ = try await run.queue.record(plan.delivery, effect: plan.effect)
        run.daemon.wake(for: plan.delivery.pullRequest)
        if pausing { try await run.rest() }
      }
      try await run.rest()
      sights.append(
        Sight(
          comments: run.forge.comments(on: 1).map(\.body),
          statuses: (1...4).map { head in run.lastStatus(of: head).flatMap { $0 == "error" ? nil : $0 } },
          open: try await run.queue.jobs(JobFilter()).count { !$0.state.isFinished },
          reviews: pausing ? run.reviewer.reviewed.withLock { $0 } : nil))
    }
    return try #require(sights.all.first)
  }

  private static func permutations(_ items: [Int]) -> [[Int]] {
    guard items.count > 1 else { return [items] }
    return items.flatMap { first in permutations(items.filter { $0 != first }).map { [first] + $0 } }
  }
}
