// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import CPostgres
  import JobQueue

  extension SQLValue {
    /// The text whose type the server infers.
    var text: String? {
      switch self {
      case .null: nil
      case .number(let number): "\(number)"
      case .text(let text): text
      case .flag(let flag): flag ? "t" : "f"
      }
    }

    /// Creates an array, in the syntax of the server's array types.
    init(array elements: [SQLValue]) {
      var text = "{"
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        guard let value = element.text else {
          text += "NULL"
          continue
        }
        text += "\""
        for scalar in value.unicodeScalars {
          if scalar == "\"" || scalar == "\\" { text += "\\" }
          text.unicodeScalars.append(scalar)
        }
        text += "\""
      }
      self = .text(text + "}")
    }
  }

  /// The result of a statement.
  final class SQLRows {
    private let result: OpaquePointer

    init(_ result: OpaquePointer) { self.result = result }

    deinit { reviewbot_PQclear(result) }

    var count: Int { Int(reviewbot_PQntuples(result)) }
    var all: [PostgresRow] { (0..<count).map { PostgresRow(rows: self, number: Int32($0)) } }
    var first: PostgresRow? { count > 0 ? PostgresRow(rows: self, number: 0) : nil }
    /// The number of rows that the statement changed.
    var changed: Int { Int(String(cString: reviewbot_PQcmdTuples(result))) ?? 0 }
    /// The command, such as `COMMIT`.
    var command: String { String(cString: reviewbot_PQcmdStatus(result)) }

    fileprivate func text(_ row: Int32, _ column: Int32) -> String? {
      guard reviewbot_PQgetisnull(result, row, column) == 0, let value = reviewbot_PQgetvalue(result, row, column)
      else { return nil }
      return String(cString: value)
    }

    fileprivate func name(_ column: Int) -> String {
      reviewbot_PQfname(result, Int32(column)).map { String(cString: $0) } ?? "\(column)"
    }
  }

  /// One row, read by position.
  struct PostgresRow: SQLRow {
    fileprivate let rows: SQLRows
    fileprivate let number: Int32

    func optionalText(_ index: Int) -> String? { rows.text(number, Int32(index)) }

    func optionalNumber(_ index: Int) throws -> Int64? {
      try optionalText(index).map { try present(Int64($0), index) }
    }

    func flag(_ index: Int) throws -> Bool { try text(index) == "t" }

    func name(_ index: Int) -> String { rows.name(index) }
  }
#endif
