// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import JobQueue
import PostgresStore
import ReviewTesting

/// A database of one test, which several openers may use.
struct PostgresDatabase: Sendable {
  static var isAvailable: Bool { PostgresQueueAssembly.isAvailable && PostgresServer.isInstalled }
  static let reason = "needs PostgreSQL's server, and a build with --traits PostgreSQL"

  let connection: String

  init() throws { connection = try PostgresServer.shared.database() }

  func settings(
    _ policy: QueuePolicy = QueuePolicy(), _ clock: (any QueueClock)? = nil, machine: String = UUID().uuidString,
    incarnation: String = UUID().uuidString
  ) throws -> PostgresQueueSettings {
    var settings = try PostgresQueueSettings(
      connection: connection, process: QueueProcess(machine: machine, incarnation: incarnation), policy: policy)
    settings.manualClock = clock
    return settings
  }

  func open(_ policy: QueuePolicy = QueuePolicy(), _ clock: (any QueueClock)? = nil) throws -> any ReviewQueue {
    try PostgresQueueAssembly().queue(settings(policy, clock))
  }

  /// Opens the same queue several times, like several processes, for the duration of a test.
  static func use(
    openers: Int, _ policy: QueuePolicy = QueuePolicy(),
    _ body: ([any ReviewQueue], ManualClock) async throws -> Void
  ) async throws {
    try await withScratchDirectory { _ in
      let database = try PostgresDatabase()
      let clock = ManualClock()
      // Concurrently, so that they also create the tables at the same time.
      let queues = try await withThrowingTaskGroup(of: (any ReviewQueue).self) { group in
        for _ in 0..<openers { group.addTask { try database.open(policy, clock) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      try await body(queues, clock)
      for queue in queues { try await queue.close() }
    }
  }
}
