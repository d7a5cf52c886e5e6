// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop

/// Decides when requests with one token may be sent: the time of the next write, and the pause that the server requests.
///
/// A limit belongs to the token, so all users of the token share a pacing. ``ProcessPacing`` is the pacing of one
/// process. A pacing for several processes stores the times in shared storage; it must respond soon even when that
/// storage does not, since a request waits for it.
public protocol RequestPacing: Sendable {
  /// Reserves the time of a write: not before now, after the pause, at least ``RateLimitPolicy/writeSpacing`` after the
  /// last reserved time, and not before the policy's bucket contains a write. Nothing is reserved while the pause is
  /// longer than ``RateLimitPolicy/longestPause``.
  func reserveWrite(_ policy: RateLimitPolicy) async -> WriteReservation

  /// Returns the rest of the pause; zero without one.
  func currentPause() async -> Duration

  /// Starts a pause, or prolongs it.
  ///
  /// - Parameters:
  ///   - duration: how long no request is sent.
  ///   - slowing: how long writes are slowed after it (``RateLimitPolicy/slowWriteSpacing``); zero for not.
  func pause(for duration: Duration, slowing: Duration) async
}

/// The reserved time of a write, relative to now.
public struct WriteReservation: Hashable, Sendable {
  /// The rest of the pause. If it exceeds the policy's maximum, nothing was reserved.
  public var pause: Duration
  /// The wait until the reserved time.
  public var wait: Duration

  /// Creates a reservation, or a pause that prevents it.
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
    /// When the bucket is full again. A bucket that is full at any time before now has no more writes than that.
    var bucketFull = Duration.zero
    /// The policy's refill for ``bucketFull``.
    var refill = Duration.zero
    var slowEnd = Duration.zero

    /// Keeps the number of writes in the bucket when the refill changes.
    mutating func follow(_ newRefill: Duration, at now: Duration) {
      defer { refill = newRefill }
      guard newRefill != refill, refill > .zero, bucketFull > now else { return }
      bucketFull = now + newRefill * ((bucketFull - now) / refill)
    }
  }

  private let stopwatch: Stopwatch
  private let state = Locked(State())

  /// Creates a pacing without a pause.
  ///
  /// - Parameter clock: the clock of pauses and reservations.
  public init(clock: any Clock<Duration> = ContinuousClock()) {
    stopwatch = Stopwatch(clock)
  }

  /// Reserves the time of a write.
  public func reserveWrite(_ policy: RateLimitPolicy) async -> WriteReservation { reserveWrite(policy, after: .zero) }

  /// Reserves the time of a write after a delay from another pacing.
  package func reserveWrite(_ policy: RateLimitPolicy, after delay: Duration) -> WriteReservation {
    state.withLock { state in
      let now = stopwatch.now
      let pause = max(state.pauseEnd - now, .zero)
      guard pause <= policy.longestPause else { return WriteReservation(pause: pause, wait: pause) }
      state.follow(policy.writeRefill, at: now)
      let reserve = policy.writeRefill * (max(policy.writeBurst, 1) - 1)
      let start = max(now + delay, state.pauseEnd, state.nextWrite, state.bucketFull - reserve)
      state.nextWrite = start + policy.spacing(isSlow: start < state.slowEnd)
      state.bucketFull = max(state.bucketFull, start) + policy.writeRefill
      return WriteReservation(pause: pause, wait: start - now)
    }
  }

  /// Returns the rest of the pause; zero without one.
  public func currentPause() async -> Duration { remainingPause }

  /// How long writes are slowed after the pause.
  package var remainingSlowing: Duration {
    state.withLock { max($0.slowEnd - max($0.pauseEnd, stopwatch.now), .zero) }
  }

  package var remainingPause: Duration { state.withLock { max($0.pauseEnd - stopwatch.now, .zero) } }

  /// Starts a pause, or prolongs it.
  public func pause(for duration: Duration, slowing: Duration) async { prolongPause(to: duration, slowing: slowing) }

  package func prolongPause(to duration: Duration, slowing: Duration = .zero) {
    state.withLock { state in
      let end = stopwatch.now + duration
      state.pauseEnd = max(state.pauseEnd, end)
      if slowing > .zero { state.slowEnd = max(state.slowEnd, end + slowing) }
    }
  }
}
