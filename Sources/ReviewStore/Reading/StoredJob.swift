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
    SELECT j.*, r.forge AS forge, r.name AS repository_name, p.number AS number
    FROM job j JOIN pull_request p ON p.id = j.pull_request JOIN repository r ON r.id = p.repository
    """

  init(_ row: Row) throws {
    pullRequest = try row.decode(forColumn: "pull_request")
    repository = try row.decode(forColumn: "repository")
    let reference = PullRequestReference(
      repository: RepositoryReference(
        forge: try row.decode(forColumn: "forge"), name: try row.decode(forColumn: "repository_name")),
      number: try row.decode(forColumn: "number"))
    job = ReviewJob(
      id: ReviewJob.ID(try row.decode(forColumn: "id")), kind: try row.stored("kind"), pullRequest: reference,
      subject: try row.decode(forColumn: "subject"), head: try row.commit("head"),
      base: try row.optionalCommit("base"), needsApproval: try row.decode(forColumn: "needs_approval"),
      priority: try row.stored("priority"), state: try row.stored("state"),
      attempts: try row.decode(forColumn: "attempts"), losses: try row.decode(forColumn: "losses"),
      owner: try row.decode(forColumn: "owner"), fence: try row.decode(forColumn: "fence"),
      leaseExpiresAt: try row.optionalTime("lease_until"), cancellation: try row.optionalStored("cancellation"),
      error: try row.decode(forColumn: "error"), verdict: try row.decode(forColumn: "verdict"),
      queuedAt: try row.time("queued_at"), notBefore: try row.time("not_before"),
      createdAt: try row.time("created_at"), startedAt: try row.optionalTime("started_at"),
      finishedAt: try row.optionalTime("finished_at"))
  }
}
