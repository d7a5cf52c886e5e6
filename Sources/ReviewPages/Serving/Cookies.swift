// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import Hummingbird

/// The cookies of the pages. All are `HttpOnly`, `Secure` and `SameSite=Lax`, and for the host only.
///
/// Source: https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis
struct PageCookie: Sendable {
  /// Browsers accept the prefix from `https` only.
  private static let prefix = "__Host-"

  private let name: String

  static func session(_ origin: String) -> PageCookie { PageCookie("reviewbot-session", origin) }
  static func signIn(_ origin: String) -> PageCookie { PageCookie("reviewbot-sign-in", origin) }
  static func link(_ origin: String) -> PageCookie { PageCookie("reviewbot-link", origin) }

  private init(_ name: String, _ origin: String) {
    self.name = origin.hasPrefix("https://") ? Self.prefix + name : name
  }

  /// - Returns: `nil` without the cookie, and for one that is sent twice.
  func value(in request: Request) -> String? {
    let pairs = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }
    let values = pairs.compactMap { pair -> Substring? in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].trimmingPrefix(while: { $0 == " " }) == name else { return nil }
      return parts[1]
    }
    return values.count == 1 ? values.first.map(String.init) : nil
  }

  /// - Parameter value: a token, without characters that have a meaning in a field.
  func set(_ value: String, lifetime: Duration, in response: inout Response) {
    add("\(name)=\(value); Max-Age=\(lifetime.components.seconds)", to: &response)
  }

  func remove(in response: inout Response) { add("\(name)=; Max-Age=0", to: &response) }

  private func add(_ pair: String, to response: inout Response) {
    response.headers[fields: .setCookie].append(
      HTTPField(name: .setCookie, value: "\(pair); Path=/; HttpOnly; Secure; SameSite=Lax"))
  }
}
