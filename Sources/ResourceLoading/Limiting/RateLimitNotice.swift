// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes

/// The rate limit that a response reports for the token of the request.
struct RateLimitNotice: Hashable, Sendable {
  /// Whether the request was refused because of the limit; the server did not execute it.
  let isRefusal: Bool
  /// The time without requests; `nil` if the server does not report it.
  let pause: Duration?

  /// Reads head and body.
  ///
  /// - Parameters:
  ///   - body: the body of a rejection; only required if ``needsBody(of:)`` returns `true`.
  ///   - now: the local time, for a server that does not send its time.
  init(_ head: HTTPResponse, body: String = "", now: Date? = nil) {
    let isUsedUp = Self.number("remaining", in: head) == 0
    let retryAfter = RetryAfter.delay(in: head, now: now)
    isRefusal =
      switch head.status.code {
      case 429: true
      case 403: isUsedUp || head.headerFields[.retryAfter] != nil || Self.speaksOfLimit(body)
      default: false
      }
    let reset = isUsedUp ? Self.timeUntilReset(head, now: now) : nil
    if isRefusal {
      // Not zero: a limit that has expired by the server's clock but still rejects must not cause a loop of requests.
      pause = (retryAfter ?? reset).map { max($0, .seconds(1)) }
    } else {
      pause = reset
    }
  }

  /// Returns whether only the body of the response distinguishes a rate limit from another refusal.
  static func needsBody(of head: HTTPResponse) -> Bool {
    head.status.code == 403 && head.headerFields[.retryAfter] == nil && number("remaining", in: head) != 0
  }

  private static func speaksOfLimit(_ body: String) -> Bool {
    let body = body.lowercased()
    return ["secondary rate limit", "abuse detection", "rate limit exceeded"].contains { body.contains($0) }
  }

  private static func timeUntilReset(_ head: HTTPResponse, now: Date?) -> Duration? {
    guard let reset = number("reset", in: head), (0..<1 << 40).contains(reset) else { return nil }
    // Some servers report a time, some the number of seconds until then. Present times are larger than this number.
    guard reset > 1_000_000_000 else { return .seconds(reset) }
    guard let now = head.headerFields[.date].flatMap(HTTPDate.parse) ?? now else { return nil }
    return .seconds(max(0, Double(reset) - now.timeIntervalSince1970).rounded(.up))
  }

  private static func number(_ name: String, in head: HTTPResponse) -> Int64? {
    for prefix in ["x-ratelimit-", "ratelimit-"] {
      guard let field = HTTPField.Name(prefix + name), let value = head.headerFields[field] else { continue }
      return Int64(value)
    }
    return nil
  }
}

extension LoadingError.Rejection {
  /// The time without requests, from `Retry-After` or from the limit's reset; `nil` if the server does not report it.
  ///
  /// A time in the response is compared with the `Date` of the server, because the local clock may be wrong.
  public var retryAfter: Duration? {
    RetryAfter.delay(in: head)
      ?? RateLimitNotice(head, body: String(decoding: body.prefix(64 << 10), as: UTF8.self)).pause
  }
}

/// Reads the `Retry-After` header.
enum RetryAfter {
  /// Returns the delay that the server requests; `nil` if it does not.
  ///
  /// - Parameter now: the local time, for a server that sends a date but not its time.
  static func delay(in head: HTTPResponse, now: Date? = nil) -> Duration? {
    guard let value = head.headerFields[.retryAfter] else { return nil }
    if let seconds = Int64(value) { return seconds >= 0 && seconds < 1 << 32 ? .seconds(seconds) : nil }
    // A date is compared with the server's own clock where possible, because the local clock may be wrong.
    guard let then = HTTPDate.parse(value), let now = head.headerFields[.date].flatMap(HTTPDate.parse) ?? now else {
      return nil
    }
    return .seconds(max(0, then.timeIntervalSince(now).rounded(.up)))
  }
}

/// Reads the date of a header field.
enum HTTPDate {
  /// Parses a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  static func parse(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.date(from: text)
  }
}
