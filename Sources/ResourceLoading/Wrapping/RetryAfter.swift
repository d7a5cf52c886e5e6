// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes

/// Reads the `Retry-After` header.
enum RetryAfter {
  /// How long the server asks to wait; `nil` when it does not say.
  static func delay(in head: HTTPResponse) -> Duration? {
    guard let value = head.headerFields[.retryAfter] else { return nil }
    if let seconds = Int64(value) { return seconds >= 0 && seconds < 1 << 32 ? .seconds(seconds) : nil }
    // A date is compared with the server's own clock: ours may be wrong.
    guard let then = date(value), let now = head.headerFields[.date].flatMap(date) else { return nil }
    return .seconds(max(0, then.timeIntervalSince(now).rounded(.up)))
  }

  private static func date(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.date(from: text)
  }
}
