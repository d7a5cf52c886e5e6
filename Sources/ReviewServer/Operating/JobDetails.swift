// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import JobQueue
import ReviewContract

/// A job with its approval, and the publications and last review of its pull request.
package struct JobDetails: Sendable {
  package let job: ReviewJob
  /// The publications for its pull request.
  package let publications: [PublicationRecord]
  /// The last reviewed head of its pull request; `nil` if none was reviewed.
  package let reviewedHead: CommitID?
  /// Whether the job's head is approved.
  package let isApproved: Bool
  package let standing: JobStanding
  /// The operators' commands for the job, the newest first.
  package let commands: [AuditRecord]

  package init(
    job: ReviewJob, publications: [PublicationRecord], reviewedHead: CommitID?, isApproved: Bool,
    standing: JobStanding, commands: [AuditRecord] = []
  ) {
    self.standing = standing
    self.commands = commands
    self.job = job
    self.publications = publications
    self.reviewedHead = reviewedHead
    self.isApproved = isApproved
  }
}

/// The text of `jobs show`.
package enum JobDetailsText {
  /// The maximum length of texts in the store, in characters.
  private static let longestText = 4000

  /// Returns one line for each known fact. Texts of a pull request are escaped and cut.
  package static func make(_ details: JobDetails) -> String {
    let job = details.job
    let head = "job \(job.id)  \(shown(job.pullRequest.description))  \(job.kind.rawValue)  \(job.state.rawValue)"
    let rows: [(String, String?)] = [
      ("subject", job.subject.isEmpty ? nil : job.subject),
      ("head", job.head.hex),
      ("base", job.base?.hex),
      ("last reviewed", details.reviewedHead?.hex),
      ("labels", job.labels.isEmpty ? nil : job.labels.map(\.name).joined(separator: ", ")),
      ("place", StandingText.state(details.standing, of: job)),
      ("estimate", StandingText.estimate(details.standing)),
      ("priority", text(job.priority)),
      ("approval", approval(details)),
      ("attempts", "\(job.attempts)" + (job.losses == 0 ? "" : ", and lost \(job.losses) times")),
      ("run by", job.owner),
      ("lease until", job.leaseExpiresAt?.text),
      ("stop requested", job.cancellation?.rawValue),
      ("created", job.createdAt.text),
      ("queued", job.queuedAt.text),
      ("started", job.startedAt?.text),
      ("finished", job.finishedAt?.text),
      ("verdict", job.verdict),
      ("error", job.error),
      ("revival", job.revival.map(text)),
    ]
    let width = rows.map(\.0.count).max() ?? 0
    var lines = [head, ""]
    for case (let name, let value?) in rows {
      lines.append("  \(name)\(String(repeating: " ", count: width - name.count))  \(shown(value))")
    }
    if !details.publications.isEmpty { lines += ["", "published for \(shown(job.pullRequest.description))"] }
    lines += details.publications.map(line)
    if !details.commands.isEmpty { lines += ["", "commands of operators"] }
    lines += details.commands.map { "  \($0.at.text)  \($0.command), by \(shown(JobTable.author($0.attribution)))" }
    return lines.joined(separator: "\n")
  }

  private static func line(_ record: PublicationRecord) -> String {
    let place = record.remoteID.map { " as \(shown($0))" } ?? ""
    let doubt = record.intended == nil ? "" : ", not confirmed"
    return "  \(record.key.channel.rawValue) \(shown(record.key.name))\(place)"
      + " for \(record.key.head.short), \(record.changedAt.text)\(doubt)"
  }

  private static func text(_ revival: ReviewJob.Revival) -> String {
    switch revival {
    case .due: "is queued again, once"
    case .used: "was queued again"
    }
  }

  private static func text(_ priority: ReviewJob.Priority) -> String {
    switch priority {
    case .command: "command"
    case .newHead: "new head"
    case .reconcile: "reconcile"
    }
  }

  private static func approval(_ details: JobDetails) -> String? {
    guard details.job.needsApproval else { return nil }
    return details.isApproved ? "required, and given" : "required"
  }

  private static func shown(_ text: String) -> String { JobTable.shown(text, longestText) }
}
