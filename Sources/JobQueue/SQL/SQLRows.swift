// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import ReviewContract

/// Reading and writing rows other than jobs, the same for engines on SQL.
extension QueueRows where Self: SQLStatements {
  /// Finds or creates the pull request, and records its activity.
  package func touch(_ reference: PullRequestReference) throws -> StoredPullRequest {
    let repository = try id(of: reference.repository)
    // Most pull requests are known, and many deliveries arrive at once: recent activity is not recorded again.
    let known = try row(
      StoredPullRequest.untouched + Self.locking,
      [SQLValue(repository), SQLValue(reference.number), SQLValue(now - StoredPullRequest.freshness)])
    if let known { return try StoredPullRequest(known) }
    let row = try row(
      """
      INSERT INTO pull_request(repository, number, touched_at) VALUES($1, $2, $3)
      ON CONFLICT(repository, number) DO UPDATE SET touched_at = excluded.touched_at
      RETURNING \(StoredPullRequest.columns)
      """, [SQLValue(repository), SQLValue(reference.number), SQLValue(now)])
    guard let row else { preconditionFailure("what is inserted is returned") }
    return try StoredPullRequest(row)
  }

  private func id(of repository: RepositoryReference) throws -> Int64 {
    let values = [SQLValue(repository.forge), SQLValue(repository.name)]
    let known = "SELECT id FROM repository WHERE forge = $1 AND name = $2"
    if let row = try row(known, values) { return try row.number(0) }
    try execute("INSERT INTO repository(forge, name) VALUES($1, $2) ON CONFLICT DO NOTHING", values)
    guard let row = try row(known, values) else {
      // Nothing deletes repositories.
      throw QueueError(.damaged, "the queue did not keep a repository")
    }
    return try row.number(0)
  }

  package func note(forgeUpdatedAt: Timestamp, for pullRequest: Int64) throws {
    try execute(
      "UPDATE pull_request SET forge_updated_at = $1 WHERE id = $2", [SQLValue(forgeUpdatedAt), SQLValue(pullRequest)])
  }

  package func note(reviewed head: CommitID, base: CommitID?, of pullRequest: Int64) throws {
    try execute(
      "UPDATE pull_request SET reviewed_head = $1, reviewed_base = $2, cancellations = 0, touched_at = $3 WHERE id = $4",
      [SQLValue(head), SQLValue(base), SQLValue(now), SQLValue(pullRequest)])
  }

  package func forget(reviewed head: CommitID, of pullRequest: Int64) throws {
    try execute(
      "UPDATE pull_request SET reviewed_head = NULL, reviewed_base = NULL WHERE id = $1 AND reviewed_head = $2",
      [SQLValue(pullRequest), SQLValue(head)])
  }

  package func noteCancellation(of pullRequest: Int64) throws {
    try execute("UPDATE pull_request SET cancellations = cancellations + 1 WHERE id = $1", [SQLValue(pullRequest)])
  }

  package func unsettledPullRequests(of repository: RepositoryReference) throws -> [Int64] {
    try rows(
      """
      SELECT p.id FROM pull_request p JOIN repository r ON r.id = p.repository WHERE r.forge = $1 AND r.name = $2 AND (
        EXISTS (SELECT 1 FROM job j WHERE j.pull_request = p.id AND j.finished_at IS NULL)
        OR EXISTS (SELECT 1 FROM publication u WHERE u.pull_request = p.id))
      ORDER BY p.id\(Self.locking.isEmpty ? "" : Self.locking + " OF p")
      """, [SQLValue(repository.forge), SQLValue(repository.name)]
    ).map { try $0.number(0) }
  }

  package func forgetResults(of pullRequest: Int64) throws -> Int {
    try execute(
      "UPDATE pull_request SET reviewed_head = NULL, reviewed_base = NULL WHERE id = $1", [SQLValue(pullRequest)])
    return try execute("DELETE FROM publication WHERE pull_request = $1", [SQLValue(pullRequest)])
  }

  package func lastVerdict(of pullRequest: Int64, _ head: CommitID) throws -> String? {
    try row(
      """
      SELECT coalesce(verdict, '') FROM job WHERE pull_request = $1 AND kind = 'review' AND head = $2
        AND state IN ('done', 'dead', 'cancelled') ORDER BY id DESC LIMIT 1
      """, [SQLValue(pullRequest), SQLValue(head)]
    )?.text(0)
  }

  package func insert(_ approval: Approval, _ pullRequest: Int64) throws {
    try execute(
      "INSERT INTO approval VALUES($1, $2, $3, $4) ON CONFLICT DO NOTHING",
      [SQLValue(pullRequest), SQLValue(approval.head), SQLValue(approval.approver), SQLValue(now)])
  }

  package func isApproved(_ head: CommitID, of pullRequest: Int64) throws -> Bool {
    try row(
      "SELECT 1 FROM approval WHERE pull_request = $1 AND head = $2", [SQLValue(pullRequest), SQLValue(head)]) != nil
  }

  package func insert(_ request: IgnoreRequest, at head: CommitID, _ pullRequest: Int64) throws -> Bool {
    try execute(
      """
      INSERT INTO ignored_finding(pull_request, head, finding, account, ignored_at) VALUES($1, $2, $3, $4, $5)
      ON CONFLICT DO NOTHING
      """,
      [
        SQLValue(pullRequest), SQLValue(head), SQLValue(request.identifier), SQLValue(request.account), SQLValue(now),
      ]) > 0
  }

  // MARK: Operators

  package func pause(_ scope: PauseScope, by attribution: Attribution) throws {
    try execute(
      "INSERT INTO pause(forge, name, since, author, reason) VALUES($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
      [
        SQLValue(scope.forge), SQLValue(scope.name), SQLValue(now), SQLValue(attribution.person),
        SQLValue(attribution.reason),
      ])
  }

  package func insert(_ record: AuditRecord) throws {
    try execute(
      "INSERT INTO operator_command(at, command, subject, job, person, reason) VALUES($1, $2, $3, $4, $5, $6)",
      [
        SQLValue(record.at), SQLValue(record.command), SQLValue(record.subject), SQLValue(record.job?.number),
        SQLValue(record.attribution.person), SQLValue(record.attribution.reason),
      ])
  }

  /// - Returns: whether the scope was paused.
  package func deletePause(_ scope: PauseScope) throws -> Bool {
    try execute(
      "DELETE FROM pause WHERE forge = $1 AND name = $2", [SQLValue(scope.forge), SQLValue(scope.name)]) > 0
  }

  // MARK: Routing

  /// Reads the labels in a separate statement, because one that waits for the pull request's lock does not see the
  /// labels written by the lock's holder.
  package func labels(of repository: Int64) throws -> [WorkerLabel] {
    let row = try row("SELECT labels FROM routing WHERE repository = $1", [SQLValue(repository)])
    return try row.map { try StoredLabels.labels($0.text(0)) } ?? []
  }

  package func note(labels: [WorkerLabel], of repository: Int64) throws {
    try execute(
      """
      INSERT INTO routing(repository, labels) VALUES($1, $2)
      ON CONFLICT(repository) DO UPDATE SET labels = excluded.labels
      """, [SQLValue(repository), SQLValue(StoredLabels.text(labels))])
  }

  package func note(machine: String?, of repository: Int64) throws {
    try execute(
      """
      INSERT INTO routing(repository, machine) VALUES($1, $2)
      ON CONFLICT(repository) DO UPDATE SET machine = excluded.machine
      """, [SQLValue(repository), SQLValue(machine)])
  }

  // MARK: Publications

  package func publication(_ key: PublicationKey, _ pullRequest: Int64) throws -> PublicationRecord? {
    try row(
      PublicationRecord.selection + " WHERE u.pull_request = $1 AND u.channel = $2 AND u.name = $3 AND u.scope = $4",
      key.values(pullRequest)
    ).map { try PublicationRecord($0) }
  }

  package func hasPublication(for head: CommitID, of pullRequest: Int64, since time: Timestamp) throws -> Bool {
    try row(
      "SELECT 1 FROM publication WHERE pull_request = $1 AND head = $2 AND changed_at >= $3 LIMIT 1",
      [SQLValue(pullRequest), SQLValue(head), SQLValue(time)]) != nil
  }

  package func intend(_ key: PublicationKey, fingerprint: String, _ pullRequest: Int64) throws {
    try execute(
      """
      INSERT INTO publication(pull_request, channel, name, scope, head, intended, changed_at)
      VALUES($1, $2, $3, $4, $5, $6, $7) ON CONFLICT(pull_request, channel, name, scope)
      DO UPDATE SET head = excluded.head, intended = excluded.intended, changed_at = excluded.changed_at
      """,
      key.values(pullRequest) + [SQLValue(key.head), SQLValue(fingerprint), SQLValue(now)])
  }

  package func touch(_ key: PublicationKey, _ pullRequest: Int64) throws {
    try execute(
      "UPDATE publication SET changed_at = $1 WHERE \(PublicationKey.condition(after: 1))",
      [SQLValue(now)] + key.values(pullRequest))
  }

  package func confirm(_ key: PublicationKey, remoteID: String, _ pullRequest: Int64) throws {
    try execute(
      """
      UPDATE publication SET remote_id = $1, fingerprint = intended, intended = NULL, changed_at = $2
      WHERE \(PublicationKey.condition(after: 2))
      """, [SQLValue(remoteID), SQLValue(now)] + key.values(pullRequest))
  }

  package func forgetPublications(of reference: PullRequestReference) throws {
    try execute("UPDATE publication SET remote_id = NULL WHERE pull_request = $1", [SQLValue(try touch(reference).id)])
  }
}

extension PublicationKey {
  /// The row of a key, for ``values(_:)`` after a number of other values: SQLite numbers values in the order of the text.
  fileprivate static func condition(after count: Int) -> String {
    ["pull_request", "channel", "name", "scope"].enumerated().map { "\($1) = $\(count + 1 + $0)" }
      .joined(separator: " AND ")
  }

  fileprivate func values(_ pullRequest: Int64) -> [SQLValue] {
    [SQLValue(pullRequest), SQLValue(channel.rawValue), SQLValue(name), SQLValue(scope)]
  }
}

extension StoredPullRequest {
  /// The columns that are read, in this order.
  package static let columns = "id, repository, forge_updated_at, reviewed_head, reviewed_base, cancellations"
  static let untouched =
    "SELECT \(columns) FROM pull_request WHERE repository = $1 AND number = $2 AND touched_at > $3"

  package init(_ row: some SQLRow) throws {
    self.init(
      id: try row.number(0), repository: try row.number(1), forgeUpdatedAt: try row.optionalTime(2),
      reviewedHead: try row.optionalCommit(3), reviewedBase: try row.optionalCommit(4),
      cancellations: Int(try row.number(5)))
  }
}
