// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import GRDB

/// The statements of a connection to the SQLite file.
protocol SQLiteStatements: SQLStatements where Row == GRDB.Row {
  var database: Database { get }
}

extension SQLiteStatements {
  func rows(_ sql: String, _ values: [SQLValue]) throws -> [Row] {
    try Row.fetchAll(database.cachedStatement(sql: sql), arguments: StatementArguments(values.map(\.databaseValue)))
  }

  @discardableResult
  func execute(_ sql: String, _ values: [SQLValue]) throws -> Int {
    try database.cachedStatement(sql: sql).execute(arguments: StatementArguments(values.map(\.databaseValue)))
    return database.changesCount
  }

  static var locking: String { "" }
  static var bytewise: String { "" }
}

extension QueueTransaction: SQLiteStatements {}

extension QueueQueries: SQLiteStatements {}

extension SQLValue {
  fileprivate var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .number(let number): number.databaseValue
    case .text(let text): text.databaseValue
    case .flag(let flag): flag.databaseValue
    }
  }
}

extension Row: SQLRow {
  package func optionalText(_ index: Int) throws -> String? { try decode(atIndex: index) }
  package func optionalNumber(_ index: Int) throws -> Int64? { try decode(atIndex: index) }
  package func flag(_ index: Int) throws -> Bool { try decode(atIndex: index) }
  package func name(_ index: Int) -> String { Array(columnNames)[index] }
}
