// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract
import ReviewTesting
import Testing

struct PublicationTests {
  private func key(_ channel: PublicationKey.Channel, _ head: Int) -> PublicationKey {
    PublicationKey(pullRequest: pullRequest(), channel: channel, name: "reviewbot", head: commit(head))
  }

  @Test(arguments: QueueEngine.all)
  func `a confirmed publication is not repeated, and its record has the remote id`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      let lease = try await queue.claimed()
      #expect(try await queue.record(key(.comment, 1), fingerprint: "a", under: lease) == .pending(nil))
      try await queue.confirm(key(.comment, 1), remoteID: "77", under: lease)
      let record = PublicationRecord(
        key: key(.comment, 1), remoteID: "77", fingerprint: "a", intended: nil, changedAt: clock.now)
      #expect(try await queue.record(key(.comment, 1), fingerprint: "a", under: lease) == .published(record))
      // One comment for all heads.
      #expect(try await queue.record(key(.comment, 2), fingerprint: "b", under: lease) == .pending(record))
      #expect(try await queue.publications(of: pullRequest()).map(\.intended) == ["b"])
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a publication that was not confirmed stays pending`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      let lease = try await queue.claimed()
      _ = try await queue.record(key(.checkRun, 1), fingerprint: "a", under: lease)
      let doubtful = PublicationRecord(
        key: key(.checkRun, 1), remoteID: nil, fingerprint: nil, intended: "a", changedAt: clock.now)
      #expect(try await queue.record(key(.checkRun, 1), fingerprint: "a", under: lease) == .pending(doubtful))
      #expect(try await queue.record(key(.checkRun, 2), fingerprint: "a", under: lease) == .pending(nil))
      #expect(try await queue.publications(of: pullRequest()).map(\.key) == [key(.checkRun, 1), key(.checkRun, 2)])
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a publication that was not recorded cannot be confirmed`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      let lease = try await queue.claimed()
      #expect(
        await failure { try await queue.confirm(key(.status, 1), remoteID: "1", under: lease) }?.code == .invalid)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a superseded job can publish a status, but no comment`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      let lease = try await queue.claimed()
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(2)))
      #expect(try await queue.record(key(.status, 1), fingerprint: "a", under: lease) == .pending(nil))
      #expect(
        await failure { _ = try await queue.record(key(.comment, 1), fingerprint: "a", under: lease) }?.code
          == .cancelled)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a status that is not final is found until its final replacement is confirmed`(engine: QueueEngine)
    async throws
  {
    try await engine.use { queue, clock in
      for number in [2, 1] {
        _ = try await queue.request(JobRequest(pullRequest(number), head: commit(number)))
        clock.advance(by: .seconds(1))
      }
      func key(_ lease: Lease, _ channel: PublicationKey.Channel = .status) -> PublicationKey {
        PublicationKey(pullRequest: lease.job.pullRequest, channel: channel, name: "reviewbot", head: lease.job.head)
      }
      let first = try await queue.claimed()
      _ = try await queue.record(key(first), fingerprint: "busy:1", under: first)
      _ = try await queue.record(key(first, .comment), fingerprint: "busy", under: first)
      clock.advance(by: .seconds(1))
      let second = try await queue.claimed()
      _ = try await queue.record(key(second), fingerprint: "busy:2", under: second)
      try await queue.confirm(key(second), remoteID: "7", under: second)
      #expect(try await queue.unsettledPublications(marked: "busy:").map(\.key) == [key(first), key(second)])
      // A replacement is intended, and its outcome is unknown.
      _ = try await queue.record(key(second), fingerprint: "done", under: second)
      #expect(try await queue.unsettledPublications(marked: "busy:").map(\.key) == [key(first), key(second)])
      try await queue.confirm(key(second), remoteID: "7", under: second)
      #expect(try await queue.unsettledPublications(marked: "busy:").map(\.key) == [key(first)])
      try await queue.confirm(key(first), remoteID: "8", under: first)
      #expect(try await queue.unsettledPublications(marked: "BUSY:") == [])
      #expect(try await queue.repositories() == [pullRequest().repository])
    }
  }
}
