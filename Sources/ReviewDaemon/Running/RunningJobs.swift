// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ReviewCore

/// The jobs that run in this process, and how to reach them.
final class RunningJobs: Sendable {
  /// One run, from its claim to its end.
  final class Run: Sendable {
    let job: ReviewJob
    /// Rings when the lease should be looked at now instead of at the next beat.
    let bell = Bell()
    private let isToBeGivenBack = Locked(false)

    init(_ job: ReviewJob) {
      self.job = job
    }

    /// Whether the process is about to end.
    var isStopping: Bool { isToBeGivenBack.withLock { $0 } }

    func stop() {
      isToBeGivenBack.withLock { $0 = true }
      bell.ring()
    }
  }

  private let runs = Locked<[ReviewJob.ID: Run]>([:])

  var count: Int { runs.withLock { $0.count } }

  func begin(_ job: ReviewJob) -> Run {
    let run = Run(job)
    runs.withLock { $0[job.id] = run }
    return run
  }

  func end(_ run: Run) {
    runs.withLock { $0[run.job.id] = nil }
  }

  /// Something was recorded that may concern what runs for the pull request.
  func look(at pullRequest: PullRequestReference) {
    for run in runs.withLock({ Array($0.values) }) where run.job.pullRequest == pullRequest { run.bell.ring() }
  }

  func lookAtAll() {
    for run in runs.withLock({ Array($0.values) }) { run.bell.ring() }
  }

  /// Has all runs end and their jobs given back.
  func stopAll() {
    for run in runs.withLock({ Array($0.values) }) { run.stop() }
  }
}
