// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore

/// The queue's own time. It follows a clock, but never goes back, not even over a restart: when the clock is set back, the
/// time goes on from where it was.
struct Timeline: Sendable {
  private let clock: any QueueClock
  private var lastReading: Timestamp
  private(set) var latest: Timestamp

  init(_ clock: any QueueClock, notBefore latest: Timestamp) {
    self.clock = clock
    lastReading = clock.now
    self.latest = max(latest, lastReading)
  }

  mutating func now() -> Timestamp {
    let reading = clock.now
    let passed = reading - lastReading
    lastReading = reading
    if passed > .zero { latest = latest + passed }
    return latest
  }
}
