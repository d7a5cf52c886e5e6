// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop

/// Decides when requests with one token may be sent: when the next write may start, and how long the server wants no
/// requests.
///
/// A limit belongs to the token, so everything that uses the token shares a pacing. ``ProcessPacing`` is that of one
/// process. One that several processes share keeps the times in a place that all of them reach; it must answer soon
/// even when that place does not, since a request waits for it.
public protocol RequestPacing: Sendable {
  /// Reserves the time of a write: not before now, after the pause, and at least ``RateLimitPolicy/writeSpacing`` after the
  /// time that was reserved last. Nothing is reserved while the pause is longer than ``RateLimitPolicy/longestPause``.
  func reserveWrite(_ policy: RateLimitPolicy) async -> WriteReservation

  /// The rest of the pause; zero without one.
  func currentPause() async -> Duration

  /// Begins a pause, or prolongs it.
  func pause(for duration: Duration) async
}

/// The time that was reserved for a write, counted from now.
public struct WriteReservation: Hashable, Sendable {
  /// The rest of the pause. If it is longer than the policy's longest, nothing was reserved.
  public var pause: Duration
  /// How long to wait until the reserved time.
  public var wait: Duration

  /// A reservation, or the pause that prevents it.
  public init(pause: Duration, wait: Duration) {
    self.pause = pause
    self.wait = wait
  }
}

/// The pacing of one process.
public final class ProcessPacing: RequestPacing {
  private struct State: Sendable {
    var pauseEnd = Duration.zero
    var nextWrite = Duration.zero
  }

  private let stopwatch: Stopwatch
  private let state = Locked(State())

  /// A pacing without a pause.
  ///
  /// - Parameter clock: the clock that tells the time.
  public init(clock: any Clock<Duration> = ContinuousClock()) {
    stopwatch = Stopwatch(clock)
  }

  /// Reserves the time of a write.
  public func reserveWrite(_ policy: RateLimitPolicy) async -> WriteReservation { reserveWrite(policy, after: .zero) }

  /// Reserves the time of a write that another place delays.
  package func reserveWrite(_ policy: RateLimitPolicy, after delay: Duration) -> WriteReservation {
    state.withLock { state in
      let now = stopwatch.now
      let pause = max(state.pauseEnd - now, .zero)
      guard pause <= policy.longestPause else { return WriteReservation(pause: pause, wait: pause) }
      let start = max(now + delay, state.pauseEnd, state.nextWrite)
      state.nextWrite = start + policy.writeSpacing
      return WriteReservation(pause: pause, wait: start - now)
    }
  }

  /// The rest of the pause; zero without one.
  public func currentPause() async -> Duration { remainingPause }

  package var remainingPause: Duration { state.withLock { max($0.pauseEnd - stopwatch.now, .zero) } }

  /// Begins a pause, or prolongs it.
  public func pause(for duration: Duration) async { prolongPause(to: duration) }

  package func prolongPause(to duration: Duration) {
    state.withLock { $0.pauseEnd = max($0.pauseEnd, stopwatch.now + duration) }
  }
}
