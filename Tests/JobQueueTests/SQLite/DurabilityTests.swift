// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Dispatch
import GRDB
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import JobQueue

struct DurabilityTests {
  @Test func `the writing connection uses WAL and full synchronization`() throws {
    try withFolder { folder in
      let settings = folder.settings()
      try QueuePlace.prepare(settings.file)
      let writer = try QueueFile.openForWriting(settings.file)
      let pragmas = try writer.inDatabase { database in
        try ["journal_mode", "synchronous", "foreign_keys", "trusted_schema", "auto_vacuum"].map { name in
          try String.fetchOne(database, sql: "PRAGMA \(name)")
        }
      }
      // 2 is FULL; auto_vacuum 2 is INCREMENTAL.
      #expect(pragmas == ["wal", "2", "1", "0", "2"])
    }
  }

  @Test func `other users cannot read the files`() async throws {
    try await withScratchDirectory { folder in
      let queue = try SQLiteQueue(folder.settings())
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      for name in ["queue.db", "queue.db-wal", "queue.db-shm", "queue.db.lock"] {
        #expect(try permissions(folder.path.appending(name)) == 0o600, "\(name)")
      }
      try await queue.close()
    }
  }

  @Test func `concurrent operations share commits`() async throws {
    try await withScratchDirectory { folder in
      let queue = try SQLiteQueue(folder.settings())
      let before = queue.writer.commits
      // The first step blocks the writer until all others wait for it: each task runs immediately, up to its first
      // suspension.
      let hold = DispatchSemaphore(value: 0)
      let first = Task.immediate { try await queue.writer.perform { _ in hold.wait() } }
      let others = (1...1280).map { number in
        Task.immediate {
          try await queue.record(
            delivery("\(number)"), effect: .request(JobRequest(pullRequest(number), head: commit(1))))
        }
      }
      hold.signal()
      try await first.value
      for other in others { #expect(try await other.value != .recorded(QueueOutcome(.ignored))) }
      let commits = queue.writer.commits - before
      // One commit for the first step, and the others in full groups.
      #expect(commits <= 2 + 1280 / GroupCommitter.largestGroup, "\(commits) commits")
      #expect(try await queue.statistics().ready == 1280)
      try await queue.close()
    }
  }

  @Test func `the same delivery a thousand times at once has one effect`() async throws {
    try await withScratchDirectory { folder in
      let queue = try SQLiteQueue(folder.settings())
      let effect = DeliveryEffect.request(JobRequest(pullRequest(), head: commit(1)))
      let receipts = await withTaskGroup(of: DeliveryReceipt?.self) { group in
        // A failed call has no receipt.
        for _ in 0..<1000 { group.addTask { try? await queue.record(delivery("a"), effect: effect) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      let outcome = QueueOutcome(.queued, ReviewJob.ID(1))
      #expect(receipts.count { $0 == .recorded(outcome) } == 1)
      #expect(receipts.count { $0 == .duplicate(outcome, sameBody: true) } == 999)
      #expect(try await queue.jobs(JobFilter()).count == 1)
      try await queue.close()
    }
  }

  @Test func `the write-ahead log is checkpointed between writes, and removed on close`() async throws {
    try await withScratchDirectory { folder in
      let queue = try SQLiteQueue(folder.settings())
      func write(_ numbers: ClosedRange<Int>) async throws {
        for number in numbers { _ = try await queue.request(JobRequest(pullRequest(number), head: commit(1))) }
      }
      try await write(1...150)
      // The writer moves the last pages before the next step.
      try await blocking { queue.writer.checkpointer.wait() }
      try await write(151...151)
      let pages = try DatabaseQueue(path: folder.settings().file.string).inDatabase {
        try $0.checkpoint().walFrameCount
      }
      // All steps together wrote about two thousand pages.
      #expect((1..<1000).contains(pages), "\(pages) pages")
      try await queue.close()
      #expect(!folder.exists("queue.db-wal"))
    }
  }

  @Test func `a queue can be closed during a checkpoint of its log`() async throws {
    try await withScratchDirectory { folder in
      for round in 0..<5 {
        let queue = try SQLiteQueue(folder.settings())
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 1...(Checkpointer.interval + 20) {
            group.addTask {
              let request = JobRequest(pullRequest(round * 1000 + number), head: commit(1))
              _ = try await queue.request(request)
            }
          }
          try await group.waitForAll()
        }
        try await queue.close()
        #expect(!folder.exists("queue.db-wal"))
        #expect(await failure { _ = try await queue.jobs(JobFilter()) }?.code == .closed)
      }
    }
  }

  @Test func `a request waits while another program locks the file, and reads do not`() async throws {
    try await withScratchDirectory { folder in
      var settings = folder.settings()
      settings.busyLimit = .seconds(600)
      let queue = try SQLiteQueue(settings)
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: folder.settings().file.string, configuration: configuration)
      try other.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
      // Runs immediately, up to its wait for the writer.
      let request = Task.immediate { try await queue.request(JobRequest(pullRequest(), head: commit(1))) }
      // Reads while the writer waits for the lock.
      for _ in 0..<200 { #expect(try await queue.jobs(JobFilter()).isEmpty) }
      try other.inDatabase { try $0.execute(sql: "COMMIT") }
      #expect(try await request.value == QueueOutcome(.queued, ReviewJob.ID(1)))
      try await queue.close()
    }
  }

  @Test func `an operation that fails does not affect the others of its commit`() async throws {
    try await withScratchDirectory { folder in
      let queue = try SQLiteQueue(folder.settings())
      struct Mishap: Error {}
      let outcomes = await withTaskGroup(of: Bool.self) { group in
        for number in 1...100 {
          group.addTask {
            do {
              _ = try await queue.writer.perform { transaction in
                let outcome = try transaction.request(JobRequest(pullRequest(number), head: commit(1)))
                if number.isMultiple(of: 2) { throw Mishap() }
                return outcome
              }
              return true
            } catch {
              return false
            }
          }
        }
        return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      #expect(outcomes == 50)
      let numbers = try await queue.jobs(JobFilter()).map(\.pullRequest.number).sorted()
      #expect(numbers == Array(stride(from: 1, through: 99, by: 2)))
      try await queue.close()
    }
  }
}
