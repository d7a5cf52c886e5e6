// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import ReviewContract

/// The source of a queue's time.
package protocol QueueClock: Sendable {
  var now: Timestamp { get }
}

/// A clock that starts at the time of day of its creation and adds the elapsed time.
///
/// Setting the machine's clock does not change a lease: elapsed time is counted by the kernel, sleep of the machine
/// included (CLOCK_BOOTTIME).
package struct SteadyClock: QueueClock {
  private let start: Timestamp
  private let startOfCount: Int64

  package init() {
    start = Timestamp(milliseconds: Self.read(CLOCK_REALTIME))
    startOfCount = Self.read(CLOCK_BOOTTIME)
  }

  package var now: Timestamp {
    Timestamp(milliseconds: start.milliseconds + Self.read(CLOCK_BOOTTIME) - startOfCount)
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
