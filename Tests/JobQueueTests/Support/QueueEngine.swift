// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import SystemPackage
import Testing

@testable import JobQueue

/// An implementation of a queue. All pass the same tests; a new one is added to ``all``.
struct QueueEngine: Sendable, CustomTestStringConvertible {
  let name: String
  let open: @Sendable (ScratchDirectory, QueuePolicy, any QueueClock) throws -> any ReviewQueue

  var testDescription: String { name }

  static let sqlite = QueueEngine(name: "SQLite") { folder, policy, clock in
    try SQLiteQueue(folder.settings(policy: policy, clock: clock))
  }

  /// The reference implementation.
  static let model = QueueEngine(name: "model") { _, policy, clock in InMemoryQueue(policy: policy, clock: clock) }

  /// A queue on the server that the test process starts; available only if PostgreSQL is installed.
  static let postgres = QueueEngine(name: "PostgreSQL") { _, policy, clock in
    try PostgresDatabase().open(policy, clock)
  }

  static let all = [sqlite, model] + (PostgresDatabase.isAvailable ? [postgres] : [])

  /// Opens an empty queue for the duration of a test.
  func use(
    _ policy: QueuePolicy = QueuePolicy(), _ body: (any ReviewQueue, ManualClock) async throws -> Void
  ) async throws {
    try await withScratchDirectory { folder in
      let clock = ManualClock()
      let queue = try open(folder, policy, clock)
      try await body(queue, clock)
      try await queue.close()
    }
  }
}

extension ScratchDirectory {
  func settings(
    policy: QueuePolicy = QueuePolicy(), clock: any QueueClock = ManualClock()
  ) -> JobQueueSettings {
    JobQueueSettings(file: path.appending("queue.db"), policy: policy, clock: clock)
  }
}
