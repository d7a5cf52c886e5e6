// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation

/// Kills the process, as a power failure would, at the n-th event.
final class Countdown: Sendable {
  private let remaining: Locked<Int>

  init(_ count: Int) {
    remaining = Locked(count)
  }

  func tick() {
    let isOver = remaining.withLock { remaining in
      remaining -= 1
      return remaining == 0
    }
    if isOver { Self.endProcess() }
  }

  static func endProcess() {
    kill(getpid(), SIGKILL)
    // The signal ends the process before it returns from here.
    while true { pause() }
  }
}
