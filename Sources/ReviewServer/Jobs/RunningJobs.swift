// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import JobQueue

/// The jobs that are running in this process.
final class RunningJobs: Sendable {
  /// One run of a job, from its claim to its end.
  final class Run: Sendable {
    let job: ReviewJob
    /// Signals that the lease should be renewed now instead of at the next beat.
    let wakeup = WakeupSignal()
    private let isStopRequested = Locked(false)

    init(_ job: ReviewJob) {
      self.job = job
    }

    /// Whether the process is shutting down, and the job is to be queued again.
    var isStopping: Bool { isStopRequested.withLock { $0 } }

    func stop() {
      isStopRequested.withLock { $0 = true }
      wakeup.signal()
    }
  }

  private struct State {
    /// Not keyed by job: a run that lost its lease may still be ending when its job runs again.
    var runs: [ObjectIdentifier: Run] = [:]
    var isStopping = false
  }

  private let state = Locked(State())

  private var all: [Run] { state.withLock { Array($0.runs.values) } }

  var count: Int { state.withLock { $0.runs.count } }

  func begin(_ job: ReviewJob) -> Run {
    let run = Run(job)
    let isStopping = state.withLock { state in
      state.runs[ObjectIdentifier(run)] = run
      return state.isStopping
    }
    // Claimed after `stopAll`.
    if isStopping { run.stop() }
    return run
  }

  func end(_ run: Run) {
    state.withLock { $0.runs[ObjectIdentifier(run)] = nil }
  }

  /// Makes the runs of a pull request renew their leases now, which detects a cancellation.
  func recheck(_ pullRequest: PullRequestReference) {
    for run in all where run.job.pullRequest == pullRequest { run.wakeup.signal() }
  }

  func recheckAll() {
    for run in all { run.wakeup.signal() }
  }

  /// Stops all runs, including those that begin later, and queues their jobs again.
  func stopAll() {
    state.withLock { $0.isStopping = true }
    for run in all { run.stop() }
  }
}
