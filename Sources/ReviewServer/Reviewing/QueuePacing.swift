// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import JobQueue
package import Logging
package import ResourceLoading

/// Paces the requests with forges' credentials together with all processes that share the queue.
///
/// A write must not wait for a database: while it does not respond, this process paces only its own requests.
package final class QueuePacing: Sendable {
  /// How long a request waits for the database.
  private static let timeout = Duration.seconds(2)
  /// How long the database is not queried after it did not respond.
  private static let pauseAfterFailure = Duration.seconds(10)

  private struct NoResult: Error, CustomStringConvertible {
    let description = "the database does not respond"
  }

  private struct State: Sendable {
    var isAvailable = true
    /// The earliest time of the next query, by the stopwatch.
    var nextAttempt = Duration.zero
  }

  fileprivate let shared: any SharedPacing
  private let clock: any Clock<Duration>
  private let timeoutClock: any Clock<Duration>
  private let stopwatch: Stopwatch
  private let state = Locked(State())
  private let log: Logger

  /// - Parameters:
  ///   - clock: measures the pauses and waits.
  ///   - timeoutClock: measures the timeout of a query.
  package init(
    _ shared: any SharedPacing, clock: any Clock<Duration> = ContinuousClock(),
    timeoutClock: any Clock<Duration> = ContinuousClock(), log: Logger
  ) {
    self.shared = shared
    self.clock = clock
    self.timeoutClock = timeoutClock
    self.log = log
    stopwatch = Stopwatch(clock)
  }

  /// The pacing of a credential.
  ///
  /// - Parameter name: a name that does not reveal the credential.
  package func pacing(of name: String) -> any RequestPacing {
    CredentialPacing(pacing: self, credential: name, process: ProcessPacing(clock: clock))
  }

  /// Queries the database.
  ///
  /// - Returns: `nil` if it does not respond, or did not respond a short time ago.
  fileprivate func ask<Value: Sendable>(
    _ question: @escaping @Sendable (any SharedPacing) async throws -> Value
  ) async -> Value? {
    guard state.withLock({ $0.isAvailable || stopwatch.now >= $0.nextAttempt }) else { return nil }
    switch await result(question) {
    case .success(let value):
      if state.withLock({ state in
        defer { state.isAvailable = true }
        return !state.isAvailable
      }) {
        log.notice("sharing the pacing of forge writes with other processes again")
      }
      return value
    case .failure(let error):
      guard !Task.isCancelled else { return nil }
      if state.withLock({ state in
        defer { state = State(isAvailable: false, nextAttempt: stopwatch.now + Self.pauseAfterFailure) }
        return state.isAvailable
      }) {
        log.warning(
          "cannot share the pacing of forge writes with other processes; this process paces its own",
          metadata: ["error": "\(error)"])
      }
      return nil
    }
  }

  /// Returns the answer, an error, or a timeout: the first of them.
  private func result<Value: Sendable>(
    _ question: @escaping @Sendable (any SharedPacing) async throws -> Value
  ) async -> Result<Value, any Error> {
    typealias Outcome = Result<Value, any Error>
    let waiter = Locked<CheckedContinuation<Outcome, Never>?>(nil)
    @Sendable func end(_ result: Outcome) {
      let continuation = waiter.withLock { waiter in
        defer { waiter = nil }
        return waiter
      }
      continuation?.resume(returning: result)
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiter.withLock { $0 = continuation }
        // Not in a group, which would wait for the statement: a call of the database's library cannot be cancelled.
        let timeout = Task { [timeoutClock] in
          // Ends early only when there is an answer.
          try? await timeoutClock.sleep(for: Self.timeout)
          end(.failure(NoResult()))
        }
        Task { [shared] in
          do {
            end(.success(try await question(shared)))
          } catch {
            end(.failure(error))
          }
          timeout.cancel()
        }
        if Task.isCancelled { end(.failure(CancellationError())) }
      }
    } onCancel: {
      end(.failure(CancellationError()))
    }
  }
}

/// The pacing of one credential: the reservations and pauses of all processes, and those of this process for when the
/// database does not respond.
private struct CredentialPacing: RequestPacing {
  let pacing: QueuePacing
  let credential: String
  let process: ProcessPacing
  /// Whether a pause of this process has not been sent to the other processes.
  private let isUnsent = Locked(false)

  private func limits(_ policy: RateLimitPolicy) -> WriteLimits {
    WriteLimits(
      spacing: policy.writeSpacing, slowSpacing: policy.slowWriteSpacing, burst: policy.writeBurst,
      refill: policy.writeRefill, longestPause: policy.longestPause)
  }

  func reserveWrite(_ policy: RateLimitPolicy) async -> WriteReservation {
    await sendPause()
    let limits = limits(policy)
    let reserved = await pacing.ask { [credential] shared in try await shared.reserveWrite(credential, limits) }
    guard let reserved else { return process.reserveWrite(policy, after: .zero) }
    if reserved.pause > .zero { process.prolongPause(to: reserved.pause) }
    return process.reserveWrite(policy, after: reserved.wait)
  }

  func currentPause() async -> Duration {
    await sendPause()
    if let pause = await pacing.ask({ [credential] in try await $0.pause(of: credential) }), pause > .zero {
      process.prolongPause(to: pause)
    }
    return process.remainingPause
  }

  func pause(for duration: Duration, slowing: Duration) async {
    process.prolongPause(to: duration, slowing: slowing)
    isUnsent.withLock { $0 = true }
    await sendPause()
  }

  private func sendPause() async {
    let isDue = isUnsent.withLock { isUnsent in
      defer { isUnsent = false }
      return isUnsent
    }
    let rest = process.remainingPause
    guard isDue, rest > .zero else { return }
    let slowing = process.remainingSlowing
    let isSent =
      await pacing.ask { [credential] in try await $0.pause(credential, for: rest, slowing: slowing) } != nil
    if !isSent { isUnsent.withLock { $0 = true } }
  }
}
