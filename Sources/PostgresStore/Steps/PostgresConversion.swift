// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import Foundation
  import JobQueue
  import ReviewContract

  /// The import of the rows of a queue's file, in one transaction.
  struct PostgresConversion {
    let transaction: PostgresTransaction

    func takeOver(_ export: QueueExport, of machine: String) throws -> QueueConversion {
      if let counts = try earlier(machine) {
        try checkIsUnchanged(export, since: counts)
        return QueueConversion(counts: counts, isRepeated: true)
      }
      try checkTarget()
      // Counts from the start of this command. The queue's counts are in the file.
      try transaction.run("DELETE FROM tally")
      var counts: [QueueConversion.Count] = []
      for table in QueueExport.tables {
        try copy(table, from: export)
        let copied = Int(try transaction.run("SELECT count(*) FROM \(table.name)").first?.number(0) ?? 0)
        let expected = try export.count(table)
        guard copied == expected else {
          throw QueueError(
            .failed, "the table \(table.name) has \(expected) rows in the file and \(copied) in the database",
            remedy: "nothing was changed; stop the processes that use the file, and try again")
        }
        counts.append(.init(table: table.name, rows: copied))
      }
      try transaction.run("SELECT setval('fence', greatest($1::bigint, 1))", [SQLValue(try export.fence())])
      try remember(counts, machine)
      transaction.note([.jobs, .repositories])
      return QueueConversion(counts: counts, isRepeated: false)
    }

    private func copy(_ table: QueueExport.Table, from export: QueueExport) throws {
      let columns = table.columns.joined(separator: ", ")
      try export.forEachBatch(of: table) { rows in
        try transaction.run(
          """
          INSERT INTO \(table.name)(\(columns)) OVERRIDING SYSTEM VALUE
          SELECT \(columns) FROM json_populate_recordset(NULL::\(table.name), $1::json)
          """, [SQLValue(rows)])
      }
      guard table.hasNumbers, case let number = try export.largestNumber(table), number > 0 else { return }
      try transaction.run(
        "SELECT setval(pg_get_serial_sequence('\(table.name)', 'id'), $1::bigint)", [SQLValue(number)])
    }

    /// Locks the tables, so that other processes cannot add rows before the end.
    private func checkTarget() throws {
      try transaction.run("LOCK TABLE repository, job, delivery IN ACCESS EXCLUSIVE MODE")
      for table in QueueExport.tables.map(\.name) where table != "tally" {
        guard try transaction.run("SELECT 1 FROM \(table) LIMIT 1").count == 0 else {
          throw QueueError(
            .inUse, "the database has a queue already: its table \(table) is not empty",
            remedy: "name a database without one with the key queue, or remove it with DROP SCHEMA reviewbot CASCADE")
        }
      }
      // This process has connections too, so it is excluded.
      let others = try transaction.run(
        "SELECT count(*) FROM machine WHERE NOT is_closed AND id <> $1", [SQLValue(transaction.process.machine)])
      guard try others.first?.number(0) == 0 else {
        throw QueueError(
          .inUse, "another machine's daemon uses the database, or was killed",
          remedy:
            "stop all daemons, and try again; after a crash, remove the database's queue with DROP SCHEMA reviewbot CASCADE"
        )
      }
    }

    // MARK: Repetitions

    private func earlier(_ machine: String) throws -> [QueueConversion.Count]? {
      guard let row = try transaction.run("SELECT machine, counts FROM conversion").first else { return nil }
      guard try row.text(0) == machine else {
        throw QueueError(
          .inUse, "the database has the queue of another machine",
          remedy: "name a database without a queue with the key queue")
      }
      return try JSONDecoder().decode([QueueConversion.Count].self, from: Data(row.text(1).utf8))
    }

    /// Throws if the file changed since its conversion, because rows that a daemon added would be lost.
    private func checkIsUnchanged(_ export: QueueExport, since counts: [QueueConversion.Count]) throws {
      for count in counts {
        guard let table = QueueExport.tables.first(where: { $0.name == count.table }) else { continue }
        let rows = try export.count(table)
        guard rows == count.rows else {
          throw QueueError(
            .invalid,
            "the queue was converted before, and its file was used since then: the table \(table.name) had \(count.rows) rows and has \(rows)",
            remedy:
              "move the file away to keep using the database, or remove the database's queue with DROP SCHEMA reviewbot CASCADE and convert it again"
          )
        }
      }
    }

    private func remember(_ counts: [QueueConversion.Count], _ machine: String) throws {
      let text = String(decoding: try JSONEncoder().encode(counts), as: UTF8.self)
      try transaction.run(
        "INSERT INTO conversion(id, machine, at, counts) VALUES(1, $1, $2, $3::jsonb)",
        [SQLValue(machine), SQLValue(transaction.now), SQLValue(text)])
    }
  }

  extension PostgresQueue: ConvertibleQueue {
    func takeOver(_ export: QueueExport, of machine: String) async throws(QueueError) -> QueueConversion {
      try await write { try PostgresConversion(transaction: $0).takeOver(export, of: machine) }
    }
  }
#endif
