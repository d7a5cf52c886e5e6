// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText
import JobQueue
import ReviewContract

/// The text of `jobs list`: one line for each job, in columns.
enum JobTable {
  /// The maximum length of an error in the table, in characters; `jobs show` prints all of it.
  private static let longestNote = 80

  static func text(_ jobs: [ReviewJob]) -> String {
    if jobs.isEmpty { return "no jobs" }
    let rows = [["ID", "STATE", "KIND", "FOR", "HEAD", "TRIES", "SINCE", "NOTE"]] + jobs.map(row)
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { $0.padding(to: $1) }
      return cells.joined(separator: "  ").trimmingEnd
    }.joined(separator: "\n")
  }

  private static func row(_ job: ReviewJob) -> [String] {
    [
      "\(job.id)", job.state.rawValue, job.kind.rawValue, shown(job.pullRequest.description, 60),
      job.head == .none ? "–" : job.head.short, "\(job.attempts)",
      (job.finishedAt ?? job.startedAt ?? job.queuedAt).text, shown(note(job), longestNote),
    ]
  }

  private static func note(_ job: ReviewJob) -> String {
    if let cancellation = job.cancellation, job.state == .running { return "asked to stop: \(cancellation.rawValue)" }
    // Errors of earlier attempts do not matter for a finished job.
    if let error = job.error, job.state != .done { return error }
    return job.verdict ?? ""
  }

  /// The beginning of an untrusted text, on one line.
  static func shown(_ text: String, _ limit: Int) -> String {
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
