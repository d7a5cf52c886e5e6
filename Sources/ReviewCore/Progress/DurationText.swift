// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Durations as people write them.
package enum DurationText {
  /// `380 ms`, `1.4 s`, `90 s`, `10 min`, `4 min 5 s`
  package static func make(_ duration: Duration) -> String {
    make(milliseconds: duration.milliseconds)
  }

  package static func make(milliseconds: Int) -> String {
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    if milliseconds < 10_000, milliseconds % 1000 >= 100 {
      return "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s"
    }
    let seconds = milliseconds / 1000
    if seconds < 120 { return "\(seconds) s" }
    return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s"
  }
}
