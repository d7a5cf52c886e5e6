// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import Foundation
  import JobQueue
  import ReviewContract

  /// The context of one step: the database inside a transaction, and the time of the step.
  ///
  /// Rows are locked in one order: the delivery, the repository, the pull request, the job. A step that reads a job to
  /// change it locks its pull request first, so that the steps of one pull request are serialized.
  struct PostgresTransaction {
    let connection: PostgresConnection
    let now: Timestamp
    let policy: QueuePolicy
    let process: QueueProcess
    /// The increments of the counters by this step.
    private let counters = Counters()
    private let changes = Changes()

    init(connection: PostgresConnection, now: Timestamp, policy: QueuePolicy, process: QueueProcess) {
      self.connection = connection
      self.now = now
      self.policy = policy
      self.process = process
    }

    /// Creates a transaction at the database's time.
    init(connection: PostgresConnection, policy: QueuePolicy, process: QueueProcess) throws {
      self.init(connection: connection, now: try connection.now, policy: policy, process: process)
    }

    @discardableResult
    func run(_ sql: String, _ values: [SQLValue] = []) throws -> SQLRows { try connection.run(sql, values) }

    func count(_ name: CounterName) { counters.add(1, to: name.text) }

    /// The changes of the step that concern other processes.
    var change: QueueChange { changes.all }

    func note(_ change: QueueChange) { changes.all.formUnion(change) }

    /// Records the change that a job's new row is for other processes. A job that ended may have blocked others.
    func noteChange(by job: ReviewJob) {
      if job.state == .queued || job.state.isFinished { note(.jobs) }
      if job.state == .running, job.cancellation != nil { note(.cancellations) }
    }

    private final class Changes {
      var all: QueueChange = []
    }

    /// Writes the counters, at the end of a transaction because all processes lock these rows.
    func writeCounts() throws {
      for (name, number) in counters.sorted {
        try run(
          "INSERT INTO tally VALUES($1, $2) ON CONFLICT(name) DO UPDATE SET count = tally.count + excluded.count",
          [SQLValue(name), SQLValue(number)])
      }
    }

    // MARK: Outcomes

    private struct Outcome<Value: Codable>: Codable {
      let value: Value
    }

    func keep(_ value: some Codable, of operation: String) throws {
      let text = String(decoding: try JSONEncoder().encode(Outcome(value: value)), as: UTF8.self)
      try run("UPDATE operation SET outcome = $2 WHERE id = $1", [SQLValue(operation), SQLValue(text)])
    }

    func outcome<Value: Codable>(of operation: String) throws -> Value {
      let row = try run("SELECT outcome FROM operation WHERE id = $1", [SQLValue(operation)]).first
      guard let text = row?.optionalText(0) else {
        throw QueueError(.failed, "the queue's database has no outcome for an operation")
      }
      return try JSONDecoder().decode(Outcome<Value>.self, from: Data(text.utf8)).value
    }
  }

  extension PostgresConnection {
    /// The queue's time, which is the database's.
    var now: Timestamp {
      get throws {
        guard let row = try run("SELECT queue_now()").first else { preconditionFailure("a function has a value") }
        return try row.time(0)
      }
    }
  }
#endif
