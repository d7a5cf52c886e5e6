// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import CPostgres
  import Findings
  import ReviewContract

  /// A parameter of a statement, as text whose type the server infers.
  struct SQLValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral {
    let text: String?

    init(_ text: String?) { self.text = text }
    init(_ number: (some BinaryInteger)?) { text = number.map { "\($0)" } }
    init(_ flag: Bool) { text = flag ? "t" : "f" }
    init(_ time: Timestamp?) { text = time.map { "\($0.milliseconds)" } }
    init(_ commit: CommitID?) { text = commit?.hex }
    init(stringLiteral value: String) { text = value }
    init(integerLiteral value: Int64) { text = "\(value)" }
    init(nilLiteral: ()) { text = nil }

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
      self.text = text + "}"
    }
  }

  /// The result of a statement.
  final class SQLRows {
    private let result: OpaquePointer

    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    var count: Int { Int(PQntuples(result)) }
    var all: [SQLRow] { (0..<count).map { SQLRow(rows: self, number: Int32($0)) } }
    var first: SQLRow? { count > 0 ? SQLRow(rows: self, number: 0) : nil }
    /// The number of rows that the statement changed.
    var changed: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }
    /// The command, such as `COMMIT`.
    var command: String { String(cString: PQcmdStatus(result)) }

    fileprivate func text(_ row: Int32, _ column: Int32) -> String? {
      guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column) else { return nil }
      return String(cString: value)
    }

    fileprivate func name(_ column: Int) -> String {
      PQfname(result, Int32(column)).map { String(cString: $0) } ?? "\(column)"
    }
  }

  /// One row, read by position. A value that this program did not write means that the database is damaged.
  struct SQLRow {
    fileprivate let rows: SQLRows
    fileprivate let number: Int32

    func optionalText(_ index: Int) -> String? { rows.text(number, Int32(index)) }

    func text(_ index: Int) throws(QueueError) -> String { try present(optionalText(index), index) }

    func number(_ index: Int) throws(QueueError) -> Int64 {
      try present(optionalText(index).flatMap { Int64($0) }, index)
    }

    func optionalNumber(_ index: Int) throws(QueueError) -> Int64? {
      optionalText(index) == nil ? nil : try number(index)
    }

    func flag(_ index: Int) throws(QueueError) -> Bool { try text(index) == "t" }

    func time(_ index: Int) throws(QueueError) -> Timestamp { Timestamp(milliseconds: try number(index)) }

    func optionalTime(_ index: Int) throws(QueueError) -> Timestamp? {
      try optionalNumber(index).map { Timestamp(milliseconds: $0) }
    }

    func commit(_ index: Int) throws(QueueError) -> CommitID { try present(optionalCommit(index), index) }

    func optionalCommit(_ index: Int) throws(QueueError) -> CommitID? {
      guard let text = optionalText(index) else { return nil }
      return try present(CommitID(text), index)
    }

    func stored<Value: RawRepresentable<String>>(_ index: Int) throws(QueueError) -> Value {
      try present(try optionalStored(index), index)
    }

    func optionalStored<Value: RawRepresentable<String>>(_ index: Int) throws(QueueError) -> Value? {
      guard let text = optionalText(index) else { return nil }
      return try present(Value(rawValue: text), index)
    }

    private func present<Value>(_ value: Value?, _ index: Int) throws(QueueError) -> Value {
      guard let value else {
        throw QueueError(
          .damaged, "the queue's database holds a value that cannot be read, in the column \(rows.name(index))")
      }
      return value
    }
  }
#endif
