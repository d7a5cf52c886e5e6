// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HostileText
package import JobQueue
package import ReviewContract

/// A record in the output of `--format json`: its fields, without those that have no value. Times are in ISO 8601, UTC.
package struct JobRecord: Encodable {
  private typealias Value = any Encodable

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private var fields: [String: Value?]

  private init(_ fields: [String: Value?]) { self.fields = fields }

  package init(_ job: ReviewJob) {
    fields = [
      "id": job.id.number, "kind": job.kind.rawValue, "state": job.state.rawValue,
      "repository": job.pullRequest.repository.description,
      // Missing for a job of a repository.
      "pull_request": job.pullRequest.number == 0 ? nil : job.pullRequest.number, "subject": job.subject,
      "head": job.head, "base": job.base, "priority": "\(job.priority)", "needs_approval": job.needsApproval,
      "labels": job.labels, "attempts": job.attempts, "losses": job.losses, "owner": job.owner, "fence": job.fence,
      "lease_expires_at": job.leaseExpiresAt?.text, "cancellation": job.cancellation?.rawValue, "error": job.error,
      "verdict": job.verdict, "revival": job.revival?.rawValue, "queued_at": job.queuedAt.text,
      "not_before": job.notBefore.text, "created_at": job.createdAt.text, "started_at": job.startedAt?.text,
      "finished_at": job.finishedAt?.text,
    ]
  }

  package init(_ details: JobDetails) {
    self.init(details.job)
    fields["is_approved"] = details.isApproved
    fields["reviewed_head"] = details.reviewedHead
    fields.merge(Self.fields(of: details.standing)) { $1 }
    fields["commands"] = details.commands.map { JobRecord($0) }
    fields["publications"] = details.publications.map { record in
      JobRecord([
        "channel": record.key.channel.rawValue, "name": record.key.name, "head": record.key.head,
        "remote_id": record.remoteID, "is_confirmed": record.intended == nil, "changed_at": record.changedAt.text,
      ])
    }
  }

  private static func fields(of standing: JobStanding) -> [String: Value?] {
    var fields: [String: Value?] = [
      "estimated_wait_seconds": standing.wait.map { $0.milliseconds / 1000 },
      "estimated_run_seconds": standing.run.map { $0.milliseconds / 1000 },
    ]
    switch standing.state {
    case .finished, .running, .unplaced: break
    case .unapproved: fields["waits_for"] = "approval"
    case .paused(let pause):
      fields["waits_for"] = "pause"
      fields["pause"] = pause.scope.description
    case .delayed: fields["waits_for"] = "time"
    case .ready(let inRepository, let overall):
      fields["place_in_repository"] = inRepository.number
      fields["jobs_in_repository"] = inRepository.count
      fields["place"] = overall.number
      fields["jobs"] = overall.count
    }
    return fields
  }

  /// An operator's command.
  package init(_ record: AuditRecord) {
    fields = [
      "at": record.at.text, "command": record.command, "subject": record.subject, "job": record.job?.number,
      "person": record.attribution.person, "reason": record.attribution.reason,
    ]
  }

  /// An approval.
  package init(_ recorded: RecordedApproval) {
    fields = [
      "repository": recorded.approval.pullRequest.repository.description,
      "pull_request": recorded.approval.pullRequest.number, "head": recorded.approval.head,
      "approver": recorded.approval.approver, "given_at": recorded.givenAt.text,
    ]
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for case (let name, let value?) in fields { try container.encode(value, forKey: Name(stringValue: name)) }
  }

  /// The JSON on one line, without a line break.
  package func line() throws -> String {
    let encoder = ReportFile.encoder
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Escaping changes only strings: the other JSON syntax contains no such characters.
    return HostileText(decoding: try encoder.encode(self)).logText(isQuoted: false)
  }
}

extension Timestamp {
  /// ISO 8601, UTC, in whole seconds.
  package var text: String { Date(timeIntervalSince1970: Double(milliseconds / 1000)).formatted(.iso8601) }
}
