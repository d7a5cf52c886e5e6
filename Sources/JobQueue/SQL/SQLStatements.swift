// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import ReviewContract

/// The statements of an engine on SQL. Parameters are `$1`, `$2` and so on, in the order of their first use: SQLite takes
/// these for names, and numbers them in that order.
package protocol SQLStatements {
  associatedtype Row: SQLRow

  /// Runs a statement and returns its rows.
  func rows(_ sql: String, _ values: [SQLValue]) throws -> [Row]

  /// - Returns: the number of rows that the statement changed.
  @discardableResult
  func execute(_ sql: String, _ values: [SQLValue]) throws -> Int

  /// What follows a query that locks its rows; empty for an engine with one writer.
  static var locking: String { get }

  /// The collation that orders texts bytewise, regardless of the database's.
  static var bytewise: String { get }
}

extension SQLStatements {
  package func row(_ sql: String, _ values: [SQLValue]) throws -> Row? { try rows(sql, values).first }
}

/// A parameter of a statement.
package enum SQLValue: Hashable, Sendable {
  case null
  case number(Int64)
  case text(String)
  case flag(Bool)

  package init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  package init(_ number: (some BinaryInteger)?) { self = number.map { .number(Int64($0)) } ?? .null }
  package init(_ flag: Bool) { self = .flag(flag) }
  package init(_ time: Timestamp?) { self = time.map { .number($0.milliseconds) } ?? .null }
  package init(_ commit: CommitID?) { self = commit.map { .text($0.hex) } ?? .null }
}

/// A row, read by position. A value that this program did not write means that the queue is damaged.
package protocol SQLRow {
  func optionalText(_ index: Int) throws -> String?
  func optionalNumber(_ index: Int) throws -> Int64?
  func flag(_ index: Int) throws -> Bool
  /// The name of a column, for messages.
  func name(_ index: Int) -> String
}

extension SQLRow {
  package func text(_ index: Int) throws -> String { try present(optionalText(index), index) }

  package func number(_ index: Int) throws -> Int64 { try present(optionalNumber(index), index) }

  package func time(_ index: Int) throws -> Timestamp { Timestamp(milliseconds: try number(index)) }

  package func optionalTime(_ index: Int) throws -> Timestamp? {
    try optionalNumber(index).map { Timestamp(milliseconds: $0) }
  }

  package func commit(_ index: Int) throws -> CommitID { try present(optionalCommit(index), index) }

  package func optionalCommit(_ index: Int) throws -> CommitID? {
    try optionalText(index).map { try present(CommitID($0), index) }
  }

  package func stored<Value: RawRepresentable<String>>(_ index: Int) throws -> Value {
    try present(try optionalStored(index), index)
  }

  package func optionalStored<Value: RawRepresentable<String>>(_ index: Int) throws -> Value? {
    try optionalText(index).map { try present(Value(rawValue: $0), index) }
  }

  package func present<Value>(_ value: Value?, _ index: Int) throws -> Value {
    guard let value else {
      throw QueueError(.damaged, "the queue holds a value that cannot be read, in the column \(name(index))")
    }
    return value
  }

  /// A reference of which the forge, the repository's name and the number begin at an index.
  func pullRequest(_ index: Int) throws -> PullRequestReference {
    PullRequestReference(
      repository: RepositoryReference(forge: try text(index), name: try text(index + 1)),
      number: Int(try number(index + 2)))
  }
}

extension PullRequestReference {
  /// The values of the forge, the repository's name and the number.
  package var values: [SQLValue] { [SQLValue(repository.forge), SQLValue(repository.name), SQLValue(number)] }
}
