// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import GRDB
import ReviewContract

extension QueueTransaction {
  func delivery(_ id: String, from forge: String) throws -> RecordedDelivery? {
    try row("SELECT * FROM delivery WHERE forge = ? AND guid = ?", [forge, id]).map(RecordedDelivery.init)
  }

  func insert(_ delivery: Delivery, _ outcome: QueueOutcome) throws {
    try run(
      """
      INSERT INTO delivery(forge, guid, event, action, repository_forge, repository_name, number, head, base,
        body_digest, received_at, outcome, job)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        delivery.forge, delivery.id, delivery.event, delivery.action, delivery.pullRequest?.repository.forge,
        delivery.pullRequest?.repository.name, delivery.pullRequest?.number, delivery.head?.hex, delivery.base?.hex,
        delivery.bodyDigest, now.milliseconds, outcome.kind.rawValue, outcome.job?.number,
      ])
  }
}

extension RecordedDelivery {
  init(_ row: Row) throws {
    let forge: String? = try row.decode(forColumn: "repository_forge")
    let name: String? = try row.decode(forColumn: "repository_name")
    let number: Int? = try row.decode(forColumn: "number")
    var pullRequest: PullRequestReference?
    if let forge, let name, let number {
      pullRequest = PullRequestReference(repository: RepositoryReference(forge: forge, name: name), number: number)
    }
    let job: Int64? = try row.decode(forColumn: "job")
    self.init(
      delivery: Delivery(
        forge: try row.decode(forColumn: "forge"), id: try row.decode(forColumn: "guid"),
        event: try row.decode(forColumn: "event"), action: try row.decode(forColumn: "action"),
        pullRequest: pullRequest, head: try row.optionalCommit("head"), base: try row.optionalCommit("base"),
        bodyDigest: try row.decode(forColumn: "body_digest")),
      outcome: QueueOutcome(try row.stored("outcome"), job.map { ReviewJob.ID($0) }),
      receivedAt: try row.time("received_at"))
  }
}
