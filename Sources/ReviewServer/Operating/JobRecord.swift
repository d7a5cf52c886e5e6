// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import HostileText
package import JobQueue
package import ReviewContract

/// A job in the output of `--format json`. Times are in ISO 8601, UTC.
package struct JobRecord: Encodable {
  private struct Publication: Encodable {
    let channel: String
    let name: String
    let head: CommitID
    let remoteID: String?
    let isConfirmed: Bool
    let changedAt: String

    enum CodingKeys: String, CodingKey {
      // The encoder's key strategy would convert `remoteID` to `remote_iD`.
      case channel, name, head, isConfirmed, changedAt
      case remoteID = "remoteId"
    }
  }

  private let id: Int64
  private let kind: String
  private let state: String
  /// `FORGE:OWNER/NAME`
  private let repository: String
  /// `nil` for a job of a repository.
  private let pullRequest: Int?
  private let subject: String
  private let head: CommitID
  private let base: CommitID?
  private let priority: String
  private let needsApproval: Bool
  private let labels: [WorkerLabel]
  private let attempts: Int
  private let losses: Int
  private let owner: String?
  private let fence: Int64
  private let leaseExpiresAt: String?
  private let cancellation: String?
  private let error: String?
  private let verdict: String?
  private let revival: String?
  private let queuedAt: String
  private let notBefore: String
  private let createdAt: String
  private let startedAt: String?
  private let finishedAt: String?
  private var isApproved: Bool?
  private var reviewedHead: CommitID?
  private var publications: [Publication]?
  private var commands: [AuditText]?

  package init(_ job: ReviewJob) {
    id = job.id.number
    kind = job.kind.rawValue
    state = job.state.rawValue
    repository = job.pullRequest.repository.description
    pullRequest = job.pullRequest.number == 0 ? nil : job.pullRequest.number
    subject = job.subject
    head = job.head
    base = job.base
    priority = "\(job.priority)"
    needsApproval = job.needsApproval
    labels = job.labels
    attempts = job.attempts
    losses = job.losses
    owner = job.owner
    fence = job.fence
    leaseExpiresAt = job.leaseExpiresAt?.text
    cancellation = job.cancellation?.rawValue
    error = job.error
    verdict = job.verdict
    revival = job.revival?.rawValue
    queuedAt = job.queuedAt.text
    notBefore = job.notBefore.text
    createdAt = job.createdAt.text
    startedAt = job.startedAt?.text
    finishedAt = job.finishedAt?.text
  }

  package init(_ details: JobDetails) {
    self.init(details.job)
    isApproved = details.isApproved
    reviewedHead = details.reviewedHead
    commands = details.commands.map { AuditText($0) }
    publications = details.publications.map { record in
      Publication(
        channel: record.key.channel.rawValue, name: record.key.name, head: record.key.head, remoteID: record.remoteID,
        isConfirmed: record.intended == nil, changedAt: record.changedAt.text)
    }
  }

  /// The JSON on one line, without a line break.
  package func line() throws -> String { try Self.line(self) }

  static func line(_ value: some Encodable) throws -> String {
    let encoder = ReportFile.encoder
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Escaping changes only strings: the other JSON syntax contains no such characters.
    return HostileText(decoding: try encoder.encode(value)).logText(isQuoted: false)
  }
}

/// An operator's command in the output of `--format json`.
package struct AuditText: Encodable {
  private let at: String
  private let command: String
  private let subject: String
  private let job: Int64?
  private let person: String
  private let reason: String?

  package init(_ record: AuditRecord) {
    at = record.at.text
    command = record.command
    subject = record.subject
    job = record.job?.number
    person = record.attribution.person
    reason = record.attribution.reason
  }

  /// The JSON on one line, without a line break.
  package func line() throws -> String { try JobRecord.line(self) }
}

/// An approval in the output of `--format json`.
package struct ApprovalText: Encodable {
  private let repository: String
  private let pullRequest: Int
  private let head: CommitID
  private let approver: String
  private let givenAt: String

  package init(_ given: RecordedApproval) {
    repository = given.approval.pullRequest.repository.description
    pullRequest = given.approval.pullRequest.number
    head = given.approval.head
    approver = given.approval.approver
    givenAt = given.givenAt.text
  }

  /// The JSON on one line, without a line break.
  package func line() throws -> String { try JobRecord.line(self) }
}

extension Timestamp {
  /// ISO 8601, UTC, in whole seconds.
  package var text: String { Date(timeIntervalSince1970: Double(milliseconds / 1000)).formatted(.iso8601) }
}
