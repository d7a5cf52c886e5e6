// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HostileText
package import JobQueue
package import ReviewContract

/// The text of `jobs list`: one line for each job, in columns.
package enum JobTable {
  /// The maximum length of an error in the table, in characters; `jobs show` prints all of it.
  private static let longestNote = 80

  /// Texts of a pull request are escaped and cut.
  ///
  /// - Parameter pauses: the pauses that builds wait for.
  package static func text(_ jobs: [ReviewJob], pauses: [Pause] = []) -> String {
    if jobs.isEmpty { return "no jobs" }
    return table(
      [["ID", "STATE", "KIND", "FOR", "HEAD", "TRIES", "SINCE", "NOTE"]] + jobs.map { row($0, pauses) })
  }

  /// The pauses, on lines below the jobs; empty when there are none.
  package static func text(_ pauses: [Pause]) -> String {
    pauses.map { pause in
      "\npaused: \(shown(pause.scope.description, 100)), since \(pause.since.text), by "
        + shown(author(Attribution(person: pause.author, reason: pause.reason)), 400)
    }.joined()
  }

  /// The text of `jobs audit`: one line for each command.
  package static func text(_ commands: [AuditRecord]) -> String {
    if commands.isEmpty { return "no commands" }
    return table(
      [["AT", "COMMAND", "JOB", "FOR", "BY", "REASON"]]
        + commands.map { record in
          [
            record.at.text, record.command, record.job.map { "\($0)" } ?? "–", shown(record.subject, 60),
            shown(record.attribution.person, 60), shown(record.attribution.reason ?? "", 300),
          ]
        })
  }

  /// The person and the reason.
  static func author(_ attribution: Attribution) -> String {
    attribution.person + (attribution.reason.map { ": \($0)" } ?? "")
  }

  /// The text of `jobs approvals`: one line for each.
  package static func text(_ approvals: [RecordedApproval]) -> String {
    if approvals.isEmpty { return "no approvals" }
    return table(
      [["FOR", "COMMIT", "BY", "SINCE"]]
        + approvals.map { recorded in
          let approval = recorded.approval
          return [
            shown(approval.pullRequest.description, 60), approval.head.hex, shown(approval.approver, 60),
            recorded.givenAt.text,
          ]
        })
  }

  private static func table(_ rows: [[String]]) -> String {
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { $0.padding(to: $1) }
      return cells.joined(separator: "  ").trimmingEnd
    }.joined(separator: "\n")
  }

  private static func row(_ job: ReviewJob, _ pauses: [Pause]) -> [String] {
    [
      "\(job.id)", job.state.rawValue, job.kind.rawValue, shown(job.pullRequest.description, 60),
      job.head == .none ? "–" : job.head.short, "\(job.attempts)",
      (job.finishedAt ?? job.startedAt ?? job.queuedAt).text, shown(note(job, pauses), longestNote),
    ]
  }

  private static func note(_ job: ReviewJob, _ pauses: [Pause]) -> String {
    if job.state == .waiting { return "waits for the approval of \(job.head.short)" }
    if job.state == .queued, let pause = job.pause(among: pauses) { return "paused: \(pause.scope)" }
    if let cancellation = job.cancellation, job.state == .running { return "stop requested: \(cancellation.rawValue)" }
    if job.state == .queued, job.attempts == 0, !job.labels.isEmpty {
      return "needs a worker with the \(WorkerLabel.phrase(job.labels))"
    }
    // Errors of earlier attempts do not matter for a finished job.
    if let error = job.error, job.state != .done {
      return job.state == .queued ? "next attempt \(job.notBefore.text): \(error)" : error
    }
    return job.verdict ?? ""
  }

  /// The beginning of an untrusted text, on one line.
  package static func shown(_ text: String, _ limit: Int) -> String {
    let visible = HostileText(text.prefix(limit)).logText(isQuoted: false)
    return text.count > limit ? visible + "…" : visible
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  fileprivate var trimmingEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

/// The filter of `jobs list`.
package struct JobSelection: Sendable {
  /// Empty means all.
  package var states: Set<ReviewJob.State> = []
  package var repository: RepositoryReference?
  /// The number of a pull request.
  package var number: Int?
  package var limit: Int

  package init(
    states: Set<ReviewJob.State> = [], repository: RepositoryReference? = nil, number: Int? = nil, limit: Int
  ) {
    self.states = states
    self.repository = repository
    self.number = number
    self.limit = limit
  }

  /// The matching jobs, the newest first. Reads the queue page by page, because it does not filter by number alone.
  package func jobs(in reader: any QueueReader) async throws(QueueError) -> [ReviewJob] {
    let pullRequest = repository.flatMap { repository in
      number.map { PullRequestReference(repository: repository, number: $0) }
    }
    var found: [ReviewJob] = []
    var before: ReviewJob.ID?
    while found.count < limit {
      let filter = JobFilter(
        states: states, repository: repository, pullRequest: pullRequest, before: before, limit: JobFilter.largestLimit)
      let page = try await reader.jobs(filter)
      found += page.filter(includes)
      guard page.count == filter.limit, let last = page.last else { break }
      before = last.id
    }
    return Array(found.prefix(limit))
  }

  private func includes(_ job: ReviewJob) -> Bool {
    // There is one for each review; it matters only while it is open, or if it failed.
    if states.isEmpty, job.kind == .announce, job.state.isFinished, job.state != .dead { return false }
    return number.map { $0 == job.pullRequest.number } ?? true
  }
}
