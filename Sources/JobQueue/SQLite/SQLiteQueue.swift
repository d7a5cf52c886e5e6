// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import GRDB
package import ReviewContract
package import SystemPackage

/// A queue in an SQLite file, used by one process exclusively.
///
/// Writes go through the ``GroupCommitter``; reads use their own connection.
final class SQLiteQueue: ReviewQueue {
  private let settings: JobQueueSettings
  private let lock: ProcessLock
  private let reader: SQLiteQueueReader
  let writer: GroupCommitter
  /// The jobs that ran when the previous process ended. They were queued again, or are dead.
  let interrupted: [ReviewJob.ID]

  /// Opens or creates the queue. Blocks.
  ///
  /// - Throws: ``QueueError/Code/inUse`` when another process has it open, ``QueueError/Code/newerSchema``,
  ///   ``QueueError/Code/notAQueue``, ``QueueError/Code/unsuitablePlace``.
  init(_ settings: JobQueueSettings) throws(QueueError) {
    self.settings = settings
    try QueuePlace.prepare(settings.file)
    lock = try ProcessLock(for: settings.file, clock: settings.clock)
    let database = try QueueFile.openForWriting(settings.file, busyLimit: settings.busyLimit)
    do {
      let writer = try GroupCommitter(database, policy: settings.policy, clock: settings.clock)
      let now = writer.now
      // No other process holds the lock, so the workers with these leases are gone.
      interrupted = try database.inDatabase { database in
        var interrupted: [ReviewJob.ID] = []
        try database.inTransaction(.immediate) {
          let transaction = QueueTransaction(database: database, now: now, policy: settings.policy)
          interrupted = try transaction.resume()
          try transaction.counters.write(to: database)
          return .commit
        }
        return interrupted
      }
      self.writer = writer
    } catch {
      throw QueueError(error, settings.file.string)
    }
    let writer = writer
    reader = try SQLiteQueueReader(settings) { writer.now }
  }

  var now: Timestamp { writer.now }
  var policy: QueuePolicy { settings.policy }

  func record(_ delivery: Delivery, effect: DeliveryEffect) async throws(QueueError) -> DeliveryReceipt {
    try delivery.check()
    try effect.check()
    return try await writer.perform { try $0.record(delivery, effect) }
  }

  func perform<Value: Codable & Sendable>(
    _ step: @escaping @Sendable (inout any QueueSteps) throws -> Value
  ) async throws(QueueError) -> Value {
    try await writer.perform { transaction in
      var steps: any QueueSteps = transaction
      return try step(&steps)
    }
  }

  func claim(by owner: String, _ scope: ClaimScope) async throws(QueueError) -> Lease? {
    try QueueError.check(owner, "the owner's name", QueueLimits.owner)
    try scope.check()
    return try await writer.perform { try $0.claim(by: owner, scope) }
  }

  func renew(_ lease: Lease) async throws(QueueError) -> LeaseRenewal {
    try await writer.perform { try $0.renew(lease) }
  }

  func reclaim() async throws(QueueError) -> [ReviewJob.ID] {
    try await writer.perform { try $0.reclaim() }
  }

  func sweep() async throws(QueueError) -> Int {
    var removed = 0
    while true {
      // Each batch is its own step, so that no caller waits for all of them.
      let batch = try await writer.perform { try $0.sweep() }
      removed += batch
      if batch < QueueTransaction.sweepingBatch { break }
    }
    if removed > 0 { try await writer.perform { try $0.shrink() } }
    return removed
  }

  func read<Value: Sendable>(
    _ query: @escaping @Sendable (any QueueRecords) throws -> Value
  ) async throws(QueueError) -> Value { try await reader.read(query) }

  func close() async throws(QueueError) {
    // A queue that is closed or can no longer be written stays as it is; the next start treats that as a crash.
    _ = try? await writer.perform { try $0.suspend() }
    try reader.close()
    try await writer.close()
    lock.release()
  }
}

/// The daemon's queue in an SQLite file.
package struct JobQueueAssembly: Sendable {
  package init() {}

  /// Opens the queue for the one process that works on it; the file is created if it does not exist. Blocks.
  ///
  /// - Throws: ``QueueError/Code/inUse`` when another process has the queue open, ``QueueError/Code/newerSchema``,
  ///   ``QueueError/Code/notAQueue``, ``QueueError/Code/unsuitablePlace``.
  package func queue(_ settings: JobQueueSettings) throws(QueueError) -> any ReviewQueue {
    try SQLiteQueue(settings)
  }

  /// Opens an existing queue for reading, also while another process works on it. Blocks.
  package func reader(_ settings: JobQueueSettings) throws(QueueError) -> any QueueReader {
    try SQLiteQueueReader(settings)
  }
}

/// The location and policy of a queue.
package struct JobQueueSettings: Sendable {
  /// The SQLite file. It is created with its parent folders if it does not exist; `FILE-wal`, `FILE-shm` and
  /// `FILE.lock` are beside it.
  package let file: FilePath
  package let policy: QueuePolicy
  package let clock: any QueueClock

  /// The time for which another program, such as one that copies the file, may lock it before a step fails.
  package var busyLimit: Duration = .seconds(5)

  package init(file: FilePath, policy: QueuePolicy = QueuePolicy(), clock: any QueueClock = SteadyClock()) {
    self.file = file
    self.policy = policy
    self.clock = clock
  }
}
