// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import JobQueue
package import ReviewContract

/// A clock that a test sets.
package final class ManualClock: QueueClock {
  private let time: Locked<Timestamp>

  /// - Parameter start: the initial time; by default the beginning of 2026.
  package init(_ start: Timestamp = Timestamp(milliseconds: 1_767_225_600_000)) {
    time = Locked(start)
  }

  package var now: Timestamp { time.withLock { $0 } }

  /// Moves the clock forward, or back, as when the system clock is set.
  package func advance(by duration: Duration) {
    time.withLock { $0 = $0 + duration }
  }
}
