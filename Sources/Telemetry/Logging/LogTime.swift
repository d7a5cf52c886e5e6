// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Moments as the log writes them: UTC, with milliseconds.
enum LogTime {
  static func text(_ date: Date) -> String {
    let milliseconds = Int64(max(0, date.timeIntervalSince1970 * 1000).rounded())
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func digits(_ value: some BinaryInteger, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let day = "\(digits(parts.tm_year + 1900, 4))-\(digits(parts.tm_mon + 1, 2))-\(digits(parts.tm_mday, 2))"
    let time = "\(digits(parts.tm_hour, 2)):\(digits(parts.tm_min, 2)):\(digits(parts.tm_sec, 2))"
    return "\(day)T\(time).\(digits(milliseconds % 1000, 3))Z"
  }
}
