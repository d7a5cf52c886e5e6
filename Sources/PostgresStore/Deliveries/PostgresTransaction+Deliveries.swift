// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import JobQueue

  extension PostgresTransaction {
    /// Inserts the records of deliveries.
    func insert(_ deliveries: [RecordedDelivery]) throws {
      guard !deliveries.isEmpty else { return }
      func array(_ value: (RecordedDelivery) -> SQLValue) -> SQLValue { SQLValue(array: deliveries.map(value)) }
      try run(
        """
        INSERT INTO delivery(forge, guid, event, action, repository_forge, repository_name, number, head, base,
          body_digest, received_at, outcome, job)
        SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[],
          $8::text[], $9::text[], $10::text[], $11::bigint[], $12::text[], $13::bigint[])
        """,
        [
          array { SQLValue($0.delivery.forge) }, array { SQLValue($0.delivery.id) },
          array { SQLValue($0.delivery.event) }, array { SQLValue($0.delivery.action) },
          array { SQLValue($0.delivery.pullRequest?.repository.forge) },
          array { SQLValue($0.delivery.pullRequest?.repository.name) },
          array { SQLValue($0.delivery.pullRequest?.number) }, array { SQLValue($0.delivery.head) },
          array { SQLValue($0.delivery.base) }, array { SQLValue($0.delivery.bodyDigest) },
          array { SQLValue($0.receivedAt) }, array { SQLValue($0.outcome.kind.rawValue) },
          array { SQLValue($0.outcome.job?.number) },
        ])
    }
  }
#endif
