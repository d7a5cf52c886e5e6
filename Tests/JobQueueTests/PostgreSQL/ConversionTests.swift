// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import ReviewContract
  import ReviewTesting
  import SystemPackage
  import Testing

  @testable import JobQueue
  @testable import PostgresStore

  /// Conversions of a queue in a file to a queue in a database.
  @Suite(.enabled(if: PostgresDatabase.isAvailable, "\(PostgresDatabase.reason)"))
  struct ConversionTests {
    private static let key = PublicationKey(
      pullRequest: pullRequest(1), channel: .comment, name: "reviewbot", head: commit(1))

    /// Creates a queue with rows in every table, and closes it.
    private func fill(_ folder: ScratchDirectory, _ clock: ManualClock) async throws {
      let queue = try SQLiteQueue(folder.settings(clock: clock))
      _ = try await queue.record(delivery("first"), effect: .request(JobRequest(pullRequest(1), head: commit(1))))
      let lease = try await queue.claimed()
      _ = try await queue.record(Self.key, fingerprint: "shown", under: lease)
      try await queue.confirm(Self.key, remoteID: "17", under: lease)
      _ = try await queue.finish(lease, .done(head: commit(1), verdict: "passed"))
      _ = try await queue.request(JobRequest(pullRequest(2), head: commit(2)))
      _ = try await queue.request(JobRequest(pullRequest(3, in: "acme/it's \"odd\""), head: commit(3)))
      _ = try await queue.approve(Approval(pullRequest: pullRequest(4), head: commit(4), approver: "ada"))
      try await queue.pause(.repository(RepositoryReference(forge: "github", name: "acme/quiet")), by: "uid 0")
      // It was running when the process ended.
      _ = try await queue.claimed()
      try await queue.close()
      // Like a start of the daemon, which queues running jobs again.
      try await SQLiteQueue(folder.settings(clock: clock)).close()
    }

    private func export(_ folder: ScratchDirectory) throws -> QueueExport {
      try QueueExport(file: folder.settings().file)
    }

    /// Returns the contents of a queue, to compare two.
    private func contents(_ queue: any QueueReader) async throws -> [String] {
      let jobs = try await queue.jobs(JobFilter(limit: JobFilter.largestLimit)).map { "\($0)" }
      let publications = try await queue.publications(of: pullRequest(1)).map { "\($0)" }
      let approvals = try await queue.approvals(limit: 10).map { "\($0)" }
      let pauses = try await queue.pauses().map { "\($0)" }
      let head = try await queue.reviewedHead(of: pullRequest(1)).map { "\($0)" } ?? "no head"
      return jobs + publications + approvals + pauses + [head]
    }

    @Test func `a conversion keeps jobs, publications, approvals and pauses, and continues numbers`() async throws {
      try await withScratchDirectory { folder in
        let clock = ManualClock()
        try await fill(folder, clock)
        let before = try await contents(SQLiteQueueReader(folder.settings(clock: clock)))
        let queue = try PostgresQueue(PostgresDatabase().settings(QueuePolicy(), clock))
        let conversion = try await queue.takeOver(export(folder), of: "machine")
        #expect(!conversion.isRepeated)
        let rows = Dictionary(uniqueKeysWithValues: conversion.counts.map { ($0.table, $0.rows) })
        #expect(rows["job"] == 3 && rows["delivery"] == 1 && rows["publication"] == 1, "\(rows)")
        #expect(rows["approval"] == 1 && rows["pause"] == 1, "\(rows)")
        #expect(try await contents(queue) == before)
        // A redelivery has no effect, and a confirmed publication is known.
        let again = try await queue.record(
          delivery("first"), effect: .request(JobRequest(pullRequest(1), head: commit(1))))
        guard case .duplicate(_, sameBody: true) = again else {
          Issue.record("the delivery was recorded twice: \(again)")
          return
        }
        #expect(try await queue.isApproved(commit(4), of: pullRequest(4)))
        let largest = try await queue.jobs(JobFilter(limit: 1)).first?.id.number ?? 0
        let outcome = try await queue.request(JobRequest(pullRequest(5), head: commit(5)))
        let next = try #require(outcome.job)
        #expect(next.number > largest)
        // Fences continue too, because they identify the holder of a lease.
        let fence = try export(folder).fence()
        #expect(try await queue.claimed().fence > fence)
        try await queue.close()
      }
    }

    @Test func `a conversion to a database with a queue or a running daemon is rejected`() async throws {
      try await withScratchDirectory { folder in
        let clock = ManualClock()
        try await fill(folder, clock)
        let database = try PostgresDatabase()
        let daemon = try PostgresQueue(database.settings(QueuePolicy(), clock, machine: "a"))
        let queue = try PostgresQueue(database.settings(QueuePolicy(), clock, machine: "b"))
        let busy = await failure { _ = try await queue.takeOver(export(folder), of: "b") }
        #expect(busy?.code == .inUse && busy?.message.contains("another machine's daemon") == true)
        _ = try await daemon.request(JobRequest(pullRequest(9), head: commit(9)))
        try await daemon.close()
        let full = await failure { _ = try await queue.takeOver(export(folder), of: "b") }
        #expect(full?.code == .inUse && full?.message.contains("has a queue already") == true)
        try await queue.close()
      }
    }
  }
#endif
