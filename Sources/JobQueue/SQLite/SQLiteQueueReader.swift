// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import GRDB
import ReviewContract

/// A reader of a queue's file, on its own connection, which does not wait for the writer.
final class SQLiteQueueReader: QueueReader {
  private let connection: DatabaseQueue
  private let time: @Sendable () -> Timestamp

  /// Opens an existing queue.
  convenience init(_ settings: JobQueueSettings) throws(QueueError) {
    let clock = settings.clock
    try self.init(settings) { clock.now }
  }

  init(_ settings: JobQueueSettings, now: @escaping @Sendable () -> Timestamp) throws(QueueError) {
    connection = try QueueFile.openForReading(settings.file)
    time = now
  }

  var now: Timestamp { time() }

  func close() throws(QueueError) {
    do { try connection.close() } catch { throw QueueError(error, connection.path) }
  }

  func read<Value: Sendable>(
    _ query: @escaping @Sendable (any QueueRecords) throws -> Value
  ) async throws(QueueError) -> Value {
    let (path, time) = (connection.path, time)
    // GRDB's own `read` waits for a task that may be cancelled; this one always returns a result.
    let result: Result<Value, QueueError> = await withCheckedContinuation { continuation in
      connection.asyncRead { opened in
        do {
          continuation.resume(returning: .success(try query(QueueQueries(database: opened.get(), time: time))))
        } catch {
          continuation.resume(returning: .failure(QueueError(error, path)))
        }
      }
    }
    return try result.get()
  }
}
