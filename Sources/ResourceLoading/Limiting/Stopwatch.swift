// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The time of any clock, as the duration since the creation of the value.
///
/// Instants of a clock whose type is not known cannot be compared; durations can.
package struct Stopwatch: Sendable {
  private let clock: any Clock<Duration>
  private let elapsed: @Sendable () -> Duration

  package init(_ clock: any Clock<Duration>) {
    self.clock = clock
    elapsed = Self.stopwatch(clock)
  }

  package var now: Duration { elapsed() }

  func sleep(for duration: Duration) async throws(TransportError) {
    do {
      try await clock.sleep(for: duration)
    } catch {
      throw TransportError(.cancelled, "cancelled while waiting for a turn")
    }
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
