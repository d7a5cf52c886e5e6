// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import Foundation
  import JobQueue
  import ReviewContract

  /// A connection that is established again after a loss. It blocks, and one thread uses it at a time.
  final class PostgresSession {
    /// The maximum number of attempts after collisions and lost connections, including the first.
    static let attempts = 8
    /// The back-off before the next attempt, in seconds for each attempt so far.
    private static let pause = 0.1

    private let settings: PostgresQueueSettings
    private let onCommitted: @Sendable (QueueChange) -> Void
    private var connection: PostgresConnection?
    /// The latest time of the manual clock in the database.
    private var knownTime: Timestamp?

    /// - Parameter onCommitted: called after each COMMIT of a change that other processes may act on.
    init(_ settings: PostgresQueueSettings, onCommitted: @escaping @Sendable (QueueChange) -> Void = { _ in }) {
      self.settings = settings
      self.onCommitted = onCommitted
    }

    var policy: QueuePolicy { settings.followed.current }
    var process: QueueProcess { settings.process }

    /// Runs a query, again if the connection was lost.
    func read<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
      for attempt in 1... {
        do {
          return try body(try connected())
        } catch let failure as PostgresFailure {
          guard failure.isConnectionLost, attempt < 3 else { throw failure }
          connection = nil
        }
      }
      preconditionFailure("the loop ends by itself")
    }

    /// Runs `body` to create or check the tables, before any other use of the connection.
    func prepare(_ body: (PostgresConnection) throws -> Void) throws { try body(try usable()) }

    /// Runs an idempotent transaction.
    func change<Value>(_ body: (PostgresTransaction) throws -> Value) throws -> Value {
      try attempt { connection, isLastResultMissing in
        isLastResultMissing = false
        try connection.run("BEGIN ISOLATION LEVEL READ COMMITTED")
        let transaction = try PostgresTransaction(connection: connection, policy: policy, process: process)
        return try commit(transaction, &isLastResultMissing) { try body($0) }
      }
    }

    /// Runs a transaction exactly once, even if the response to COMMIT is lost: its outcome is stored with it, and a
    /// retry finds it.
    ///
    /// - Parameter holds: whether the outcome of the earlier attempt is still valid.
    func write<Value: Codable>(
      holds: (Value, PostgresTransaction) throws -> Bool = { _, _ in true },
      _ body: (PostgresTransaction) throws -> Value
    ) throws -> Value {
      // Created before the first attempt, so that all attempts have the same.
      var operation = UUID().uuidString
      return try attempt { connection, isLastResultMissing in
        try connection.run("BEGIN ISOLATION LEVEL READ COMMITTED")
        // The first statement, because a retry waits here for an attempt that is still in flight.
        let began = try connection.run(
          "INSERT INTO operation(id, at) VALUES($1, queue_now()) ON CONFLICT DO NOTHING RETURNING at",
          [SQLValue(operation)])
        if let row = began.first {
          let transaction = PostgresTransaction(
            connection: connection, now: try row.time(0), policy: policy, process: process)
          return try commit(transaction, &isLastResultMissing) { transaction in
            let value = try body(transaction)
            try transaction.keep(value, of: operation)
            return value
          }
        }
        let transaction = try PostgresTransaction(connection: connection, policy: policy, process: process)
        let value: Value = try transaction.outcome(of: operation)
        let holds = try holds(value, transaction)
        try connection.run("ROLLBACK")
        if holds {
          // The changes of the earlier attempt are unknown.
          onCommitted(.all)
          return value
        }
        operation = UUID().uuidString
        throw PostgresFailure(state: "40001", message: "the outcome of an earlier attempt is no longer valid")
      }
    }

    func close() { connection = nil }

    // MARK: Attempts

    /// - Parameter body: sets its second argument while it is unknown whether COMMIT took effect.
    private func attempt<Value>(_ body: (PostgresConnection, inout Bool) throws -> Value) throws -> Value {
      var isLastResultMissing = false
      for attempt in 1... {
        do {
          return try body(try connected(), &isLastResultMissing)
        } catch let failure as PostgresFailure {
          // The database rolls back the transaction of a lost connection.
          if failure.isConnectionLost { connection = nil } else { rollBack() }
          guard failure.isCollision || failure.isConnectionLost, attempt < Self.attempts else { throw failure }
          // An unreachable database is reported at once, unless a COMMIT may have taken effect.
          if failure.isUnreachable, attempt > 2, !isLastResultMissing { throw failure }
          if attempt > 1 { Thread.sleep(forTimeInterval: Self.pause * Double(attempt)) }
        } catch {
          rollBack()
          throw error
        }
      }
      preconditionFailure("the loop ends by itself")
    }

    private func commit<Value>(
      _ transaction: PostgresTransaction, _ isLastResultMissing: inout Bool,
      _ body: (PostgresTransaction) throws -> Value
    ) throws -> Value {
      let value = try body(transaction)
      try transaction.writeCounts()
      isLastResultMissing = true
      let result = try transaction.connection.run("COMMIT")
      guard result.command == "COMMIT" else {
        throw PostgresFailure(state: "40000", message: "the transaction was rolled back")
      }
      isLastResultMissing = false
      if !transaction.change.isEmpty { onCommitted(transaction.change) }
      return value
    }

    private func rollBack() {
      guard let connection, connection.isUsable, connection.isInTransaction else { return }
      // A connection that cannot roll back is replaced.
      if (try? connection.run("ROLLBACK")) == nil { self.connection = nil }
    }

    private func connected() throws -> PostgresConnection {
      let connection = try usable()
      if let clock = settings.manualClock, knownTime.map({ $0 < clock.now }) ?? true {
        let now = clock.now
        try connection.run(
          """
          INSERT INTO manual_time VALUES(1, $1)
          ON CONFLICT(id) DO UPDATE SET now = greatest(manual_time.now, excluded.now)
          """, [SQLValue(now)])
        knownTime = now
      }
      try settings.followed.refresh(connection)
      return connection
    }

    private func usable() throws(PostgresFailure) -> PostgresConnection {
      if let connection, connection.isUsable { return connection }
      let connection = try settings.connect()
      self.connection = connection
      return connection
    }
  }
#endif
