// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A point in time: milliseconds since the beginning of 1970, UTC.
package struct Timestamp: Hashable, Comparable, Codable, Sendable {
  package let milliseconds: Int64

  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

  package static func + (moment: Timestamp, duration: Duration) -> Timestamp {
    Timestamp(milliseconds: moment.milliseconds + duration.wholeMilliseconds)
  }

  package static func - (moment: Timestamp, duration: Duration) -> Timestamp {
    Timestamp(milliseconds: moment.milliseconds - duration.wholeMilliseconds)
  }

  package static func - (later: Timestamp, earlier: Timestamp) -> Duration {
    .milliseconds(later.milliseconds - earlier.milliseconds)
  }
}

extension Duration {
  /// Rounded towards zero; at most a thousand years, so that sums with a ``Timestamp`` cannot overflow.
  package var wholeMilliseconds: Int64 {
    let limit: Int64 = 1000 * 366 * 86_400
    let (seconds, attoseconds) = components
    guard abs(seconds) < limit else { return seconds.signum() * limit * 1000 }
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}
