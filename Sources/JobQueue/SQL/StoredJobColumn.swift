// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A column of the jobs' table, and its value for a job.
package struct StoredJobColumn: Sendable {
  package let name: String
  /// The type in PostgreSQL.
  package let type: String
  package let value: @Sendable (StoredJob, any RequestRows) -> SQLValue

  private init(
    _ name: String, _ type: String, _ value: @escaping @Sendable (StoredJob, any RequestRows) -> SQLValue
  ) {
    self.name = name
    self.type = type
    self.value = value
  }

  /// The columns that do not change after the insertion.
  package static let fixed = [
    StoredJobColumn("repository", "bigint") { stored, _ in SQLValue(stored.repository) },
    StoredJobColumn("pull_request", "bigint") { stored, _ in SQLValue(stored.pullRequest) },
    StoredJobColumn("kind", "text") { stored, _ in SQLValue(stored.job.kind.rawValue) },
    StoredJobColumn("subject", "text") { stored, _ in SQLValue(stored.job.subject) },
    StoredJobColumn("head", "text") { stored, _ in SQLValue(stored.job.head) },
    StoredJobColumn("base", "text") { stored, _ in SQLValue(stored.job.base) },
    StoredJobColumn("created_at", "bigint") { stored, _ in SQLValue(stored.job.createdAt) },
  ]

  /// The columns that can change. In PostgreSQL, the machine and its incarnation are written by claims only.
  package static let changing = [
    StoredJobColumn("needs_approval", "boolean") { stored, _ in SQLValue(stored.job.needsApproval) },
    StoredJobColumn("priority", "integer") { stored, _ in SQLValue(stored.job.priority.rawValue) },
    StoredJobColumn("state", "text") { stored, _ in SQLValue(stored.job.state.rawValue) },
    StoredJobColumn("ready", "boolean") { stored, rows in SQLValue(rows.isReady(stored.job)) },
    StoredJobColumn("rank", "bigint") { stored, rows in SQLValue(rows.rank(of: stored.job)) },
    StoredJobColumn("attempts", "integer") { stored, _ in SQLValue(stored.job.attempts) },
    StoredJobColumn("losses", "integer") { stored, _ in SQLValue(stored.job.losses) },
    StoredJobColumn("owner", "text") { stored, _ in SQLValue(stored.job.owner) },
    StoredJobColumn("fence", "bigint") { stored, _ in SQLValue(stored.job.fence) },
    StoredJobColumn("lease_until", "bigint") { stored, _ in SQLValue(stored.job.leaseExpiresAt) },
    StoredJobColumn("cancellation", "text") { stored, _ in SQLValue(stored.job.cancellation?.rawValue) },
    StoredJobColumn("error", "text") { stored, _ in SQLValue(stored.job.error) },
    StoredJobColumn("verdict", "text") { stored, _ in SQLValue(stored.job.verdict) },
    StoredJobColumn("queued_at", "bigint") { stored, _ in SQLValue(stored.job.queuedAt) },
    StoredJobColumn("not_before", "bigint") { stored, _ in SQLValue(stored.job.notBefore) },
    StoredJobColumn("started_at", "bigint") { stored, _ in SQLValue(stored.job.startedAt) },
    StoredJobColumn("finished_at", "bigint") { stored, _ in SQLValue(stored.job.finishedAt) },
    StoredJobColumn("labels", "jsonb") { stored, _ in SQLValue(StoredLabels.text(stored.job.labels)) },
    StoredJobColumn("revival", "text") { stored, _ in SQLValue(stored.job.revival?.rawValue) },
  ]
}

extension StoredJob {
  /// Reads a row of ``selection``. By position, because looking up 28 names takes longer than finding the row.
  package init(_ row: some SQLRow) throws {
    let job = ReviewJob(
      id: ReviewJob.ID(try row.number(5)), kind: try row.stored(6), pullRequest: try row.pullRequest(2),
      subject: try row.text(7), head: try row.commit(8), base: try row.optionalCommit(9),
      needsApproval: try row.flag(10), labels: try StoredLabels.labels(row.text(26)),
      priority: try row.present(ReviewJob.Priority(rawValue: Int(try row.number(11))), 11), state: try row.stored(12),
      attempts: Int(try row.number(13)), losses: Int(try row.number(14)), owner: try row.optionalText(15),
      fence: try row.number(16), leaseExpiresAt: try row.optionalTime(17), cancellation: try row.optionalStored(18),
      error: try row.optionalText(19), verdict: try row.optionalText(20), revival: try row.optionalStored(27),
      queuedAt: try row.time(21), notBefore: try row.time(22), createdAt: try row.time(23),
      startedAt: try row.optionalTime(24), finishedAt: try row.optionalTime(25))
    self.init(job: job, pullRequest: try row.number(0), repository: try row.number(1))
  }
}
