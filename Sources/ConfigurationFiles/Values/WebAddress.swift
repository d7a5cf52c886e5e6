// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HostileText
import NetworkAddressing

/// The base URL of a server's web pages or API, with https, or with http on the loopback interface.
package struct WebAddress: ConfigurationValue {
  private static let longest = 1_024

  /// The URL without a trailing slash, and with the host in lowercase.
  package let url: String
  /// Whether it has a path, besides a slash.
  package var hasPath: Bool { url.split(separator: "/", omittingEmptySubsequences: true).count > 2 }

  package init?(_ text: String) {
    guard text.utf8.count <= Self.longest, let scheme = text.range(of: "://") else { return nil }
    let rest = text[scheme.upperBound...]
    let authority = rest.prefix { $0 != "/" }
    var path = rest.dropFirst(authority.count)
    if path.hasSuffix("/") { path = path.dropLast() }
    guard let server = Server(authority), Self.isPath(path) else { return nil }
    switch text[..<scheme.lowerBound] {
    case "https": url = "https://\(server.text(without: 443))\(path)"
    case "http" where server.isLoopback: url = "http://\(server.text(without: 80))\(path)"
    default: return nil
    }
  }

  package var description: String { url }

  package static let noun = "web address"
  package static let examples = "https://git.example.com"
  package static let pattern = "^https?://[^ ?#@]+$"

  package static func remedy(for text: String) -> String? {
    if text.contains("@") { return "remove the credential, and write it to a file" }
    if text.hasPrefix("http://") { return "use https: http would expose the token on the network" }
    return text.contains("://") ? "write it without ? and #" : "begin it with https://"
  }

  private static func isPath(_ path: Substring) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    return parts.allSatisfy { part in
      !part.isEmpty && part != "." && part != ".."
        && part.isASCIIName(punctuation: "-._~")
    }
  }
}

/// The authority of a URL: a name or an address, and a port.
private struct Server {
  /// The host, in brackets for an IPv6 address.
  let host: String
  let port: Int?
  let isLoopback: Bool

  init?(_ authority: Substring) {
    if authority.hasPrefix("["), let close = authority.firstIndex(of: "]") {
      let digits = String(authority[authority.index(after: authority.startIndex)..<close])
      let rest = authority[authority.index(after: close)...]
      guard let address = NetworkAddress(digits), !address.isVersion4, let other = HostAndPort("h\(rest)"),
        other.host == "h"
      else { return nil }
      host = "[\(digits.lowercased())]"
      port = other.port
      isLoopback = address.isLoopback
    } else {
      guard let server = HostAndPort(String(authority)) else { return nil }
      host = server.host
      port = server.port
      isLoopback = server.host == "localhost" || NetworkAddress(server.host)?.isLoopback == true
    }
  }

  func text(without usual: Int) -> String {
    port.flatMap { $0 == usual ? nil : "\(host):\($0)" } ?? host
  }
}

/// One side of a URL replacement: the prefix of a URL, or an absolute folder.
package struct RewriteAddress: ConfigurationValue {
  private static let longest = 1_024
  /// Characters that are invalid in URLs, or special in git's configuration.
  private static let unusual = Array("\"\\#;<>^`{|}".utf8)

  package let text: String

  package init?(_ text: String) {
    guard (2...Self.longest).contains(text.utf8.count),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && !Self.unusual.contains($0) })
    else { return nil }
    if text.hasPrefix("/") {
      guard AbsolutePath(text) != nil else { return nil }
    } else if text.hasPrefix("https://") {
      // A user name in a URL is often a token.
      guard HostAndPort(Self.authority(text.dropFirst("https://".count))) != nil else { return nil }
    } else if text.hasPrefix("ssh://") {
      let authority = Self.authority(text.dropFirst("ssh://".count))
      guard HostAndPort(authority.hasPrefix("git@") ? String(authority.dropFirst(4)) : authority) != nil else {
        return nil
      }
    } else {
      guard text.hasPrefix("git@"), let colon = text.firstIndex(of: ":"),
        HostAndPort(String(text[..<colon].dropFirst(4))) != nil
      else { return nil }
    }
    self.text = text
  }

  package var description: String { text }

  package static let noun = "prefix of a URL, or folder,"
  package static let examples = "https://github.com/acme/, git@github.com:acme/ or /srv/mirrors/acme/"
  package static let pattern = "^(https://|ssh://|git@|/)[^ ]+$"

  package static func remedy(for text: String) -> String? {
    text.hasPrefix("https://") && text.contains("@") ? "remove the credential; tokens belong in files" : nil
  }

  private static func authority(_ rest: Substring) -> String { String(rest.prefix { $0 != "/" }) }
}
