// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewTesting

#if PostgreSQL
  @testable import PostgresStore
#endif

/// Returns the stored state of an engine that no method returns; `nil` for an engine whose tables are not read.
///
/// Two serial orders can have the same results and different stored states, such as the machine of the last build. A
/// search that took the wrong one would contradict the engine many operations later.
func memory(of queue: any ReviewQueue) async throws -> Set<String>? {
  #if PostgreSQL
    guard let queue = queue as? PostgresQueue else { return nil }
    return try await queue.query { connection in
      let repositories = try connection.run(
        "SELECT r.forge, r.name, g.labels, g.machine FROM routing g JOIN repository r ON r.id = g.repository"
      ).all.map { row in
        QueueModel.memory(
          of: RepositoryReference(forge: try row.text(0), name: try row.text(1)),
          labels: try StoredLabels.labels(row.text(2)), machine: row.optionalText(3))
      }
      let pullRequests = try connection.run(
        """
        SELECT r.forge, r.name, p.number, p.forge_updated_at, p.reviewed_head, p.reviewed_base, p.cancellations
        FROM pull_request p JOIN repository r ON r.id = p.repository
        """
      ).all.map { row in
        QueueModel.memory(
          of: PullRequestReference(
            repository: RepositoryReference(forge: try row.text(0), name: try row.text(1)),
            number: Int(try row.number(2))),
          forgeUpdatedAt: try row.optionalTime(3), reviewed: try row.optionalCommit(4),
          base: try row.optionalCommit(5), cancellations: Int(try row.number(6)))
      }
      return Set(repositories + pullRequests)
    }
  #else
    return nil
  #endif
}
