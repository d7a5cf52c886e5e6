// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The timeouts, limits and retention of a queue. The times are meant for reviews that take minutes.
package struct QueuePolicy: Hashable, Sendable {
  /// The time after which a lease that is not renewed is lost. Renew it four times as often.
  package var lease: Duration = .seconds(60)
  /// The number of failed attempts after which a job is dead.
  package var maximumAttempts = 5
  /// The number of lost runners after which a job is dead, because it may be the cause.
  package var maximumLosses = 3
  /// The wait before the second attempt; each later one is twice as long.
  package var firstRetry: Duration = .seconds(15)
  package var longestRetry: Duration = .seconds(3600)
  /// The time for which a job is retried during an outage, without counting the attempts.
  package var longestOutage: Duration = .seconds(86_400)
  /// The same for an outage that the operator has to end: a credential may expire before a holiday.
  package var longestOperatorOutage: Duration = .seconds(14 * 86_400)
  package var longestOutageRetry: Duration = .seconds(900)
  /// The maximum number of concurrent builds of one repository.
  package var runningPerRepository = 2
  /// The wait that equals one step of ``ReviewJob/Priority``.
  package var ageing: Duration = .seconds(600)
  /// The number of consecutive reviews of a pull request that newer heads can stop. The next one may finish, so that a
  /// busy pull request gets results.
  package var cancellationsInARow = 3
  /// The maximum time for which newer heads delay a review.
  package var longestDelay: Duration = .seconds(60)
  /// The time for which a job waits for a worker with its labels. After that any worker may claim it, to check whether
  /// the repository still requires them: its configuration may have changed, or the labels may be from another branch.
  package var labelHold: Duration = .seconds(600)
  /// The time for which a build waits for the machine of its repository's last build, which has its mirror and kept
  /// build.
  package var machinePreference: Duration = .seconds(10)
  package var retention = QueueRetention()

  package init() {}

  /// Returns the back-off after a job's `attempts`th attempt failed: exponential, with a jitter of up to a quarter, so
  /// that jobs that failed together are not retried together.
  package func retryDelay(attempts: Int, job: ReviewJob.ID) -> Duration {
    let first = firstRetry.wholeMilliseconds
    let longest = longestRetry.wholeMilliseconds
    let doubled = first << Int64(min(max(attempts - 1, 0), 20))
    return spread(.milliseconds(min(doubled, longest)), attempts, job)
  }

  func spread(_ delay: Duration, _ attempts: Int, _ job: ReviewJob.ID) -> Duration {
    let delay = delay.wholeMilliseconds
    // Fibonacci hashing: as good as random here, and the same for the same job.
    let mixed = UInt64(bitPattern: job.number &* 31 &+ Int64(attempts)) &* 0x9e37_79b9_7f4a_7c15
    return .milliseconds(delay + Int64(mixed >> 48) * delay / (4 << 16))
  }
}

/// The retention times of a queue's records.
package struct QueueRetention: Hashable, Sendable {
  /// Forges redeliver for some days at most, operators for some weeks.
  package var deliveries: Duration = .seconds(90 * 86_400)
  package var finishedJobs: Duration = .seconds(30 * 86_400)
  package var approvals: Duration = .seconds(90 * 86_400)
  /// Statuses and check runs; a pull request's comment is kept as long as the pull request.
  package var publications: Duration = .seconds(90 * 86_400)
  /// Counted from the last activity of the pull request.
  package var pullRequests: Duration = .seconds(400 * 86_400)

  package init() {}
}

extension QueuePolicy {
  /// The retry of a failed job.
  package struct Retry: Hashable, Sendable {
    package let delay: Duration
    /// Whether the attempt counts towards ``QueuePolicy/maximumAttempts``.
    package let isCounted: Bool
  }

  /// Returns the retry of a failed job, if any.
  ///
  /// In an outage, all jobs would be dead within minutes, and no delivery would request them again. So they are retried
  /// for a day at most, or two weeks if the operator has to act, with a back-off of a quarter of their wait so far.
  ///
  /// - Returns: `nil` if the job is not retried.
  package func retry(_ job: ReviewJob, after failure: JobFailure, at now: Timestamp) -> Retry? {
    guard failure.isTransient else { return nil }
    let least = failure.retryAfter ?? .zero
    let waited = now - job.queuedAt
    if failure.isOutage, waited < (failure.needsOperator ? longestOperatorOutage : longestOutage) {
      let delay = min(max(firstRetry, waited / 4), longestOutageRetry)
      return Retry(delay: max(spread(delay, job.attempts, job.id), least), isCounted: false)
    }
    guard job.attempts < maximumAttempts else { return nil }
    return Retry(delay: max(retryDelay(attempts: job.attempts, job: job.id), least), isCounted: true)
  }

  /// Returns the delay of a job at the start of a process after a crash during its run: zero after the first crash. If
  /// the process crashes again while the job waits, the job is not the cause.
  package func lossDelay(_ job: ReviewJob) -> Duration {
    job.losses < 2 ? .zero : retryDelay(attempts: job.losses - 1, job: job.id)
  }

  /// Returns whether a job whose runner was lost again is dead, because it may be the cause. A job that publishes a
  /// status is a few requests to the forge and cannot be.
  package func isDead(afterLosing job: ReviewJob) -> Bool {
    job.kind != .settle && job.kind != .announce && (job.losses >= maximumLosses || job.attempts >= maximumAttempts)
  }
}
