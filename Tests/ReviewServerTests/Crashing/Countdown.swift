// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import JobQueue
import ReviewContract
import ReviewServer

/// Ends the process, as a power failure would, when something happens for the so-and-so-manieth time.
final class Countdown: DaemonObserver {
  private let left: Locked<Int>

  init(_ count: Int) {
    left = Locked(count)
  }

  func tick() {
    let isOver = left.withLock { left in
      left -= 1
      return left == 0
    }
    if isOver { Self.endProcess() }
  }

  func reached(_ stage: DaemonStage, of job: ReviewJob) async { tick() }

  static func endProcess() {
    kill(getpid(), SIGKILL)
    // The signal ends the process before anything else is done here.
    while true { pause() }
  }
}
