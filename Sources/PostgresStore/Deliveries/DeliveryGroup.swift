// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import Findings
  import JobQueue

  /// A delivery's id, unique to its forge.
  struct DeliveryKey: Hashable {
    let forge: String
    let id: String
  }

  /// Deliveries that are recorded in one transaction, in their order.
  ///
  /// The number of statements does not depend on the number of deliveries. Each finds its rows by one lookup in an index
  /// for each delivery (LATERAL), regardless of the size that a table had when the statement was planned. Rows are locked
  /// in order: the ids of deliveries, new pull requests, pull requests, jobs.
  struct DeliveryGroup {
    let deliveries: [GroupedDelivery]
    /// Whether to wait for rows that other transactions have locked.
    let waits: Bool

    /// - Returns: `nil` for the deliveries that have to wait, unless the group waits.
    func record(_ transaction: PostgresTransaction) throws -> [DeliveryReceipt?] {
      let claimed = try claim(transaction)
      let known = try known(claimed, transaction)
      let references = deliveries.filter { claimed.contains($0.key) && known[$0.key] == nil }
        .compactMap(\.effect.pullRequest)
      let ids = try ids(of: Set(references), transaction)
      let rows = GroupedRows(transaction, known: known)
      try rows.read(ids, effects: deliveries.map(\.effect), waits: waits)
      let receipts: [DeliveryReceipt?] = try deliveries.map { grouped in
        guard claimed.contains(grouped.key) else { return nil }
        let isNew = rows.delivery(grouped.delivery.id, from: grouped.delivery.forge) == nil
        if isNew, let reference = grouped.effect.pullRequest, !rows.has(reference) { return nil }
        return try rows.record(grouped.delivery, grouped.effect)
      }
      try rows.write()
      return receipts.map { $0.map { rows.stored($0) } }
    }

    /// Locks the ids of the deliveries. Of two processes that receive the same delivery, one waits for the other.
    private func claim(_ transaction: PostgresTransaction) throws -> Set<DeliveryKey> {
      // The same lock for one id in all processes, in the order of the locks.
      let locks = """
        SELECT u.forge, u.guid, hashtextextended(u.forge || ' ' || u.guid, 0) AS lock
        FROM unnest($1::text[], $2::text[]) AS u(forge, guid) ORDER BY lock
        """
      let lock = waits ? "pg_advisory_xact_lock(lock) IS NOT NULL" : "pg_try_advisory_xact_lock(lock)"
      let keys = Array(Set(deliveries.map(\.key)))
      let rows = try transaction.run("SELECT forge, guid, \(lock) FROM (\(locks)) l", parameters(keys))
      return Set(
        try rows.all.compactMap { row in
          try row.flag(2) ? DeliveryKey(forge: try row.text(0), id: try row.text(1)) : nil
        })
    }

    /// Returns the deliveries that were recorded before. Needs a statement of its own, which sees what the processes
    /// recorded that held the locks.
    private func known(
      _ claimed: Set<DeliveryKey>, _ transaction: PostgresTransaction
    ) throws -> [DeliveryKey: RecordedDelivery] {
      let rows = try transaction.run(
        """
        SELECT d.* FROM unnest($1::text[], $2::text[]) AS u(forge, guid),
          LATERAL (\(RecordedDelivery.selection) WHERE forge = u.forge AND guid = u.guid LIMIT 1) d
        """, parameters(Array(claimed)))
      return try rows.all.map { try RecordedDelivery($0) }
        .reduce(into: [:]) { $0[DeliveryKey(forge: $1.delivery.forge, id: $1.delivery.id)] = $1 }
    }

    private func parameters(_ keys: [DeliveryKey]) -> [SQLValue] {
      [SQLValue(array: keys.map { SQLValue($0.forge) }), SQLValue(array: keys.map { SQLValue($0.id) })]
    }

    // MARK: Pull requests

    /// Returns the numbers of the pull requests' rows, and creates those that are missing.
    private func ids(
      of references: Set<PullRequestReference>, _ transaction: PostgresTransaction
    ) throws -> [PullRequestReference: Int64] {
      guard !references.isEmpty else { return [:] }
      let known = try find(references, transaction)
      let missing = references.filter { known[$0] == nil }
      guard !missing.isEmpty else { return known }
      // In one order in all processes, because each waits for those that create the same rows.
      let ordered = missing.sorted { left, right in
        (left.repository.forge, left.repository.name, left.number)
          < (right.repository.forge, right.repository.name, right.number)
      }
      try transaction.run(
        """
        INSERT INTO repository(forge, name) SELECT u.forge, u.name FROM unnest($1::text[], $2::text[]) AS u(forge, name)
        WHERE (SELECT r.id FROM repository r WHERE r.forge = u.forge AND r.name = u.name) IS NULL
        ON CONFLICT DO NOTHING
        """, Array(parameters(ordered).prefix(2)))
      try transaction.run(
        """
        INSERT INTO pull_request(repository, number, touched_at)
        SELECT (SELECT r.id FROM repository r WHERE r.forge = u.forge AND r.name = u.name), u.number, $4
        FROM unnest($1::text[], $2::text[], $3::bigint[]) AS u(forge, name, number) ON CONFLICT DO NOTHING
        """, parameters(ordered) + [SQLValue(transaction.now)])
      return known.merging(try find(missing, transaction)) { known, _ in known }
    }

    private func find(
      _ references: Set<PullRequestReference>, _ transaction: PostgresTransaction
    ) throws -> [PullRequestReference: Int64] {
      let rows = try transaction.run(
        """
        SELECT u.forge, u.name, u.number, p.id
        FROM unnest($1::text[], $2::text[], $3::bigint[]) AS u(forge, name, number),
          LATERAL (SELECT p.id FROM repository r JOIN pull_request p ON p.repository = r.id
            WHERE r.forge = u.forge AND r.name = u.name AND p.number = u.number LIMIT 1) p
        """, parameters(Array(references)))
      return try rows.all.reduce(into: [:]) { ids, row in
        let repository = RepositoryReference(forge: try row.text(0), name: try row.text(1))
        ids[PullRequestReference(repository: repository, number: Int(try row.number(2)))] = try row.number(3)
      }
    }

    private func parameters(_ references: [PullRequestReference]) -> [SQLValue] {
      [
        SQLValue(array: references.map { SQLValue($0.repository.forge) }),
        SQLValue(array: references.map { SQLValue($0.repository.name) }),
        SQLValue(array: references.map { SQLValue($0.number) }),
      ]
    }
  }

  extension DeliveryEffect {
    /// The pull request whose jobs the effect changes.
    var pullRequest: PullRequestReference? {
      switch self {
      case .ignored, .malformed: nil
      case .request(let request): request.pullRequest
      case .cancel(let request): request.pullRequest
      }
    }

    /// The head that the effect's steps may ask about.
    var head: CommitID? {
      switch self {
      case .ignored, .malformed: nil
      case .request(let request): request.head
      case .cancel(let request): request.head
      }
    }
  }
#endif
