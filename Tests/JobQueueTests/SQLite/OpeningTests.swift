// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import GRDB
import Isolation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import JobQueue

struct OpeningTests {
  @Test func `a second process is refused, and the error names the holder of the queue`() async throws {
    try await withScratchDirectory { folder in
      let queue = try SQLiteQueue(folder.settings())
      let file = folder.settings().file.string
      await #expect(processExitsWith: .exitCode(7)) { [file = file as String] in
        do {
          _ = try SQLiteQueue(JobQueueSettings(file: FilePath(file)))
        } catch let error as QueueError where error.code == .inUse {
          #expect(error.message.contains("process \(getppid()) on "), "\(error)")
          exit(7)
        }
      }
      // Reading is allowed.
      await #expect(processExitsWith: .exitCode(7)) { [file = file as String] in
        let reader = try SQLiteQueueReader(JobQueueSettings(file: FilePath(file)))
        if try await reader.jobs(JobFilter()).isEmpty { exit(7) }
      }
      try await queue.close()
      let next = try SQLiteQueue(folder.settings())
      try await next.close()
    }
  }

  @Test func `the lock file names its holder, and replaces the entry of a killed process`() async throws {
    try await withScratchDirectory { folder in
      try folder.write(
        "queue.db.lock", ProcessLockHolder(pid: 1, host: "gone", startedAt: 0).text + String(repeating: "x", count: 99))
      let clock = ManualClock()
      let queue = try SQLiteQueue(folder.settings(clock: clock))
      let holder = try #require(ProcessLockHolder(folder.text("queue.db.lock")))
      #expect(holder.pid == getpid())
      #expect(holder.startedAt == clock.now.milliseconds / 1000)
      #expect("\(holder)" == "process \(getpid()) on \(holder.host) since 2026-01-01T00:00:00Z")
      #expect(
        await failure { _ = try SQLiteQueue(folder.settings()) }
          == QueueError(
            .inUse, "the queue \(folder.settings().file) is used by \(holder)",
            remedy: "stop that process, or give this one a queue of its own"))
      try await queue.close()
    }
  }

  @Test func `a file that is not a queue is rejected and not changed`() async throws {
    try await withScratchDirectory { folder in
      let file = folder.settings().file
      try DatabaseQueue(path: file.string).inDatabase { try $0.execute(sql: "CREATE TABLE mine(x)") }
      #expect(await failure { _ = try SQLiteQueue(folder.settings()) }?.code == .notAQueue)
      try folder.write("queue.db", String(repeating: "this is no database ", count: 100))
      #expect(await failure { _ = try SQLiteQueue(folder.settings()) }?.code == .notAQueue)
      #expect(try folder.text("queue.db").hasPrefix("this is no database"))
    }
  }

  @Test func `a queue with a newer schema is rejected with a remedy, and not changed`() async throws {
    try await withScratchDirectory { folder in
      let queue = try SQLiteQueue(folder.settings())
      try await queue.close()
      let file = folder.settings().file
      try DatabaseQueue(path: file.string).inDatabase { try $0.execute(sql: "PRAGMA user_version = 99") }
      let expected = QueueError(
        .newerSchema,
        "the queue \(file) was written by a newer reviewbot: its schema is version 99, and this one supports \(Schema.migrations.count)",
        remedy: "use that reviewbot or a newer one, or name another file")
      #expect(await failure { _ = try SQLiteQueue(folder.settings()) } == expected)
      #expect(await failure { _ = try SQLiteQueueReader(folder.settings()) } == expected)
      let version = try DatabaseQueue(path: file.string).inDatabase { try Int.fetchOne($0, sql: "PRAGMA user_version") }
      #expect(version == 99)
    }
  }

  @Test func `a queue with an older schema is copied, then migrated, and keeps its contents`() async throws {
    try await withScratchDirectory { folder in
      let queue = try SQLiteQueue(folder.settings())
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      try await queue.close()
      let file = folder.settings().file
      let next = Migrator(
        migrations: Schema.migrations + [Migration(statements: "ALTER TABLE repository ADD COLUMN note TEXT")])
      let database = try QueueFile.openForWriting(file, migrator: next)
      let found = try database.inDatabase { database in
        [
          try Int.fetchOne(database, sql: "PRAGMA user_version"),
          try Int.fetchOne(database, sql: "SELECT count(*) FROM job WHERE state = 'queued'"),
          try Int.fetchOne(database, sql: "SELECT count(*) FROM repository WHERE note IS NULL"),
        ]
      }
      #expect(found == [Schema.migrations.count + 1, 1, 1])
      let copy = try DatabaseQueue(path: file.string + ".schema-\(Schema.migrations.count)")
      #expect(
        try copy.inDatabase { try Int.fetchOne($0, sql: "PRAGMA user_version") } == Schema.migrations.count)
    }
  }

  @Test func `a queue with the first schema keeps its jobs, and can be paused after migration`() async throws {
    try await withScratchDirectory { folder in
      let file = folder.settings().file
      try QueuePlace.prepare(file)
      let database = try QueueFile.openForWriting(file, migrator: Migrator(migrations: [Schema.migrations[0]]))
      try database.inDatabase { database in
        try database.execute(
          sql: """
            INSERT INTO repository(forge, name) VALUES('github', 'acme/shapes');
            INSERT INTO pull_request(repository, number, touched_at) VALUES(1, 1, 0);
            INSERT INTO job(repository, pull_request, kind, subject, head, needs_approval, priority, state, ready, rank,
              attempts, losses, fence, queued_at, not_before, created_at)
            VALUES(1, 1, 'review', '', '\(commit(1).hex)', 0, 1, 'queued', 1, 0, 0, 0, 0, 0, 0, 0);
            """)
      }
      try database.close()
      let queue = try SQLiteQueue(folder.settings())
      try await queue.pause(.all, by: "ada")
      #expect(try await queue.claim(by: "worker") == nil)
      _ = try await queue.resume(.all)
      #expect(try await queue.claimed().job.pullRequest == pullRequest())
      try await queue.close()
    }
  }

  @Test func `a failed migration leaves the schema unchanged`() throws {
    try withFolder { folder in
      let file = folder.settings().file
      try QueuePlace.prepare(file)
      _ = try QueueFile.openForWriting(file)
      let broken = Migrator(
        migrations: Schema.migrations + [Migration(statements: "CREATE TABLE extra(x); CREATE TABLE job(x)")])
      #expect(throws: QueueError.self) { _ = try QueueFile.openForWriting(file, migrator: broken) }
      let database = try QueueFile.openForWriting(file)
      let tables = try database.inDatabase {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema WHERE name = 'extra'")
      }
      #expect(tables == 0)
    }
  }

  @Test(
    arguments: [
      (0x6969, "NFS"), (0xff53_4d42, "SMB"), (0xfe53_4d42, "SMB"), (0xef53, nil), (0x0102_1994, nil),
      (0x9123_683e, nil),
    ] as [(UInt32, String?)])
  func `a network file system is distinguished from a disk`(magic: UInt32, name: String?) {
    #expect(QueuePlace.networkName(ofFileSystem: magic) == name)
  }

  @Test func `a reader of a missing queue fails, and does not create the file`() async throws {
    try await withScratchDirectory { folder in
      #expect(await failure { _ = try SQLiteQueueReader(folder.settings()) }?.code == .failed)
      #expect(!folder.exists("queue.db"))
    }
  }
}
