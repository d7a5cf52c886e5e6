// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ReviewCore
import ReviewDaemon

/// Reviews nothing, and says that all is well or what it was told to say.
struct ScriptedReviewer: CommitReviewer {
  typealias Script = @Sendable (ReviewJob) async throws -> Void

  private let script: Script
  /// The commits that were given to it, in order.
  let reviewed = Locked<[CommitID]>([])

  init(_ script: @escaping Script = { _ in }) {
    self.script = script
  }

  func review(_ pullRequest: PullRequest, for job: ReviewJob) async throws -> ReviewProduct {
    reviewed.withLock { $0.append(job.head) }
    try await script(job)
    return Self.product(job)
  }

  func reviewTip(of branch: String, for job: ReviewJob) async throws {
    reviewed.withLock { $0.append(job.head) }
    try await script(job)
  }

  func reviewMerge(at ref: String, for job: ReviewJob) async throws -> ReviewProduct {
    reviewed.withLock { $0.append(job.head) }
    try await script(job)
    return Self.product(job)
  }

  private static func product(_ job: ReviewJob) -> ReviewProduct {
    let marker = RepositoryPolicy.sample.marker
    return ReviewProduct(
      publication: Publication(
        pullRequest: job.pullRequest.number, commit: job.head, marker: marker,
        comment: "\(marker.line)\nreviewed \(job.head)", state: .success, summary: "all is well"), verdict: "passed")
  }
}

/// Holds whoever comes until it is opened.
final class Gate: Sendable {
  private let isOpen = Locked(false)

  func open() { isOpen.withLock { $0 = true } }

  /// - Throws: `CancellationError` when the task is cancelled before.
  func pass() async throws {
    while !isOpen.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
  }
}
