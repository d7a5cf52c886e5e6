// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import Logging
import ReviewContract

/// What is done for branches.
extension JobStep {
  /// Reviews the tip of a branch that pull requests are made for, so that they can be compared with it.
  func base(_ desk: any ForgeDesk) async throws -> JobEnding {
    let branch = job.subject
    guard let tip = try await desk.branchTip(branch) else { return .stopped }
    guard tip == job.head else {
      _ = try await queue.request(
        JobRequest(job.pullRequest, kind: .base, subject: branch, head: tip, priority: job.priority))
      return .superseded
    }
    guard try await isBase(branch, desk) else { return .stopped }
    try await runner.reviewer.reviewTip(of: branch, for: job)
    return .done(head: tip, verdict: "kept")
  }

  private func isBase(_ branch: String, _ desk: any ForgeDesk) async throws -> Bool {
    if try await desk.defaultBranch() == branch { return true }
    return try await desk.openPullRequests().contains { $0.base == branch }
  }

  /// Reviews what a merge queue is about to merge. It has a status and no conversation.
  func mergeGroup(_ desk: any ForgeDesk) async throws -> JobEnding {
    let prefix = "refs/heads/"
    guard job.subject.hasPrefix(prefix) else {
      throw ReviewRefusal("a merge queue's ref begins with \(prefix), not \(job.subject.prefix(100))")
    }
    guard try await desk.branchTip(String(job.subject.dropFirst(prefix.count))) == job.head else { return .superseded }
    try await ledger(desk).publish(status(.pending, "reviewing \(job.head.short)", desk))
    let product = try await runner.reviewer.reviewMerge(at: job.subject, for: job)
    try await ledger(desk).publish(product.publication.with(comment: false, verdict: true))
    return .done(head: job.head, verdict: product.verdict)
  }
}
