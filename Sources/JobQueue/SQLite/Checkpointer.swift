// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Dispatch
import GRDB
import ReviewContract
import SystemPackage

/// Moves what was committed from the write-ahead log into the file, on its own connection.
///
/// SQLite would have every so many commits do it, and those would take many times as long as the others: a page is
/// written for each that changed, all over the file, and waited for.
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

  /// Counts steps that were committed, and begins when there are enough.
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
      // What fails now is tried again after the next steps; the writer has its own limit for the log.
      _ = try? connection.inDatabase { try $0.checkpoint(.passive) }
      // Until then no other begins: only one can move at a time.
      finish { self.state.withLock { $0.isRunning = false } }
    }
  }

  /// Waits until the running checkpoint has ended.
  func wait() { queue.sync {} }

  /// Waits for the end of what runs.
  func close() throws {
    try queue.sync { try connection.close() }
  }
}

extension Counters {
  /// Once for all steps of a commit, because most of them count the same.
  func write(to database: Database) throws {
    for (name, number) in sorted {
      try database.cachedStatement(
        sql: "INSERT INTO tally VALUES(?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count"
      ).execute(arguments: [name, number])
    }
  }
}

/// The queue's own time, which follows a clock but never goes back, not even over a restart: when the clock is set
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
