// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The time of any clock, as what has passed since the timeline was made.
///
/// Instants of a clock whose type is not known cannot be compared; durations can.
struct Timeline: Sendable {
  private let clock: any Clock<Duration>
  private let elapsed: @Sendable () -> Duration

  init(_ clock: any Clock<Duration>) {
    self.clock = clock
    elapsed = Self.stopwatch(clock)
  }

  var now: Duration { elapsed() }

  /// Waits until then; not at all when then is past.
  func sleep(until then: Duration) async throws(TransportError) {
    let wait = then - now
    guard wait > .zero else { return }
    do {
      try await clock.sleep(for: wait)
    } catch {
      throw TransportError(.cancelled, "cancelled while waiting for a turn")
    }
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
