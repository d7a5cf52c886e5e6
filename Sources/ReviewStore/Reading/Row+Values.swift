// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import GRDB
import ReviewCore

/// What a column holds that is none of SQLite's own types. A value that this program did not write means that the file is
/// damaged.
extension Row {
  func time(_ column: String) throws -> Timestamp {
    Timestamp(milliseconds: try decode(forColumn: column))
  }

  func optionalTime(_ column: String) throws -> Timestamp? {
    let number: Int64? = try decode(forColumn: column)
    return number.map { Timestamp(milliseconds: $0) }
  }

  func commit(_ column: String) throws -> CommitID {
    guard let id = try optionalCommit(column) else { throw unreadable(column) }
    return id
  }

  func optionalCommit(_ column: String) throws -> CommitID? {
    let text: String? = try decode(forColumn: column)
    guard let text else { return nil }
    guard let id = CommitID(text) else { throw unreadable(column) }
    return id
  }

  func stored<Value: RawRepresentable>(_ column: String) throws -> Value
  where Value.RawValue: DatabaseValueConvertible {
    guard let value: Value = try optionalStored(column) else { throw unreadable(column) }
    return value
  }

  func optionalStored<Value: RawRepresentable>(
    _ column: String
  ) throws -> Value? where Value.RawValue: DatabaseValueConvertible {
    let raw: Value.RawValue? = try decode(forColumn: column)
    guard let raw else { return nil }
    guard let value = Value(rawValue: raw) else { throw unreadable(column) }
    return value
  }

  private func unreadable(_ column: String) -> QueueError {
    QueueError(.damaged, "the queue holds a value that cannot be read, in the column \(column)")
  }
}
