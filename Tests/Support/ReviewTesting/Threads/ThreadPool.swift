// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Dispatch
import Foundation

/// Runs blocking work on its own threads: no work waits for a blocked thread.
///
/// Tests block while they wait for git, for sockets and for other programs. On the shared threads, one for each
/// processor, a few such waits would block everything else. Dispatch adds threads too, but only after others were
/// blocked for a while; this pool adds a thread immediately when none is idle.
package final class ThreadPool: TaskExecutor {
  package static let shared = ThreadPool(limit: 512)

  private struct State {
    /// Each wakes one thread.
    var work: [@Sendable () -> Void] = []
    var threads = 0
    /// The number of threads that wait for work, or are about to.
    var idle = 0
  }

  private let limit: Int
  private let state = Locked(State())
  private let wake = DispatchSemaphore(value: 0)

  /// - Parameter limit: the maximum number of threads; beyond that, work waits for one.
  private init(limit: Int) {
    self.limit = limit
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    run { job.runSynchronously(on: executor) }
  }

  /// Runs a function that may block, and returns immediately.
  package func run(_ work: @escaping @Sendable () -> Void) {
    let needsThread = state.withLock { state in
      state.work.append(work)
      guard state.work.count > state.idle, state.threads < limit else { return false }
      state.threads += 1
      state.idle += 1
      return true
    }
    wake.signal()
    if needsThread { Thread.detachNewThread { [self] in serve() } }
  }

  private func serve() {
    while true {
      wake.wait()
      let work = state.withLock { state in
        state.idle -= 1
        return state.work.removeFirst()
      }
      work()
      state.withLock { $0.idle += 1 }
    }
  }
}

/// Runs a blocking function on a thread of ``ThreadPool``, and waits for it without blocking the caller's thread.
package func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    ThreadPool.shared.run { continuation.resume(with: .init(catching: body)) }
  }
}
