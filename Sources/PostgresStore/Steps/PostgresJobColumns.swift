// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import JobQueue

  extension StoredJobColumn {
    private static func names(_ columns: [StoredJobColumn]) -> String {
      columns.map(\.name).joined(separator: ", ")
    }

    /// A table of the rows of parameters that are arrays.
    private static func parameters(_ columns: [StoredJobColumn], from first: Int = 1) -> String {
      columns.enumerated().map { "$\(first + $0)::\($1.type)[]" }.joined(separator: ", ")
    }

    private static let insertion = """
      INSERT INTO job(\(names(fixed + changing)))
      SELECT \(names(fixed + changing)) FROM unnest(\(parameters(fixed + changing)))
        WITH ORDINALITY AS u(\(names(fixed + changing)), place)
      ORDER BY place RETURNING id
      """

    private static let update =
      "UPDATE job SET "
      + changing.enumerated().map { "\($1.name) = $\($0 + 2)" }.joined(separator: ", ") + " WHERE id = $1"

    private static let updates =
      "UPDATE job SET "
      + changing.map { "\($0.name) = u.\($0.name)" }.joined(separator: ", ")
      + " FROM unnest($1::bigint[], \(parameters(changing, from: 2))) AS u(id, \(names(changing))) WHERE job.id = u.id"

    /// Inserts jobs, whose own numbers are ignored.
    ///
    /// - Returns: their numbers.
    static func insert(_ jobs: [StoredJob], _ transaction: PostgresTransaction) throws -> [Int64] {
      try transaction.run(
        insertion,
        (fixed + changing).map { column in SQLValue(array: jobs.map { column.value($0, transaction) }) }
      ).all.map { try $0.number(0) }
    }

    static func save(_ stored: StoredJob, _ transaction: PostgresTransaction) throws {
      try transaction.run(
        update, [SQLValue(stored.job.id.number)] + changing.map { $0.value(stored, transaction) })
    }

    /// Writes jobs under the numbers of their rows.
    static func save(_ jobs: [(number: Int64, stored: StoredJob)], _ transaction: PostgresTransaction) throws {
      try transaction.connection.run(
        updates,
        [SQLValue(array: jobs.map { SQLValue($0.number) })]
          + changing.map { column in SQLValue(array: jobs.map { column.value($0.stored, transaction) }) },
        isPrepared: false)
    }
  }
#endif
