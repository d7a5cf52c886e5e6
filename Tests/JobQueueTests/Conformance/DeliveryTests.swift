// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import JobQueue
import ReviewContract
import ReviewTesting
import Testing

struct DeliveryTests {
  @Test(arguments: QueueEngine.all)
  func `a repeated delivery has no effect, and returns the first outcome`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      let effect = DeliveryEffect.request(JobRequest(pullRequest(), head: commit(1)))
      let first = try await queue.record(delivery("a"), effect: effect)
      let outcome = QueueOutcome(.queued, ReviewJob.ID(1))
      #expect(first == .recorded(outcome))
      #expect(try await queue.record(delivery("a"), effect: effect) == .duplicate(outcome, sameBody: true))
      #expect(try await queue.record(delivery("a", body: 9), effect: .ignored) == .duplicate(outcome, sameBody: false))
      #expect(try await queue.jobs(JobFilter()).count == 1)
      #expect(try await queue.statistics().duplicates == 2)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `deliveries of different forges can have the same id`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      let other = Delivery(forge: "gitlab", id: "a", event: "note", bodyDigest: "00")
      let receipts = [
        try await queue.record(delivery("a"), effect: .ignored), try await queue.record(other, effect: .malformed),
      ]
      #expect(receipts == [.recorded(QueueOutcome(.ignored)), .recorded(QueueOutcome(.malformed))])
    }
  }

  @Test(arguments: QueueEngine.all)
  func `the status of the head is renewed after a pull request is closed, and when it is opened again`(
    engine: QueueEngine
  ) async throws {
    try await engine.use { queue, _ in
      func renewals() async throws -> [CommitID] {
        try await queue.jobs(JobFilter(states: [.queued])).filter { $0.kind == .settle }.map(\.head)
      }
      let review = JobRequest(pullRequest(), head: commit(1), renewsStatus: true)
      _ = try await queue.request(review)
      let lease = try #require(try await queue.claim(by: "a"))
      _ = try await queue.finish(lease, .done(head: commit(1), verdict: "passed"))
      #expect(try await renewals() == [])
      #expect(try await queue.request(JobRequest(pullRequest(), head: commit(1))).kind == .alreadyReviewed)
      #expect(try await renewals() == [])
      #expect(try await queue.request(review).kind == .alreadyReviewed)
      #expect(try await renewals() == [commit(1)])
      // Closing cancels all jobs, and requests one for the head that it names.
      _ = try await queue.cancel(CancelRequest(pullRequest()))
      #expect(try await renewals() == [])
      _ = try await queue.cancel(CancelRequest(pullRequest(), head: commit(2)))
      #expect(try await renewals() == [commit(2)])
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a delivery is stored completely`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      _ = try await queue.record(delivery("a"), effect: .cancel(CancelRequest(pullRequest())))
      #expect(
        try await queue.delivery("a", from: "github")
          == RecordedDelivery(delivery: delivery("a"), outcome: QueueOutcome(.cancelled), receivedAt: clock.now))
      #expect(try await queue.delivery("b", from: "github") == nil)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a delivery is stored with any characters`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      for text in ["a\"b", "a\\b\\\\", "NULL", "null", "{a,b}", ",", " a ", "'", "$1", "e\u{301}", "\u{1F600}\r\n\t"] {
        let reference = PullRequestReference(
          repository: RepositoryReference(forge: "github", name: "acme/\(text)"), number: 1)
        let delivery = Delivery(
          forge: "github", id: text, event: text, action: text, pullRequest: reference, bodyDigest: "00")
        _ = try await queue.record(delivery, effect: .request(JobRequest(reference, head: commit(1))))
        #expect(try await queue.delivery(text, from: "github")?.delivery == delivery)
        #expect(try await queue.jobs(JobFilter(pullRequest: reference)).map(\.pullRequest) == [reference])
      }
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a delivery with an empty, too long or invalid value is rejected`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      let bad = [
        Delivery(forge: "github", id: "", event: "push", bodyDigest: "00"),
        Delivery(forge: "github", id: String(repeating: "x", count: 201), event: "push", bodyDigest: "00"),
        Delivery(forge: "github", id: "a\0b", event: "push", bodyDigest: "00"),
        Delivery(
          forge: "github", id: "a", event: "push", pullRequest: pullRequest(-1), bodyDigest: "00"),
        Delivery(
          forge: "github", id: "a", event: "push", pullRequest: pullRequest(1, in: String(repeating: "x", count: 1001)),
          bodyDigest: "00"),
      ]
      for delivery in bad {
        #expect(await failure { _ = try await queue.record(delivery, effect: .ignored) }?.code == .invalid)
      }
      let statistics = try await queue.statistics()
      #expect(statistics.deliveries == [:])
    }
  }

  @Test(arguments: QueueEngine.all)
  func `an event that is older than the last one has no effect`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      func request(_ head: Int, changed: Duration) -> JobRequest {
        JobRequest(pullRequest(), head: commit(head), forgeUpdatedAt: clock.now + changed)
      }
      _ = try await queue.request(request(2, changed: .seconds(5)))
      #expect(try await queue.request(request(1, changed: .seconds(4))) == QueueOutcome(.outdated))
      #expect(try await queue.claimed().job.head == commit(2))
      let closed = CancelRequest(pullRequest(), forgeUpdatedAt: clock.now + .seconds(6))
      #expect(try await queue.cancel(closed) == QueueOutcome(.cancelled))
      #expect(try await queue.request(request(3, changed: .seconds(5))) == QueueOutcome(.outdated))
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a closed queue rejects deliveries`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      try await queue.close()
      #expect(await failure { _ = try await queue.record(delivery("a"), effect: .ignored) }?.code == .closed)
    }
  }
}
