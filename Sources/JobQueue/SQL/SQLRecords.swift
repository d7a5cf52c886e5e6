// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import ReviewContract

/// The queries of a queue that are the same for engines on SQL.
extension QueueRecords where Self: SQLStatements {
  package func job(_ id: ReviewJob.ID) throws -> ReviewJob? {
    try row(StoredJob.selection + " WHERE j.id = $1", [SQLValue(id.number)]).map { try StoredJob($0).job }
  }

  package func delivery(_ id: String, from forge: String) throws -> RecordedDelivery? {
    try row(RecordedDelivery.selection + " WHERE forge = $1 AND guid = $2", [SQLValue(forge), SQLValue(id)])
      .map { try RecordedDelivery($0) }
  }

  package func publications(of pullRequest: PullRequestReference) throws -> [PublicationRecord] {
    try rows(
      PublicationRecord.selection + " WHERE r.forge = $1 AND r.name = $2 AND p.number = $3 ORDER BY u.id",
      pullRequest.values
    ).map { try PublicationRecord($0) }
  }

  package func unsettledPublications(marked mark: String) throws -> [PublicationRecord] {
    try rows(
      PublicationRecord.selection
        + """
         WHERE u.channel <> 'comment'
          AND (u.intended IS NOT NULL OR substr(u.fingerprint, 1, length(CAST($1 AS TEXT))) = CAST($1 AS TEXT))
        ORDER BY u.changed_at, u.id LIMIT \(QueueLimits.markedPublications)
        """, [SQLValue(mark)]
    ).map { try PublicationRecord($0) }
  }

  package func repositories() throws -> [RepositoryReference] {
    try rows("SELECT forge, name FROM repository ORDER BY forge\(Self.bytewise), name\(Self.bytewise)", []).map {
      RepositoryReference(forge: try $0.text(0), name: try $0.text(1))
    }
  }

  package func reviewedHead(of pullRequest: PullRequestReference) throws -> CommitID? {
    try row(
      """
      SELECT p.reviewed_head FROM pull_request p JOIN repository r ON r.id = p.repository
      WHERE r.forge = $1 AND r.name = $2 AND p.number = $3
      """, pullRequest.values
    )?.optionalCommit(0)
  }

  package func isApproved(_ head: CommitID, of pullRequest: PullRequestReference) throws -> Bool {
    try row(
      """
      SELECT 1 FROM approval a JOIN pull_request p ON p.id = a.pull_request JOIN repository r ON r.id = p.repository
      WHERE r.forge = $1 AND r.name = $2 AND p.number = $3 AND a.head = $4
      """, pullRequest.values + [SQLValue(head)]
    ) != nil
  }

  package func ignoreRequests(
    at head: CommitID, of pullRequest: PullRequestReference
  ) throws -> [IgnoreRequest] {
    try rows(
      """
      SELECT i.finding, i.account
      FROM ignored_finding i JOIN pull_request p ON p.id = i.pull_request JOIN repository r ON r.id = p.repository
      WHERE r.forge = $1 AND r.name = $2 AND p.number = $3 AND i.head = $4 ORDER BY i.finding\(Self.bytewise)
      """, pullRequest.values + [SQLValue(head)]
    ).map { IgnoreRequest(identifier: try $0.text(0), account: try $0.text(1)) }
  }

  package func approvals(limit: Int) throws -> [RecordedApproval] {
    try rows(
      """
      SELECT r.forge, r.name, p.number, a.head, a.approver, a.given_at
      FROM approval a JOIN pull_request p ON p.id = a.pull_request JOIN repository r ON r.id = p.repository
      ORDER BY a.given_at DESC, a.pull_request DESC, a.head\(Self.bytewise) LIMIT $1
      """, [SQLValue(min(max(limit, 1), JobFilter.largestLimit))]
    ).map { row in
      RecordedApproval(
        approval: Approval(
          pullRequest: try row.pullRequest(0), head: try row.commit(3), approver: try row.text(4)),
        givenAt: try row.time(5))
    }
  }

  package func pauses() throws -> [Pause] {
    try rows(
      "SELECT forge, name, since, author, reason FROM pause ORDER BY forge\(Self.bytewise), name\(Self.bytewise)", []
    ).map { row in
      Pause(
        scope: PauseScope(forge: try row.text(0), name: try row.text(1)), since: try row.time(2),
        author: try row.text(3), reason: try row.optionalText(4))
    }
  }

  package func audit(of job: ReviewJob.ID?, limit: Int) throws -> [AuditRecord] {
    try rows(
      "SELECT at, command, subject, job, person, reason FROM operator_command" + (job == nil ? "" : " WHERE job = $1")
        + " ORDER BY id DESC LIMIT \(min(max(limit, 1), JobFilter.largestLimit))",
      job.map { [SQLValue($0.number)] } ?? []
    ).map { row in
      AuditRecord(
        at: try row.time(0), command: try row.text(1), subject: try row.text(2),
        job: try row.optionalNumber(3).map { ReviewJob.ID($0) },
        attribution: Attribution(person: try row.text(4), reason: try row.optionalText(5)))
    }
  }
}

extension PublicationRecord {
  /// Reads rows of this form; a condition on `u` is to follow.
  static let selection = """
    SELECT r.forge, r.name, p.number, u.channel, u.name, u.head, u.remote_id, u.fingerprint, u.intended, u.changed_at
    FROM publication u JOIN pull_request p ON p.id = u.pull_request JOIN repository r ON r.id = p.repository
    """

  init(_ row: some SQLRow) throws {
    self.init(
      key: PublicationKey(
        pullRequest: try row.pullRequest(0), channel: try row.stored(3), name: try row.text(4),
        head: try row.commit(5)),
      remoteID: try row.optionalText(6), fingerprint: try row.optionalText(7), intended: try row.optionalText(8),
      changedAt: try row.time(9))
  }
}

extension RecordedDelivery {
  /// Reads rows of this form; a condition is to follow.
  package static let selection = """
    SELECT forge, guid, event, action, repository_forge, repository_name, number, head, base, body_digest, received_at,
      outcome, job
    FROM delivery
    """

  package init(_ row: some SQLRow) throws {
    let pullRequest = try row.optionalText(4) == nil ? nil : row.pullRequest(4)
    self.init(
      delivery: Delivery(
        forge: try row.text(0), id: try row.text(1), event: try row.text(2), action: try row.optionalText(3),
        pullRequest: pullRequest, head: try row.optionalCommit(7), base: try row.optionalCommit(8),
        bodyDigest: try row.text(9)),
      outcome: QueueOutcome(try row.stored(11), try row.optionalNumber(12).map { ReviewJob.ID($0) }),
      receivedAt: try row.time(10))
  }
}
