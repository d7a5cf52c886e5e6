// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import GRDB
package import ReviewContract
package import SystemPackage

/// The rows of a queue's file, for import into another engine whose tables have columns of the same names.
package struct QueueExport: Sendable {
  package struct Table: Hashable, Sendable {
    package let name: String
    package let columns: [String]
    /// Whether `id` identifies the rows, and numbers of deleted rows are not reused.
    package let hasNumbers: Bool
    /// Columns with JSON.
    fileprivate let json: Set<String>

    fileprivate init(_ name: String, _ columns: String, json: Set<String> = []) {
      self.name = name
      self.columns = columns.split(separator: " ").map(String.init)
      hasNumbers = columns.hasPrefix("id ")
      self.json = json
    }
  }

  /// The tables, in an order in which rows refer only to earlier ones.
  package static let tables = [
    Table("tally", "name count"),
    Table("repository", "id forge name last_served"),
    Table("routing", "repository labels machine", json: ["labels"]),
    Table(
      "pull_request",
      "id repository number forge_updated_at reviewed_head reviewed_base cancellations touched_at"),
    Table(
      "job",
      """
      id repository pull_request kind subject head base needs_approval priority state ready rank attempts losses owner fence \
      lease_until cancellation error verdict queued_at not_before created_at started_at finished_at labels \
      revival
      """, json: ["labels"]),
    Table(
      "delivery",
      "id forge guid event action repository_forge repository_name number head base body_digest received_at outcome job"
    ),
    Table("approval", "pull_request head approver given_at"),
    Table("ignored_finding", "pull_request head finding account ignored_at"),
    Table(
      "publication", "id pull_request channel name scope head remote_id fingerprint intended changed_at"),
    Table("pause", "forge name since author reason"),
    Table("operator_command", "id at command subject job person reason"),
  ]

  private static let batch = 500

  private let connection: DatabaseQueue
  private let file: FilePath

  /// - Parameter file: the file of a queue that no process uses.
  /// - Throws: ``QueueError/Code/notAQueue``, ``QueueError/Code/newerSchema``, and other errors of opening.
  package init(file: FilePath) throws(QueueError) {
    self.file = file
    connection = try QueueFile.openForReading(file)
  }

  package func count(_ table: Table) throws(QueueError) -> Int {
    try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table.name)") ?? 0 }
  }

  /// Returns the largest number ever used; 0 for none.
  package func largestNumber(_ table: Table) throws(QueueError) -> Int64 {
    try read { database in
      // Jobs that were deleted have had numbers, too.
      let used = try Int64.fetchOne(
        database, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table.name])
      return max(used ?? 0, try Int64.fetchOne(database, sql: "SELECT max(id) FROM \(table.name)") ?? 0)
    }
  }

  /// The number of the last claim.
  package func fence() throws(QueueError) -> Int64 {
    try read { try Int64.fetchOne($0, sql: "SELECT fence FROM queue") ?? 0 }
  }

  /// Calls `body` with batches of rows as JSON arrays of objects, in one pass over the table.
  package func forEachBatch(of table: Table, _ body: (String) throws -> Void) throws {
    try connection.inDatabase { database in
      let cursor = try Row.fetchCursor(
        database, sql: "SELECT \(table.columns.joined(separator: ", ")) FROM \(table.name)")
      var rows: [[String: Any]] = []
      func flush() throws {
        let data = try JSONSerialization.data(withJSONObject: rows)
        rows = []
        try body(String(decoding: data, as: UTF8.self))
      }
      while let row = try cursor.next() {
        rows.append(try Self.object(row, table))
        if rows.count == Self.batch { try flush() }
      }
      if !rows.isEmpty { try flush() }
    }
  }

  private static func object(_ row: Row, _ table: Table) throws -> [String: Any] {
    var object: [String: Any] = [:]
    for (name, value) in row {
      switch value.storage {
      case .null: object[name] = NSNull()
      case .int64(let number): object[name] = NSNumber(value: number)
      case .string(let text):
        object[name] = table.json.contains(name) ? try JSONSerialization.jsonObject(with: Data(text.utf8)) : text
      case .double, .blob:
        throw QueueError(.damaged, "the column \(name) of the queue's table \(table.name) has a value of another type")
      }
    }
    return object
  }

  private func read<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws(QueueError) -> Value {
    do {
      return try connection.read(body)
    } catch {
      throw QueueError(error, file.string)
    }
  }
}
