// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import GRDB
import ReviewContract

extension StoredJob {
  /// Reads a row of ``selection``. By position, because looking up 28 names takes longer than finding the row.
  init(_ row: Row) throws {
    let reference = PullRequestReference(
      repository: RepositoryReference(forge: try row.decode(atIndex: 2), name: try row.decode(atIndex: 3)),
      number: try row.decode(atIndex: 4))
    let job = ReviewJob(
      id: ReviewJob.ID(try row.decode(atIndex: 5)), kind: try row.stored(at: 6), pullRequest: reference,
      subject: try row.decode(atIndex: 7), head: try row.commit(at: 8), base: try row.optionalCommit(at: 9),
      needsApproval: try row.decode(atIndex: 10), labels: try StoredLabels.labels(row.decode(atIndex: 26)),
      priority: try row.stored(at: 11), state: try row.stored(at: 12),
      attempts: try row.decode(atIndex: 13), losses: try row.decode(atIndex: 14), owner: try row.decode(atIndex: 15),
      fence: try row.decode(atIndex: 16), leaseExpiresAt: try row.optionalTime(at: 17),
      cancellation: try row.optionalStored(at: 18), error: try row.decode(atIndex: 19),
      verdict: try row.decode(atIndex: 20), revival: try row.optionalStored(at: 27), queuedAt: try row.time(at: 21),
      notBefore: try row.time(at: 22),
      createdAt: try row.time(at: 23), startedAt: try row.optionalTime(at: 24),
      finishedAt: try row.optionalTime(at: 25))
    self.init(job: job, pullRequest: try row.decode(atIndex: 0), repository: try row.decode(atIndex: 1))
  }
}

/// Values of columns with types other than SQLite's own. A value that this program did not write means that the file is
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

  // MARK: By name, for rows that are not read for every delivery

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
