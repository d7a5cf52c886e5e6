// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import Foundation
  import JobQueue
  import ReviewContract

  /// A connection that is made again when it was lost. It blocks, and one thread uses it at a time.
  final class PostgresSession {
    /// How often what collided with others, or lost its connection, is begun.
    static let attempts = 8
    /// How long to wait before the next attempt to connect, times the number of the attempt.
    private static let pause = 0.1

    private let settings: PostgresQueueSettings
    private let onCommitted: @Sendable (QueueChange) -> Void
    private var connection: PostgresConnection?
    /// The latest time of the manual clock that the database knows.
    private var knownTime: Timestamp?

    /// - Parameter onCommitted: called after each COMMIT of something that other processes may act on.
    init(_ settings: PostgresQueueSettings, onCommitted: @escaping @Sendable (QueueChange) -> Void = { _ in }) {
      self.settings = settings
      self.onCommitted = onCommitted
    }

    var policy: QueuePolicy { settings.followed.current }
    var process: QueueProcess { settings.process }

    /// Reads something; again if the connection was lost.
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

    /// Makes the tables that everything else needs, or looks at them.
    func prepare(_ body: (PostgresConnection) throws -> Void) throws { try body(try usable()) }

    /// Does something that changes nothing more when it is done twice.
    func change<Value>(_ body: (PostgresTransaction) throws -> Value) throws -> Value {
      try attempt { connection, isLastAnswerMissing in
        isLastAnswerMissing = false
        try connection.run("BEGIN ISOLATION LEVEL READ COMMITTED")
        let transaction = try PostgresTransaction(connection: connection, policy: policy, process: process)
        return try commit(transaction, &isLastAnswerMissing) { try body($0) }
      }
    }

    /// Does something once, even if the answer to COMMIT is lost: its outcome is kept with it, and a repetition finds it.
    ///
    /// - Parameter holds: whether the outcome of the earlier attempt still counts.
    func write<Value: Codable>(
      holds: (Value, PostgresTransaction) throws -> Bool = { _, _ in true },
      _ body: (PostgresTransaction) throws -> Value
    ) throws -> Value {
      // Made before the first attempt, so that all attempts have the same.
      var operation = UUID().uuidString
      return try attempt { connection, isLastAnswerMissing in
        try connection.run("BEGIN ISOLATION LEVEL READ COMMITTED")
        // First of all: a repetition waits here for what is still in flight.
        let began = try connection.run(
          "INSERT INTO operation(id, at) VALUES($1, queue_now()) ON CONFLICT DO NOTHING RETURNING at",
          [SQLValue(operation)])
        if let row = began.first {
          let transaction = PostgresTransaction(
            connection: connection, now: try row.time(0), policy: policy, process: process)
          return try commit(transaction, &isLastAnswerMissing) { transaction in
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
          // What it changed is not known any more.
          onCommitted(.all)
          return value
        }
        operation = UUID().uuidString
        throw PostgresFailure(state: "40001", message: "what was done before no longer counts")
      }
    }

    func close() { connection = nil }

    // MARK: Attempts

    /// - Parameter body: sets its second argument as long as it is not known whether COMMIT was done.
    private func attempt<Value>(_ body: (PostgresConnection, inout Bool) throws -> Value) throws -> Value {
      var isLastAnswerMissing = false
      for attempt in 1... {
        do {
          return try body(try connected(), &isLastAnswerMissing)
        } catch let failure as PostgresFailure {
          // The database undoes what has a connection no more.
          if failure.isConnectionLost { connection = nil } else { rollBack() }
          guard failure.isCollision || failure.isConnectionLost, attempt < Self.attempts else { throw failure }
          // A database that is away is reported at once, unless something may have been done that the caller has to know.
          if failure.isUnreachable, attempt > 2, !isLastAnswerMissing { throw failure }
          if attempt > 1 { Thread.sleep(forTimeInterval: Self.pause * Double(attempt)) }
        } catch {
          rollBack()
          throw error
        }
      }
      preconditionFailure("the loop ends by itself")
    }

    private func commit<Value>(
      _ transaction: PostgresTransaction, _ isLastAnswerMissing: inout Bool,
      _ body: (PostgresTransaction) throws -> Value
    ) throws -> Value {
      let value = try body(transaction)
      try transaction.writeCounts()
      isLastAnswerMissing = true
      let result = try transaction.connection.run("COMMIT")
      guard result.command == "COMMIT" else {
        throw PostgresFailure(state: "40000", message: "the transaction was undone")
      }
      isLastAnswerMissing = false
      if !transaction.change.isEmpty { onCommitted(transaction.change) }
      return value
    }

    private func rollBack() {
      guard let connection, connection.isUsable, connection.isInTransaction else { return }
      // A connection that cannot even do this is made again.
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
