// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes

/// Reads the `Retry-After` header.
enum RetryAfter {
  /// How long the server asks to wait; `nil` when it does not say.
  ///
  /// - Parameter now: our own time, for a server that names a date but does not tell its time.
  static func delay(in head: HTTPResponse, now: Date? = nil) -> Duration? {
    guard let value = head.headerFields[.retryAfter] else { return nil }
    if let seconds = Int64(value) { return seconds >= 0 && seconds < 1 << 32 ? .seconds(seconds) : nil }
    // A date is compared with the server's own clock where possible: ours may be wrong.
    guard let then = HTTPDate.parse(value), let now = head.headerFields[.date].flatMap(HTTPDate.parse) ?? now else {
      return nil
    }
    return .seconds(max(0, then.timeIntervalSince(now).rounded(.up)))
  }
}
