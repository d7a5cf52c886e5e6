// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A request to a forge failed.
package struct ForgeError: ReviewError {
  package struct Code: RawRepresentable, Codable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// There is no such repository or pull request, or the token may not see it.
    package static let notFound = Code(rawValue: "notFound")
    /// The token is wrong, expired or revoked.
    package static let badToken = Code(rawValue: "badToken")
    /// The token may not do this.
    package static let forbidden = Code(rawValue: "forbidden")
    /// The forge could not be reached.
    package static let unreachable = Code(rawValue: "unreachable")
    /// The forge, or something in front of it, failed at answering.
    package static let unavailable = Code(rawValue: "unavailable")
    /// The forge asks to wait.
    package static let rateLimited = Code(rawValue: "rateLimited")
    /// The forge refused the request.
    package static let rejected = Code(rawValue: "rejected")
    /// The forge's answer could not be understood.
    package static let unreadable = Code(rawValue: "unreadable")
    /// Anything else.
    package static let failed = Code(rawValue: "failed")
  }

  package let code: Code
  package let message: String
  package let remedy: String?
  package let underlying: String?
  /// How long the forge wants nothing to be asked; `nil` when it does not say.
  package let retryAfter: Duration?

  package init(
    _ code: Code, _ message: String, remedy: String? = nil, underlying: String? = nil, retryAfter: Duration? = nil
  ) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.underlying = underlying
    self.retryAfter = retryAfter
  }

  /// Whether the same may go well later, without anybody changing anything.
  package var isTransient: Bool {
    switch code {
    case .unreachable, .unavailable, .rateLimited: true
    default: false
    }
  }
}
