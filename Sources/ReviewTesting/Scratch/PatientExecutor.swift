// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Dispatch

/// Runs test bodies on threads of their own, as many as it takes.
///
/// Tests wait in place for git and other programs. On the shared threads, one for each processor, a few such waits would keep
/// everything else from going on, and what has a time limit would miss it.
final class PatientExecutor: TaskExecutor {
  static let shared = PatientExecutor()

  private let queue = DispatchQueue(label: "reviewbot.tests", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}
