// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import GRDB

extension Database {
  fileprivate func rows(_ sql: String, _ values: [SQLValue]) throws -> [Row] {
    try Row.fetchAll(cachedStatement(sql: sql), arguments: StatementArguments(values.map(\.databaseValue)))
  }

  fileprivate func execute(_ sql: String, _ values: [SQLValue]) throws -> Int {
    try cachedStatement(sql: sql).execute(arguments: StatementArguments(values.map(\.databaseValue)))
    return changesCount
  }
}

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

extension QueueTransaction: SQLStatements {
  func rows(_ sql: String, _ values: [SQLValue]) throws -> [Row] { try database.rows(sql, values) }
  @discardableResult
  func execute(_ sql: String, _ values: [SQLValue]) throws -> Int { try database.execute(sql, values) }
  static var locking: String { "" }
  static var bytewise: String { "" }
}

extension QueueQueries: SQLStatements {
  func rows(_ sql: String, _ values: [SQLValue]) throws -> [Row] { try database.rows(sql, values) }
  @discardableResult
  func execute(_ sql: String, _ values: [SQLValue]) throws -> Int { try database.execute(sql, values) }
  static var locking: String { "" }
  static var bytewise: String { "" }
}

extension Row: SQLRow {
  package func optionalText(_ index: Int) throws -> String? { try decode(atIndex: index) }
  package func optionalNumber(_ index: Int) throws -> Int64? { try decode(atIndex: index) }
  package func flag(_ index: Int) throws -> Bool { try decode(atIndex: index) }
  package func name(_ index: Int) -> String { Array(columnNames)[index] }
}
