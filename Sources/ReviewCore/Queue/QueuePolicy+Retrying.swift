// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

extension QueuePolicy {
  /// How a job that failed is tried again.
  package struct Retry: Hashable, Sendable {
    package let delay: Duration
    /// Whether the attempt counts towards giving the job up.
    package let isCounted: Bool
  }

  /// Decides whether a job that failed is tried again, and when.
  ///
  /// While something is away that every job needs, all jobs would be given up within minutes, and no delivery would request them
  /// again. So they go on, for a day at most, after waits that are a quarter of what they have waited.
  ///
  /// - Returns: `nil` when it is given up.
  package func retry(_ job: ReviewJob, after failure: JobFailure, at now: Timestamp) -> Retry? {
    guard failure.isTransient else { return nil }
    let least = failure.retryAfter ?? .zero
    let waited = now - job.queuedAt
    if failure.isOutage, waited < longestOutage {
      let delay = min(max(firstRetry, waited / 4), longestOutageRetry)
      return Retry(delay: max(spread(delay, job.attempts, job.id), least), isCounted: false)
    }
    guard job.attempts < maximumAttempts else { return nil }
    return Retry(delay: max(retryDelay(attempts: job.attempts, job: job.id), least), isCounted: true)
  }

  /// Whether a job whose runner was lost, once more, is given up: it may be what ends the runner. A final status is a few requests
  /// to the forge; who is killed again and again while it is said does not owe that to it.
  package func givesUp(losing job: ReviewJob) -> Bool {
    job.kind != .settle && (job.losses >= maximumLosses || job.attempts >= maximumAttempts)
  }
}
