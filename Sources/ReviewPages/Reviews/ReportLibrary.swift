// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Crypto
import Foundation
import JobQueue
import ReviewContract
import ReviewServer

/// Reads the reports of jobs, and remembers what lists show of them.
struct ReportLibrary: Sendable {
  /// What lists show of a report.
  struct Summary: Sendable {
    let verdict: Verdict
    let text: String
    let findings: Int
    /// Of the changed lines; `nil` if nothing was measured.
    let coverage: String?
    /// Of the project; `nil` if nothing was measured.
    let project: String?
    let memory: ReviewMemory
    let title: String
  }

  private static let most = 1_000

  private let reports: JobReports
  /// By the digest of the file: a report can be replaced.
  private let summaries = Locked<[String: Summary]>([:])

  init(_ reports: JobReports) { self.reports = reports }

  /// Returns the report of a job; `nil` if there is none, or it cannot be read.
  func report(of job: ReviewJob.ID) async throws -> Report? {
    try await reports.data(of: job).flatMap { try? ReportFile.decode($0) }
  }

  func comment(of job: ReviewJob.ID) async throws -> String? { try await reports.comment(of: job) }

  func summary(of job: ReviewJob.ID) async throws -> Summary? {
    guard let data = try await reports.data(of: job) else { return nil }
    let digest = SHA256.hash(data: data).description
    if let known = summaries.withLock({ $0[digest] }) { return known }
    guard let report = try? ReportFile.decode(data) else { return nil }
    let summary = Summary(report)
    summaries.withLock { summaries in
      if summaries.count >= Self.most { summaries = [:] }
      summaries[digest] = summary
    }
    return summary
  }
}
