// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Dispatch
import GRDB
import ReviewContract
import SystemPackage

/// A checkpointer, which moves committed pages from the write-ahead log into the file, on its own connection.
///
/// SQLite would do that in every so many commits, which would take many times as long as the others, because each
/// changed page is written to its place in the file and synced.
final class Checkpointer: Sendable {
  /// A step writes about ten pages, so that the log has about four megabytes.
  static let interval = 100

  private struct State: Sendable {
    var steps = 0
    var isRunning = false
  }

  private let state = Locked(State())
  private let queue = DispatchQueue(label: "reviewbot.queue.checkpoints")
  private let connection: DatabaseQueue

  init(_ file: FilePath) throws(QueueError) {
    connection = try QueueFile.openForCheckpoints(file)
  }

  /// Counts committed steps, and starts a checkpoint when there are enough.
  ///
  /// - Parameter finish: moves the few pages written since then, at a moment without a writer, and calls back when it
  ///   is done. The log starts over only when a write begins after all pages were moved.
  func note(steps: Int, finish: @escaping @Sendable (_ done: @escaping @Sendable () -> Void) -> Void) {
    let isDue = state.withLock { state in
      state.steps += steps
      guard state.steps >= Self.interval, !state.isRunning else { return false }
      state = State(steps: 0, isRunning: true)
      return true
    }
    guard isDue else { return }
    queue.async { [self] in
      // A failed checkpoint is retried after the next steps; the writer has its own limit for the log.
      _ = try? connection.inDatabase { try $0.checkpoint(.passive) }
      // No other checkpoint starts before that, because only one can run at a time.
      finish { self.state.withLock { $0.isRunning = false } }
    }
  }

  /// Waits until the running checkpoint has ended.
  func wait() { queue.sync {} }

  /// Waits for the running checkpoint, and closes the connection.
  func close() throws {
    try queue.sync { try connection.close() }
  }
}

extension Counters {
  /// Writes the increments, once for all steps of a commit, because most steps increment the same counters.
  func write(to database: Database) throws {
    for (name, number) in sorted {
      try database.cachedStatement(
        sql: "INSERT INTO tally VALUES(?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count"
      ).execute(arguments: [name, number])
    }
  }
}

/// The queue's own time, which follows a clock but never goes back, not even across a restart: if the clock is set
/// back, the time continues from its latest value.
struct MonotonicClock: Sendable {
  private let clock: any QueueClock
  private var lastReading: Timestamp
  private(set) var latest: Timestamp

  init(_ clock: any QueueClock, notBefore latest: Timestamp) {
    self.clock = clock
    lastReading = clock.now
    self.latest = max(latest, lastReading)
  }

  mutating func now() -> Timestamp {
    let reading = clock.now
    let passed = reading - lastReading
    lastReading = reading
    if passed > .zero { latest = latest + passed }
    return latest
  }
}
