// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import JobQueue
import Logging
import ReviewContract

/// Runs a job for as long as its lease holds and nobody wants it to stop.
struct LeaseKeeper: Sendable {
  /// Why a run ended before its time.
  enum Interruption: Hashable, Sendable {
    case cancelled(ReviewJob.Cancellation)
    /// Somebody else may run the job by now.
    case lost
    /// The process ends.
    case stopping
  }

  enum Outcome<Value: Sendable>: Sendable {
    case ended(Value)
    case failed(any Error)
    case interrupted(Interruption)
  }

  let queue: any ReviewQueue
  let run: RunningJobs.Run
  /// How often the lease is renewed: four times in its length.
  let beat: Duration
  let log: Logger

  /// How many renewals in a row may fail for another reason than a lost lease, such as a full disk. The lease itself is a
  /// little longer.
  private static let misses = 3

  func keep<Value: Sendable>(
    _ lease: Lease, while body: @escaping @Sendable () async throws -> Value
  ) async -> Outcome<Value> {
    await withTaskGroup(of: Outcome<Value>?.self) { group in
      group.addTask {
        do {
          return .ended(try await body())
        } catch {
          return .failed(error)
        }
      }
      group.addTask { await watch(lease).map { .interrupted($0) } }
      var outcome: Outcome<Value>?
      while let result = await group.next() {
        switch (outcome, result) {
        // A body that ends with an error because it was interrupted says nothing new.
        case (nil, let result?): outcome = result
        // One that was done all the same has its say: nothing of it is repeated.
        case (.interrupted, .ended): outcome = result
        default: break
        }
        group.cancelAll()
      }
      return outcome ?? .failed(CancellationError())
    }
  }

  /// - Returns: `nil` when the run ended by itself.
  private func watch(_ lease: Lease) async -> Interruption? {
    var misses = 0
    while true {
      let generation = run.wakeup.generation
      if run.isStopping { return .stopping }
      do throws(QueueError) {
        if let cancellation = try await queue.renew(lease).cancellation { return .cancelled(cancellation) }
        misses = 0
      } catch {
        guard error.code != .leaseLost, error.code != .closed else { return .lost }
        misses += 1
        log.warning("the lease was not renewed", metadata: ["error": "\(error)", "misses": "\(misses)"])
        if misses == Self.misses { return .lost }
      }
      await run.wakeup.wait(since: generation, for: beat)
      if Task.isCancelled { return nil }
    }
  }
}
