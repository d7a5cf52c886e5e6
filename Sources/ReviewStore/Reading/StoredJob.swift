// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import GRDB
import ReviewCore

/// A job with the keys of its rows.
struct StoredJob {
  var job: ReviewJob
  let pullRequest: Int64
  let repository: Int64

  /// Reads rows of this form; a condition on `j` is to follow.
  static let selection = """
    SELECT j.pull_request, j.repository, r.forge, r.name, p.number, j.id, j.kind, j.subject, j.head, j.base,
      j.needs_approval, j.priority, j.state, j.attempts, j.losses, j.owner, j.fence, j.lease_until, j.cancellation,
      j.error, j.verdict, j.queued_at, j.not_before, j.created_at, j.started_at, j.finished_at
    FROM job j JOIN pull_request p ON p.id = j.pull_request JOIN repository r ON r.id = p.repository
    """

  /// By position: to look for 26 names takes longer than to find the row.
  init(_ row: Row) throws {
    pullRequest = try row.decode(atIndex: 0)
    repository = try row.decode(atIndex: 1)
    let reference = PullRequestReference(
      repository: RepositoryReference(forge: try row.decode(atIndex: 2), name: try row.decode(atIndex: 3)),
      number: try row.decode(atIndex: 4))
    job = ReviewJob(
      id: ReviewJob.ID(try row.decode(atIndex: 5)), kind: try row.stored(at: 6), pullRequest: reference,
      subject: try row.decode(atIndex: 7), head: try row.commit(at: 8), base: try row.optionalCommit(at: 9),
      needsApproval: try row.decode(atIndex: 10), priority: try row.stored(at: 11), state: try row.stored(at: 12),
      attempts: try row.decode(atIndex: 13), losses: try row.decode(atIndex: 14), owner: try row.decode(atIndex: 15),
      fence: try row.decode(atIndex: 16), leaseExpiresAt: try row.optionalTime(at: 17),
      cancellation: try row.optionalStored(at: 18), error: try row.decode(atIndex: 19),
      verdict: try row.decode(atIndex: 20), queuedAt: try row.time(at: 21), notBefore: try row.time(at: 22),
      createdAt: try row.time(at: 23), startedAt: try row.optionalTime(at: 24),
      finishedAt: try row.optionalTime(at: 25))
  }
}
