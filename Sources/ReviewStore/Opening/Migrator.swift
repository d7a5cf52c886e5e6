// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import GRDB
import ReviewCore

/// Brings a queue's file to the schema that this program knows.
struct Migrator {
  var migrations = Schema.migrations

  private var newest: Int { migrations.count }

  /// Runs what is missing, each step in a transaction of its own. A file that holds something already is copied to
  /// `FILE.schema-N` before.
  ///
  /// - Throws: ``QueueError/Code/newerSchema``, ``QueueError/Code/notAQueue``.
  func migrate(_ database: Database, file: String) throws {
    let version = try check(database, file: file)
    guard version < newest else { return }
    if version > 0 { try copy(database, to: "\(file).schema-\(version)") }
    for number in version..<newest {
      try database.inTransaction(.exclusive) {
        try database.execute(sql: migrations[number].statements)
        try database.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
        try database.execute(sql: "PRAGMA user_version = \(number + 1)")
        return .commit
      }
    }
  }

  /// The file's version, which is one that this program knows. 0 means that the file is empty.
  @discardableResult
  func check(_ database: Database, file: String) throws -> Int {
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    let application = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
    guard isEmpty && version == 0 && application == 0 || application == Schema.applicationID else {
      throw QueueError(.notAQueue, "\(file) is an SQLite file of another program", remedy: QueueError.moveAway)
    }
    guard version <= newest else {
      throw QueueError(
        .newerSchema,
        "the queue \(file) was written by a newer reviewbot: its schema is version \(version), and this one knows \(newest)",
        remedy: "use that reviewbot or a newer one, or name another file")
    }
    return version
  }

  private func copy(_ database: Database, to path: String) throws {
    guard !FileManager.default.fileExists(atPath: path) else { return }
    // The name would be written before the copy is whole.
    let unfinished = path + ".unfinished"
    if FileManager.default.fileExists(atPath: unfinished) { try FileManager.default.removeItem(atPath: unfinished) }
    try database.execute(sql: "VACUUM INTO ?", arguments: [unfinished])
    try FileManager.default.moveItem(atPath: unfinished, toPath: path)
  }
}
