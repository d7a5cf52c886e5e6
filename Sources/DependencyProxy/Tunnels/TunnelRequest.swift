// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// `CONNECT HOST:PORT`, the one thing that may be asked for.
struct TunnelRequest: Hashable, Sendable {
  let destination: AllowedHost

  /// - Parameter lines: the request's head, as it came: hostile text.
  init(_ lines: [String]) throws(TunnelRefusal) {
    let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else { throw .notARequest }
    guard words[0] == "CONNECT" else { throw .notATunnel(host: Self.host(ofURL: words[1])) }
    guard words[1].contains(":"), let destination = AllowedHost(name: String(words[1])) else { throw .notAHost }
    self.destination = destination
  }

  /// The host that a request of another kind speaks of, to tell the user which dependency it was.
  private static func host(ofURL text: Substring) -> String? {
    guard let scheme = text.range(of: "://") else { return nil }
    let authority = text[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    // What stands before it may be a password.
    let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return AllowedHost(name: String(place.prefix { $0 != ":" }))?.host
  }
}
