// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import CPostgres
  import Foundation
  import JobQueue
  import SecretMasking

  /// One connection to the database. It blocks, and one thread uses it at a time.
  final class PostgresConnection {
    private let handle: OpaquePointer
    private let mask: SecretMask
    /// The names of this connection's prepared statements, by their text.
    private var prepared: [String: String] = [:]
    /// The maximum number of prepared statements. Statements beyond that have texts that differ each time.
    private static let mostPrepared = 256

    /// - Parameter parameters: libpq's keywords and their values.
    init(_ parameters: [(keyword: String, value: String)], mask: SecretMask) throws(PostgresFailure) {
      let handle = Self.withCStrings(parameters.map(\.keyword)) { keywords in
        Self.withCStrings(parameters.map(\.value)) { reviewbot_PQconnectdbParams(keywords, $0, 0) }
      }
      guard let handle else { throw PostgresFailure(state: nil, message: "out of memory") }
      guard reviewbot_PQstatus(handle) == CONNECTION_OK else {
        defer { reviewbot_PQfinish(handle) }
        throw PostgresFailure(
          state: nil, message: Self.message(reviewbot_PQerrorMessage(handle), mask), isUnreachable: true)
      }
      self.handle = handle
      self.mask = mask
      // Otherwise notices would be written to the standard error stream.
      reviewbot_PQsetNoticeReceiver(handle, { _, _ in }, nil)
    }

    deinit { reviewbot_PQfinish(handle) }

    var isUsable: Bool { reviewbot_PQstatus(handle) == CONNECTION_OK }
    var isInTransaction: Bool { reviewbot_PQtransactionStatus(handle) != PQTRANS_IDLE }
    var serverVersion: Int { Int(reviewbot_PQserverVersion(handle)) }

    /// Runs one statement. Values are sent as parameters, never as part of its text.
    ///
    /// Queries and changes of rows are prepared once for each connection, because planning would take half of a short
    /// step's time.
    ///
    /// - Parameter isPrepared: whether the statement may keep the plan of its first uses. One that joins tables whose
    ///   sizes change must not: a scan of a whole table is right only while it is small.
    @discardableResult
    func run(
      _ sql: String, _ values: [SQLValue] = [], isPrepared: Bool = true
    ) throws(PostgresFailure) -> SQLRows {
      let name = isPrepared ? try prepare(sql) : nil
      let result = Self.withCStrings(values.map(\.text)) { texts in
        if let name { return reviewbot_PQexecPrepared(handle, name, Int32(values.count), texts) }
        return reviewbot_PQexecParams(handle, sql, Int32(values.count), texts)
      }
      return try rows(result)
    }

    /// - Returns: the name of the prepared statement; `nil` for one that is not prepared.
    private func prepare(_ sql: String) throws(PostgresFailure) -> String? {
      if let name = prepared[sql] { return name }
      guard prepared.count < Self.mostPrepared,
        ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains(where: { sql.hasPrefix($0) })
      else { return nil }
      let name = "statement_\(prepared.count + 1)"
      _ = try rows(reviewbot_PQprepare(handle, name, sql))
      prepared[sql] = name
      return name
    }

    /// Runs several statements without values.
    func runScript(_ sql: String) throws(PostgresFailure) { _ = try rows(reviewbot_PQexec(handle, sql)) }

    /// The socket, to wait for notifications. It changes only when the connection ends.
    var descriptor: Int32 { reviewbot_PQsocket(handle) }

    /// Returns the payloads of the notifications sent by other connections since the last call. Does not block.
    ///
    /// - Throws: if the connection was lost.
    func notifications() throws(PostgresFailure) -> [String] {
      guard reviewbot_PQconsumeInput(handle) == 1, isUsable else {
        throw PostgresFailure(state: nil, message: Self.message(reviewbot_PQerrorMessage(handle), mask))
      }
      var payloads: [String] = []
      while let notification = reviewbot_PQnotifies(handle) {
        defer { reviewbot_PQfreemem(notification) }
        guard notification.pointee.be_pid != reviewbot_PQbackendPID(handle) else { continue }
        payloads.append(String(cString: notification.pointee.extra))
      }
      return payloads
    }

    private func rows(_ result: OpaquePointer?) throws(PostgresFailure) -> SQLRows {
      guard let result else {
        throw PostgresFailure(state: nil, message: Self.message(reviewbot_PQerrorMessage(handle), mask))
      }
      let status = reviewbot_PQresultStatus(result)
      guard status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK || status == PGRES_EMPTY_QUERY else {
        defer { reviewbot_PQclear(result) }
        // 'C': SQLSTATE. A result that libpq made itself, because the connection ended, has none.
        let state = reviewbot_PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
        throw PostgresFailure(
          state: isUsable ? state : nil, message: Self.message(reviewbot_PQresultErrorMessage(result), mask))
      }
      return SQLRows(result)
    }

    private static func message(_ text: UnsafePointer<CChar>?, _ mask: SecretMask) -> String {
      let text = text.map { String(cString: $0) } ?? ""
      return mask.masked(text.split(separator: "\n").joined(separator: "; "))
    }

    /// Calls `body` with a null-terminated list of null-terminated texts.
    private static func withCStrings<Value>(
      _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
    ) -> Value {
      let copies = texts.map { text in text.map { strdup($0) } ?? nil }
      defer { for copy in copies { free(copy) } }
      return (copies.map { $0.map { UnsafePointer($0) } } + [nil]).withUnsafeBufferPointer { list in
        guard let base = list.baseAddress else { preconditionFailure("the list has an end") }
        return body(base)
      }
    }
  }
#endif
