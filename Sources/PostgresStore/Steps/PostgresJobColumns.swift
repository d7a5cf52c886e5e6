// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import JobQueue

  /// A column of the jobs' table, and its value for a job.
  struct PostgresJobColumn: Sendable {
    let name: String
    let type: String
    let value: @Sendable (StoredJob, PostgresTransaction) -> SQLValue

    private init(
      _ name: String, _ type: String, _ value: @escaping @Sendable (StoredJob, PostgresTransaction) -> SQLValue
    ) {
      self.name = name
      self.type = type
      self.value = value
    }

    /// The columns that do not change after the insertion.
    private static let fixed = [
      PostgresJobColumn("repository", "bigint") { stored, _ in SQLValue(stored.repository) },
      PostgresJobColumn("pull_request", "bigint") { stored, _ in SQLValue(stored.pullRequest) },
      PostgresJobColumn("kind", "text") { stored, _ in SQLValue(stored.job.kind.rawValue) },
      PostgresJobColumn("subject", "text") { stored, _ in SQLValue(stored.job.subject) },
      PostgresJobColumn("head", "text") { stored, _ in SQLValue(stored.job.head) },
      PostgresJobColumn("base", "text") { stored, _ in SQLValue(stored.job.base) },
      PostgresJobColumn("created_at", "bigint") { stored, _ in SQLValue(stored.job.createdAt) },
    ]

    /// The columns that can change. The machine and its incarnation are written by claims only.
    private static let changing = [
      PostgresJobColumn("needs_approval", "boolean") { stored, _ in SQLValue(stored.job.needsApproval) },
      PostgresJobColumn("priority", "integer") { stored, _ in SQLValue(stored.job.priority.rawValue) },
      PostgresJobColumn("state", "text") { stored, _ in SQLValue(stored.job.state.rawValue) },
      PostgresJobColumn("ready", "boolean") { stored, rows in SQLValue(rows.isReady(stored.job)) },
      PostgresJobColumn("rank", "bigint") { stored, rows in SQLValue(rows.rank(of: stored.job)) },
      PostgresJobColumn("attempts", "integer") { stored, _ in SQLValue(stored.job.attempts) },
      PostgresJobColumn("losses", "integer") { stored, _ in SQLValue(stored.job.losses) },
      PostgresJobColumn("owner", "text") { stored, _ in SQLValue(stored.job.owner) },
      PostgresJobColumn("fence", "bigint") { stored, _ in SQLValue(stored.job.fence) },
      PostgresJobColumn("lease_until", "bigint") { stored, _ in SQLValue(stored.job.leaseExpiresAt) },
      PostgresJobColumn("cancellation", "text") { stored, _ in SQLValue(stored.job.cancellation?.rawValue) },
      PostgresJobColumn("error", "text") { stored, _ in SQLValue(stored.job.error) },
      PostgresJobColumn("verdict", "text") { stored, _ in SQLValue(stored.job.verdict) },
      PostgresJobColumn("queued_at", "bigint") { stored, _ in SQLValue(stored.job.queuedAt) },
      PostgresJobColumn("not_before", "bigint") { stored, _ in SQLValue(stored.job.notBefore) },
      PostgresJobColumn("started_at", "bigint") { stored, _ in SQLValue(stored.job.startedAt) },
      PostgresJobColumn("finished_at", "bigint") { stored, _ in SQLValue(stored.job.finishedAt) },
      PostgresJobColumn("labels", "jsonb") { stored, _ in SQLValue(StoredLabels.text(stored.job.labels)) },
      PostgresJobColumn("revival", "text") { stored, _ in SQLValue(stored.job.revival?.rawValue) },
    ]

    private static func names(_ columns: [PostgresJobColumn]) -> String {
      columns.map(\.name).joined(separator: ", ")
    }

    /// A table of the rows of parameters that are arrays.
    private static func parameters(_ columns: [PostgresJobColumn], from first: Int = 1) -> String {
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
