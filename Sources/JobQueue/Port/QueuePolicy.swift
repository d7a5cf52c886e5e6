// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// How a queue decides. The times are meant for reviews that take minutes.
package struct QueuePolicy: Hashable, Sendable {
  /// A lease that is not renewed for so long is lost. Renew it four times as often.
  package var lease: Duration = .seconds(60)
  /// A job that failed so often is given up.
  package var maximumAttempts = 5
  /// A job whose runner was lost so often is given up: it may be what ends the runner.
  package var maximumLosses = 3
  /// The wait before the second attempt; each later one is twice as long.
  package var firstRetry: Duration = .seconds(15)
  package var longestRetry: Duration = .seconds(3600)
  /// For so long a job is tried again, without counting, while what it needs is away.
  package var longestOutage: Duration = .seconds(86_400)
  /// The same, while the operator has to act: a credential may expire before a holiday.
  package var longestOperatorOutage: Duration = .seconds(14 * 86_400)
  package var longestOutageRetry: Duration = .seconds(900)
  /// How many jobs of one repository run at once.
  package var runningPerRepository = 2
  /// Waiting so long is worth one step of ``ReviewJob/Priority``.
  package var ageing: Duration = .seconds(600)
  /// After so many reviews of a pull request that newer heads stopped in a row, the next one may finish, so that a busy
  /// pull request has results too.
  package var cancellationsInARow = 3
  /// Newer heads put off a review no longer than this.
  package var longestDelay: Duration = .seconds(60)
  /// For so long a job waits for a worker that has its labels. Then any may claim it, to see whether the repository still
  /// asks for them: its configuration may have changed, and the labels may be those of another branch.
  package var labelHold: Duration = .seconds(600)
  /// For so long a build waits for the machine that ran the last one of its repository, which has its mirror and its kept
  /// build.
  package var machinePreference: Duration = .seconds(10)
  package var retention = QueueRetention()

  package init() {}

  /// How long a job waits after its `attempts`th attempt failed: doubling, with up to a quarter more, so that what
  /// failed together does not come back together.
  package func retryDelay(attempts: Int, job: ReviewJob.ID) -> Duration {
    let first = firstRetry.wholeMilliseconds
    let longest = longestRetry.wholeMilliseconds
    let doubled = first << Int64(min(max(attempts - 1, 0), 20))
    return spread(.milliseconds(min(doubled, longest)), attempts, job)
  }

  func spread(_ delay: Duration, _ attempts: Int, _ job: ReviewJob.ID) -> Duration {
    let delay = delay.wholeMilliseconds
    // Fibonacci hashing: as good as chance here, and the same for the same job.
    let mixed = UInt64(bitPattern: job.number &* 31 &+ Int64(attempts)) &* 0x9e37_79b9_7f4a_7c15
    return .milliseconds(delay + Int64(mixed >> 48) * delay / (4 << 16))
  }
}

/// How long a queue remembers.
package struct QueueRetention: Hashable, Sendable {
  /// Forges redeliver for some days at most, people for some weeks.
  package var deliveries: Duration = .seconds(90 * 86_400)
  package var finishedJobs: Duration = .seconds(30 * 86_400)
  package var approvals: Duration = .seconds(90 * 86_400)
  /// Statuses and check runs; a pull request's comment is remembered as long as the pull request.
  package var publications: Duration = .seconds(90 * 86_400)
  /// From the last time that something was done for it.
  package var pullRequests: Duration = .seconds(400 * 86_400)

  package init() {}
}

extension QueuePolicy {
  /// How a job that failed is tried again.
  package struct Retry: Hashable, Sendable {
    package let delay: Duration
    /// Whether the attempt counts towards giving the job up.
    package let isCounted: Bool
  }

  /// Decides whether a job that failed is tried again, and when.
  ///
  /// While something is away that every job needs, all jobs would be given up within minutes, and no delivery would
  /// request them again. So they go on, for a day at most, after waits that are a quarter of what they have waited; for two
  /// weeks while the operator has to act.
  ///
  /// - Returns: `nil` when it is given up.
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

  /// How long a job waits at the start of a process after one that crashed while it ran: not at all for the first time.
  /// If the process crashes again while the job waits, the job is not the reason.
  package func lossDelay(_ job: ReviewJob) -> Duration {
    job.losses < 2 ? .zero : retryDelay(attempts: job.losses - 1, job: job.id)
  }

  /// Whether a job whose runner was lost, once more, is given up: it may be what ends the runner. A final status is a
  /// few requests to the forge; who is killed again and again while it is said does not owe that to it.
  package func givesUp(losing job: ReviewJob) -> Bool {
    job.kind != .settle && job.kind != .announce && (job.losses >= maximumLosses || job.attempts >= maximumAttempts)
  }
}
