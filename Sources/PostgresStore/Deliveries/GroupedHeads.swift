// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import Findings
  import JobQueue
  import ReviewContract

  /// The heads of a group's pull requests that have an approval or a publication, read together at the first question.
  /// Deliveries change neither.
  struct GroupedHeads {
    enum Table: String {
      case approvals = "approval"
      case publications = "publication"

      /// The column with the time of a row.
      var time: String {
        switch self {
        case .approvals: "given_at"
        case .publications: "changed_at"
        }
      }
    }

    private struct Head: Hashable {
      let pullRequest: Int64
      let commit: CommitID
    }

    private struct Reading {
      let asked: Set<Head>
      /// The times of the latest rows.
      let found: [Head: Timestamp]
    }

    private var heads: Set<Head> = []
    private var readings: [Table: Reading] = [:]

    /// Adds a head that may be asked about.
    mutating func add(_ head: CommitID, of pullRequest: Int64) {
      heads.insert(Head(pullRequest: pullRequest, commit: head))
    }

    /// - Parameter time: the time from which a row counts; `nil` for all rows.
    /// - Returns: `nil` for a head that was not added before the first question.
    mutating func contains(
      _ head: CommitID, of pullRequest: Int64, in table: Table, since time: Timestamp? = nil,
      _ transaction: PostgresTransaction
    ) throws -> Bool? {
      let reading = try readings[table] ?? read(table, transaction)
      readings[table] = reading
      let head = Head(pullRequest: pullRequest, commit: head)
      guard reading.asked.contains(head) else { return nil }
      guard let latest = reading.found[head] else { return false }
      return time.map { latest >= $0 } ?? true
    }

    private func read(_ table: Table, _ transaction: PostgresTransaction) throws -> Reading {
      let asked = Array(heads)
      let rows = try transaction.run(
        """
        SELECT u.pull_request, u.head, t.latest FROM unnest($1::bigint[], $2::text[]) AS u(pull_request, head),
          LATERAL (
            SELECT max(\(table.time)) AS latest FROM \(table.rawValue)
            WHERE pull_request = u.pull_request AND head = u.head) t
        WHERE t.latest IS NOT NULL
        """,
        [SQLValue(array: asked.map { SQLValue($0.pullRequest) }), SQLValue(array: asked.map { SQLValue($0.commit) })])
      let found = try rows.all.map {
        (Head(pullRequest: try $0.number(0), commit: try $0.commit(1)), try $0.time(2))
      }
      return Reading(asked: heads, found: Dictionary(uniqueKeysWithValues: found))
    }
  }
#endif
