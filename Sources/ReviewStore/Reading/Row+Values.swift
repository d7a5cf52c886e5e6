// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import GRDB
import ReviewCore

/// Values of columns that are not of SQLite's own types. A value that this program did not write means that the file is
/// damaged.
extension Row {
  func time(at index: Int) throws -> Timestamp {
    Timestamp(milliseconds: try decode(atIndex: index))
  }

  func optionalTime(at index: Int) throws -> Timestamp? {
    let number: Int64? = try decode(atIndex: index)
    return number.map { Timestamp(milliseconds: $0) }
  }

  func commit(at index: Int) throws -> CommitID {
    guard let id = try optionalCommit(at: index) else { throw unreadable(index) }
    return id
  }

  func optionalCommit(at index: Int) throws -> CommitID? {
    let text: String? = try decode(atIndex: index)
    guard let text else { return nil }
    guard let id = CommitID(text) else { throw unreadable(index) }
    return id
  }

  func stored<Value: RawRepresentable>(at index: Int) throws -> Value
  where Value.RawValue: DatabaseValueConvertible {
    guard let value: Value = try optionalStored(at: index) else { throw unreadable(index) }
    return value
  }

  func optionalStored<Value: RawRepresentable>(
    at index: Int
  ) throws -> Value? where Value.RawValue: DatabaseValueConvertible {
    let raw: Value.RawValue? = try decode(atIndex: index)
    guard let raw else { return nil }
    guard let value = Value(rawValue: raw) else { throw unreadable(index) }
    return value
  }

  // MARK: By name, for what is not read with every message

  func time(_ column: String) throws -> Timestamp { try time(at: index(of: column)) }
  func optionalTime(_ column: String) throws -> Timestamp? { try optionalTime(at: index(of: column)) }
  func commit(_ column: String) throws -> CommitID { try commit(at: index(of: column)) }
  func optionalCommit(_ column: String) throws -> CommitID? { try optionalCommit(at: index(of: column)) }

  func stored<Value: RawRepresentable>(_ column: String) throws -> Value
  where Value.RawValue: DatabaseValueConvertible {
    try stored(at: index(of: column))
  }

  private func index(of column: String) throws -> Int {
    guard let index = Array(columnNames).firstIndex(of: column) else {
      preconditionFailure("the statement has no column \(column)")
    }
    return index
  }

  private func unreadable(_ index: Int) -> QueueError {
    let names = Array(columnNames)
    return QueueError(
      .damaged, "the queue holds a value that cannot be read, in the column \(names[index])")
  }
}
