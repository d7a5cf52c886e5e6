// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

extension LoadingError.Rejection {
  /// How long the server wants nothing to be asked, by `Retry-After` or by the limit's reset; `nil` when it does not say.
  ///
  /// A moment that it names is compared with its own `Date`: our clock may be wrong.
  public var retryAfter: Duration? {
    RetryAfter.delay(in: head)
      ?? RateLimitNotice(head, body: String(decoding: body.prefix(64 << 10), as: UTF8.self)).pause
  }
}
