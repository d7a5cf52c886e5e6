// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import JobQueue
package import ReviewContract

/// Keeps the reports of jobs for some hours, so that a build and its tests are not repeated because the process ended, the
/// forge was unavailable, or a finding is to be ignored.
package protocol ReportShelf: Sendable {
  /// The report of the job; `nil` when there is none for its commit, or only one from before the job was queued again.
  func report(of job: ReviewJob) async -> KeptReport?

  /// Keeps a report. A failure is logged, and the review is repeated when its report is needed.
  func keep(_ kept: KeptReport, of job: ReviewJob) async

  /// Deletes expired reports.
  func sweep()
}

/// A report, and the settings of its publication.
package struct KeptReport: Sendable {
  package let report: Report
  package let choice: PublishingChoice
  /// For another judgement without some of the findings.
  package let judging: JudgingPolicy
  /// The branch that the pull request was to be merged into; `nil` without a pull request.
  package let base: String?

  package init(report: Report, choice: PublishingChoice, judging: JudgingPolicy, base: String? = nil) {
    self.report = report
    self.choice = choice
    self.judging = judging
    self.base = base
  }

  /// The repository and its pull request may have changed too much after that time.
  static let lifetime = Duration.seconds(6 * 3600)

  private struct Stored: Codable {
    let choice: PublishingChoice
    let judging: JudgingPolicy
    let base: String?
    let report: Data
    /// When the job was queued: a job that the operator retries is queued at a later time, and reviewed again.
    let queuedAt: Timestamp
  }

  func encoded(for job: ReviewJob) throws -> Data {
    try JSONEncoder().encode(
      Stored(
        choice: choice, judging: judging, base: base, report: try ReportFile.encode(report), queuedAt: job.queuedAt))
  }

  /// - Returns: `nil` for a report of another commit, or of the job before it was queued again.
  /// - Throws: when it cannot be decoded.
  static func decoded(_ data: Data, for job: ReviewJob) throws -> KeptReport? {
    let stored = try JSONDecoder().decode(Stored.self, from: data)
    let report = try ReportFile.decode(stored.report)
    guard report.head == job.head, stored.queuedAt == job.queuedAt else { return nil }
    return KeptReport(report: report, choice: stored.choice, judging: stored.judging, base: stored.base)
  }
}
