// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import JobQueue
import Logging
import ReviewContract

/// Runs a job, renews its lease, and cancels it when the lease is lost or the job is to stop.
struct LeaseKeeper: Sendable {
  /// Why a run was interrupted.
  enum Interruption: Hashable, Sendable {
    case cancelled(ReviewJob.Cancellation)
    /// Another worker may have taken the job.
    case lost
    /// The process is shutting down.
    case stopping
  }

  enum Outcome<Value: Sendable>: Sendable {
    case ended(Value)
    case failed(any Error)
    case interrupted(Interruption)
  }

  let queue: any ReviewQueue
  let run: RunningJobs.Run
  /// The interval between renewals: a quarter of the lease.
  let beat: Duration
  let log: Logger

  /// The number of consecutive failed renewals, for another reason than a lost lease, after which the lease counts as
  /// lost: shortly before it expires.
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
        // The error of an interrupted body is a consequence of the interruption.
        case (nil, let result?): outcome = result
        // A body that completed despite the interruption is not repeated.
        case (.interrupted, .ended): outcome = result
        default: break
        }
        group.cancelAll()
      }
      return outcome ?? .failed(CancellationError())
    }
  }

  /// - Returns: `nil` when the run ended without an interruption.
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
        log.failure("failed to renew the lease", error, metadata: ["misses": .stringConvertible(misses)])
        if misses == Self.misses { return .lost }
      }
      await run.wakeup.wait(since: generation, for: beat)
      if Task.isCancelled { return nil }
    }
  }
}

/// Renews the lease right before each write of a publication. A request starts within a lease that lasts as long as it
/// may take, and ``LeaseKeeper`` cancels it when the lease is lost in the meantime.
final class LeaseCheck: Sendable {
  private let queue: any ReviewQueue
  private let lease: Lease
  private let error = Locked<QueueError?>(nil)

  init(queue: any ReviewQueue, lease: Lease) {
    self.queue = queue
    self.lease = lease
  }

  /// The error of the failed renewal. Nothing is written after it.
  var failure: QueueError? { error.withLock { $0 } }

  /// Ignores a cancellation, which ``LeaseKeeper`` and the next record handle: a final status is still written.
  ///
  /// - Throws: ``QueueError/Code/leaseLost``, or another error of the queue: then the state of the lease is unknown.
  func renew() async throws(QueueError) {
    if let failure { throw failure }
    do throws(QueueError) {
      _ = try await queue.renew(lease)
    } catch {
      self.error.withLock { $0 = $0 ?? error }
      throw error
    }
  }
}
