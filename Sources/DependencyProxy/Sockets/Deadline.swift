// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// When something must be over.
struct Deadline {
  private let end: ContinuousClock.Instant

  init(after time: Duration) {
    end = ContinuousClock.now + time
  }

  /// Waits until something can be done with a socket.
  ///
  /// - Returns: `false` when the time is over first.
  func wait(for descriptor: Descriptor, _ events: Int16) -> Bool {
    var place = pollfd(fd: descriptor.number, events: events, revents: 0)
    while true {
      let result = poll(&place, 1, Self.milliseconds(ContinuousClock.now.duration(to: end)))
      if result > 0 { return true }
      guard result < 0, errno == EINTR else { return false }
    }
  }

  /// As `poll` takes it: rounded up, so that waiting never turns into asking again and again.
  static func milliseconds(_ time: Duration) -> Int32 {
    let parts = time.components
    guard parts.seconds >= 0, parts.attoseconds >= 0 else { return 0 }
    let milliseconds = parts.seconds.multipliedReportingOverflow(by: 1000)
    guard !milliseconds.overflow else { return Int32.max }
    return Int32(
      clamping: milliseconds.partialValue + (parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
