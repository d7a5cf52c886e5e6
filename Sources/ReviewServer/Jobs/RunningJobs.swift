// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import JobQueue
import ReviewContract

/// The jobs that run in this process, and how to reach them.
final class RunningJobs: Sendable {
  /// One run, from its claim to its end.
  final class Run: Sendable {
    let job: ReviewJob
    /// Signals that the lease should be renewed now instead of at the next beat.
    let wakeup = WakeupSignal()
    private let isToBeGivenBack = Locked(false)

    init(_ job: ReviewJob) {
      self.job = job
    }

    /// Whether the process is about to end.
    var isStopping: Bool { isToBeGivenBack.withLock { $0 } }

    func stop() {
      isToBeGivenBack.withLock { $0 = true }
      wakeup.signal()
    }
  }

  private struct State {
    /// Not by their jobs: one whose lease was lost may still be ending when its job runs again.
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
    // It was claimed at the last moment.
    if isStopping { run.stop() }
    return run
  }

  func end(_ run: Run) {
    state.withLock { $0.runs[ObjectIdentifier(run)] = nil }
  }

  /// Something was recorded that may concern what runs for the pull request.
  func look(at pullRequest: PullRequestReference) {
    for run in all where run.job.pullRequest == pullRequest { run.wakeup.signal() }
  }

  func lookAtAll() {
    for run in all { run.wakeup.signal() }
  }

  /// Has all runs end and their jobs given back, also those that begin from now on.
  func stopAll() {
    state.withLock { $0.isStopping = true }
    for run in all { run.stop() }
  }
}
