// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
package import JobQueue
import KeyedStore
package import Logging
package import ReviewContract
package import SystemPackage

/// Keeps the reports of jobs for some hours, so that a build and its tests are not repeated because the process ended, the
/// forge was unavailable, or a finding is to be ignored.
package struct ReportShelf: Sendable {
  private let store: any TypedStore<NamedKey, KeptReport.Stored>
  /// The reports of this machine; `nil` if they are shared. The queue deletes expired values.
  private let files: KeyedStore<NamedKey, KeptReport.Stored>?
  private let log: Logger

  /// Keeps reports in files of this machine.
  package init(folder: FilePath, log: Logger, now: @escaping @Sendable () -> Date = { Date() }) {
    var bounds = StoreBounds()
    bounds.lifetime = KeptReport.lifetime
    bounds.age = KeptReport.lifetime
    bounds.countsReading = false
    let files = KeyedStore<NamedKey, KeptReport.Stored>(
      folder, StoreFormat("report", version: 1), bounds: bounds, now: now)
    (store, self.files, self.log) = (files, files, log)
  }

  /// Keeps reports beside the queue, so that another machine continues a job whose machine was lost.
  package init(_ values: any SharedValues, log: Logger) {
    store = SharedStore(values, .report, version: 1, lifetime: KeptReport.lifetime)
    files = nil
    self.log = log
  }

  /// The report of the job; `nil` when there is none for its commit, or only one from before the job was queued again.
  package func report(of job: ReviewJob) async -> KeptReport? {
    do {
      return try await store.value(for: NamedKey(job.id))?.report(of: job)
    } catch {
      log.failure("cannot read a stored report", error, metadata: ["job": "\(job.id)"])
      return nil
    }
  }

  /// Keeps a report. A failure is logged, and the review is repeated when its report is needed.
  package func keep(_ kept: KeptReport, of job: ReviewJob) async {
    do {
      try await store.set(KeptReport.Stored(kept, of: job), for: NamedKey(job.id))
    } catch {
      log.failure("a report was not kept", error, metadata: ["job": "\(job.id)"])
    }
  }

  /// Deletes expired reports.
  package func sweep() { files?.sweep() }
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

  struct Stored: Codable, StoredValue {
    private let choice: PublishingChoice
    private let judging: JudgingPolicy
    private let base: String?
    private let report: Data
    /// When the job was queued: a job that the operator retries is queued at a later time, and reviewed again.
    private let queuedAt: Timestamp

    init(_ kept: KeptReport, of job: ReviewJob) throws {
      (choice, judging, base) = (kept.choice, kept.judging, kept.base)
      report = try ReportFile.encode(kept.report)
      queuedAt = job.queuedAt
    }

    /// - Returns: `nil` for a report of another commit, or of the job before it was queued again.
    /// - Throws: when it cannot be decoded.
    func report(of job: ReviewJob) throws -> KeptReport? {
      let report = try ReportFile.decode(report)
      guard report.head == job.head, queuedAt == job.queuedAt else { return nil }
      return KeptReport(report: report, choice: choice, judging: judging, base: base)
    }
  }
}

extension NamedKey {
  /// A value that belongs to a job.
  init(_ job: ReviewJob.ID, name: String = "value") { self.init(group: "\(job)", name: name) }
}
