// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Dispatch
import GRDB
import ReviewContract
import SystemPackage

/// The only writer. Steps that arrive during a commit are committed together by the next one, so that many callers
/// share one wait for the disk.
final class GroupCommitter: Sendable {
  /// The maximum number of steps of a commit. With more the first would wait for too long.
  static let largestGroup = 256

  private struct State: Sendable {
    var pending: [PendingWrite] = []
    var isDraining = false
    /// The error of all later steps, once none are accepted.
    var refusal: QueueError?
    var commits = 0
  }

  private let state = Locked(State())
  private let monotonicClock: Locked<MonotonicClock>
  private let queue = DispatchQueue(label: "reviewbot.queue.commits")
  private let database: DatabaseQueue
  let checkpointer: Checkpointer
  private let policy: QueuePolicy

  init(_ database: DatabaseQueue, policy: QueuePolicy, clock: any QueueClock) throws {
    self.database = database
    checkpointer = try Checkpointer(FilePath(database.path))
    self.policy = policy
    monotonicClock = Locked(MonotonicClock(clock, notBefore: try QueueTimeRepair(clock, policy).latest(in: database)))
  }

  var now: Timestamp { monotonicClock.withLock { $0.now() } }

  /// The number of commits, fewer than steps when many arrive at once.
  var commits: Int { state.withLock { $0.commits } }

  /// Performs one step, and returns when it is on disk.
  ///
  /// A step that throws changes nothing, and does not affect the others of its group.
  func perform<Value: Sendable>(
    _ step: @escaping @Sendable (QueueTransaction) throws -> Value
  ) async throws(QueueError) -> Value {
    let result: Result<Value, QueueError> = await withCheckedContinuation { continuation in
      submit(
        PendingWrite { transaction in
          let value = try step(transaction)
          return { continuation.resume(returning: .success(value)) }
        } refuse: { error in
          continuation.resume(returning: .failure(error))
        })
    }
    return try result.get()
  }

  /// Finishes the writes in progress; later ones are refused.
  func close() async throws(QueueError) {
    let result: Result<Void, QueueError> = await withCheckedContinuation { continuation in
      queue.async { [self] in
        drain()
        let isFirst = state.withLock { state in
          let isOpen = state.refusal?.code != .closed
          state.refusal = QueueError(.closed, "the queue \(database.path) is closed")
          return isOpen
        }
        // Writes that arrived in the meantime.
        drain()
        do {
          if isFirst {
            try checkpointer.close()
            try database.close()
          }
          continuation.resume(returning: .success(()))
        } catch {
          continuation.resume(returning: .failure(QueueError(error, database.path)))
        }
      }
    }
    try result.get()
  }

  private func submit(_ write: PendingWrite) {
    let refusal = state.withLock { state -> QueueError? in
      if let refusal = state.refusal { return refusal }
      state.pending.append(write)
      if !state.isDraining {
        state.isDraining = true
        queue.async { [self] in drain() }
      }
      return nil
    }
    if let refusal { write.refuse(refusal) }
  }

  private func drain() {
    while true {
      let group = state.withLock { state -> [PendingWrite] in
        let group = Array(state.pending.prefix(Self.largestGroup))
        state.pending.removeFirst(group.count)
        if group.isEmpty { state.isDraining = false }
        return group
      }
      if group.isEmpty { return }
      commit(group)
    }
  }

  private func commit(_ group: [PendingWrite]) {
    if let refusal = state.withLock({ $0.refusal }) { return group.forEach { $0.refuse(refusal) } }
    var replies: [@Sendable () -> Void] = []
    do {
      try database.inDatabase { database in
        try database.inTransaction(.immediate) {
          let counters = Counters()
          for write in group { replies.append(try attempt(write, database, counters)) }
          try counters.write(to: database)
          let latest = monotonicClock.withLock { $0.latest.milliseconds }
          try database.cachedStatement(sql: "UPDATE queue SET latest = ?").execute(arguments: [latest])
          return .commit
        }
      }
      state.withLock { $0.commits += 1 }
      checkpointer.note(steps: group.count) { [self] done in
        queue.async {
          defer { done() }
          // SQLite does not check that the connection is open. It is closed on this queue too, so it stays open here.
          guard self.state.withLock({ $0.refusal?.code != .closed }) else { return }
          // A failed checkpoint is retried later.
          _ = try? self.database.inDatabase { try $0.checkpoint(.passive) }
        }
      }
    } catch {
      let failure = QueueError(error, database.path)
      // After a failed write the kernel may have dropped the unwritten pages, and reports that only once.
      if failure.code == .damaged { state.withLock { $0.refusal = $0.refusal ?? failure } }
      replies = group.map { write in { write.refuse(failure) } }
    }
    for reply in replies { reply() }
  }

  /// - Throws: an error that makes the whole group fail.
  private func attempt(
    _ write: PendingWrite, _ database: Database, _ counters: Counters
  ) throws -> @Sendable () -> Void {
    let transaction = QueueTransaction(database: database, now: now, policy: policy)
    // As cached statements: GRDB's own savepoints are parsed each time, which takes a good part of a step.
    try transaction.run("SAVEPOINT step")
    do {
      let reply = try write.attempt(transaction)
      try transaction.run("RELEASE step")
      counters.add(transaction.counters)
      return reply
    } catch {
      if !database.isInsideTransaction || (error as? DatabaseError)?.endsTransaction == true { throw error }
      try transaction.run("ROLLBACK TO step")
      try transaction.run("RELEASE step")
      let failure = QueueError(error, self.database.path)
      return { write.refuse(failure) }
    }
  }
}

/// A step that waits to be committed together with others.
struct PendingWrite: Sendable {
  /// Performs the step; returns the function that resumes the caller once it is on disk.
  let attempt: @Sendable (QueueTransaction) throws -> @Sendable () -> Void
  let refuse: @Sendable (QueueError) -> Void
}

/// The context of one step: the database inside a transaction, and the time of the step.
struct QueueTransaction: QueueRows, DeliveryRows {
  let database: Database
  let now: Timestamp
  let policy: QueuePolicy
  /// The increments of the counters by this step.
  let counters = Counters()

  func run(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
    try database.cachedStatement(sql: sql).execute(arguments: arguments)
  }

  func number(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> Int64? {
    try Int64.fetchOne(database.cachedStatement(sql: sql), arguments: arguments)
  }

  func count(_ name: CounterName) { counters.add(1, to: name.text) }
}
