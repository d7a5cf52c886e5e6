// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import GRDB
import ReviewCore

/// What one step sees: the database inside a transaction, and one moment.
struct QueueTransaction {
  let database: Database
  let now: Timestamp
  let policy: QueuePolicy
  /// What this step adds to the counts.
  let tallies = TallySheet()

  func run(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
    try database.cachedStatement(sql: sql).execute(arguments: arguments)
  }

  func row(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> Row? {
    try Row.fetchOne(database.cachedStatement(sql: sql), arguments: arguments)
  }

  func number(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> Int64? {
    try Int64.fetchOne(database.cachedStatement(sql: sql), arguments: arguments)
  }

  /// Adds one to a count that statistics show.
  func count(_ name: Tally) { tallies.add(1, to: name.text) }
}
