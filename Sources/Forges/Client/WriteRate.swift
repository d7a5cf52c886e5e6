// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ResourceLoading

/// How fast writes may be sent to a forge with one credential: a bucket, and the space between two writes.
package struct WriteRate: Hashable, Sendable {
  /// The number of writes that may be sent at once after a time without writes.
  package var burst: Int
  /// The number of writes per minute after that.
  package var perMinute: Int
  /// The minimum time between two writes.
  package var interval: Duration

  package init(burst: Int, perMinute: Int, interval: Duration = .zero) {
    self.burst = burst
    self.perMinute = perMinute
    self.interval = interval
  }

  /// GitHub permits 500 requests that create content per hour and 80 per minute, and asks for one second between
  /// writes: 200 at once and 300 refilled are 500 in any hour.
  package static let github = WriteRate(burst: 200, perMinute: 5, interval: .seconds(1))
  /// GitLab.com permits 60 new notes per minute: 10 at once and 50 refilled.
  package static let gitlab = WriteRate(burst: 10, perMinute: 50)
  /// For servers that many projects share and that publish no limits.
  package static let shared = WriteRate(burst: 10, perMinute: 60)
  /// GitHub Enterprise Server, Gitea and Forgejo have no limits by default; others are in their answers.
  package static let selfHosted = WriteRate(burst: 300, perMinute: 1_200)

  /// Whether a dozen reviews per minute would use all of it.
  var isSlow: Bool { perMinute < 36 }
}

extension ForgeAPI {
  /// Returns the rate for the server of an API.
  static func usualRate(at api: Origin) -> WriteRate {
    let isPublic = publicDomains.contains { api.host == $0 || api.host.hasSuffix("." + $0) }
    return isPublic ? publicRate : .selfHosted
  }
}

extension RateLimitPolicy {
  func with(_ rate: WriteRate) -> RateLimitPolicy {
    var policy = self
    policy.writeSpacing = rate.interval
    policy.writeBurst = rate.burst
    policy.writeRefill = .seconds(60) / max(rate.perMinute, 1)
    return policy
  }
}
