// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import JobQueue
import PostgresStore

/// A database of the server that `Benchmarks/postgresql` started.
struct PostgresDatabase {
  static let variable = "REVIEWBOT_POSTGRES"

  /// A conninfo string.
  let connection: String

  /// The conninfo string of the server, without a database; `nil` without a server.
  static var server: String? { ProcessInfo.processInfo.environment[variable] }

  init(connection: String) {
    self.connection = connection
  }

  /// Creates an empty database.
  init(_ name: String, at server: String) throws {
    try PostgresDatabase(connection: "\(server) dbname=postgres").run("CREATE DATABASE \(name)")
    connection = "\(server) dbname=\(name)"
  }

  func queue() throws -> any SharedQueue {
    let process = QueueProcess(machine: UUID().uuidString, incarnation: UUID().uuidString)
    return try PostgresQueueAssembly().queue(PostgresQueueSettings(connection: connection, process: process))
  }

  /// Runs statements, each in a separate transaction.
  func run(_ statements: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", connection] + statements.flatMap { ["-c", $0] }
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure("psql failed") }
  }

  /// Writes the rows that the queue itself would write, but faster.
  func fill(finished: Int, queued: Int, repositories: Int) throws {
    let head = String(repeating: "a", count: 40)
    try run(
      """
      INSERT INTO reviewbot.repository(forge, name)
        SELECT 'github', 'acme/' || i FROM generate_series(1, \(repositories)) i
      """,
      """
      INSERT INTO reviewbot.pull_request(repository, number, touched_at)
        SELECT 1 + i % \(repositories), i, 1700000000000 FROM generate_series(1, \(finished + queued)) i
      """,
      """
      INSERT INTO reviewbot.job(repository, pull_request, kind, subject, head, needs_approval, priority, state, ready, rank,
        attempts, losses, fence, queued_at, not_before, created_at, finished_at)
      SELECT 1 + i % \(repositories), i, 'review', '', '\(head)', false, 1,
        CASE WHEN i <= \(finished) THEN 'done' ELSE 'queued' END, i > \(finished), 1700000600000 + i, 0, 0, 0,
        1700000000000 + i, 1700000000000, 1700000000000, CASE WHEN i <= \(finished) THEN 1700000000000 + i END
      FROM generate_series(1, \(finished + queued)) i
      """,
      // The server does both automatically after some time.
      "VACUUM ANALYZE", "CHECKPOINT")
  }
}
