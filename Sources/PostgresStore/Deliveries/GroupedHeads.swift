// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import Findings
  import JobQueue

  /// The heads of a group's pull requests that have an approval or a publication, read together at the first question.
  /// Deliveries change neither.
  struct GroupedHeads {
    enum Table: String {
      case approvals = "approval"
      case publications = "publication"
    }

    private struct Head: Hashable {
      let pullRequest: Int64
      let commit: CommitID
    }

    private struct Reading {
      let asked: Set<Head>
      let found: Set<Head>
    }

    private var heads: Set<Head> = []
    private var readings: [Table: Reading] = [:]

    /// Adds a head that may be asked about.
    mutating func add(_ head: CommitID, of pullRequest: Int64) {
      heads.insert(Head(pullRequest: pullRequest, commit: head))
    }

    /// - Returns: `nil` for a head that was not added before the first question.
    mutating func contains(
      _ head: CommitID, of pullRequest: Int64, in table: Table, _ transaction: PostgresTransaction
    ) throws -> Bool? {
      let reading = try readings[table] ?? read(table, transaction)
      readings[table] = reading
      let head = Head(pullRequest: pullRequest, commit: head)
      return reading.asked.contains(head) ? reading.found.contains(head) : nil
    }

    private func read(_ table: Table, _ transaction: PostgresTransaction) throws -> Reading {
      let asked = Array(heads)
      let rows = try transaction.run(
        """
        SELECT u.pull_request, u.head FROM unnest($1::bigint[], $2::text[]) AS u(pull_request, head),
          LATERAL (SELECT 1 FROM \(table.rawValue) t WHERE t.pull_request = u.pull_request AND t.head = u.head LIMIT 1) t
        """,
        [SQLValue(array: asked.map { SQLValue($0.pullRequest) }), SQLValue(array: asked.map { SQLValue($0.commit) })])
      let found = try rows.all.map { Head(pullRequest: try $0.number(0), commit: try $0.commit(1)) }
      return Reading(asked: heads, found: Set(found))
    }
  }
#endif
