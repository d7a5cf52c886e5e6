// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HostileText
package import ReviewContract

/// The URL of a dependency: a repository on a server with https or ssh.
package struct DependencyURL: Hashable, Sendable {
  private static let longest = 1024
  /// Invalid in URLs, or with a meaning in git's configuration.
  private static let unusual = Array("\"\\#;<>^`{|}".utf8)

  /// The spelling in the package.
  package let text: String
  /// `HOST`, or `HOST:PORT` for a port other than 443: the server that a token is for.
  package let authority: String
  /// Without a leading and trailing `/` and without `.git`.
  private let path: String

  /// - Returns: `nil` for folders, other protocols, and invalid URLs.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.longest,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && !Self.unusual.contains($0) })
    else { return nil }
    let parts: (authority: String, path: Substring)?
    if let scheme = text.range(of: "://") {
      let rest = text[scheme.upperBound...]
      let authority = rest.prefix { $0 != "/" }
      let path = rest.dropFirst(authority.count)
      parts = Self.authority(authority, scheme: text[..<scheme.lowerBound].lowercased()).map { ($0, path) }
    } else {
      parts = Self.shell(text)
    }
    guard let parts, let path = Self.path(parts.path) else { return nil }
    self.text = text
    authority = parts.authority
    self.path = path
  }

  /// The URL for fetching the repository with a token: always https.
  package var address: String { "https://\(authority)/\(path)" }

  /// Returns rewrites that make git use a folder instead, for every spelling of the URL.
  package func rewrites(to folder: String) -> [URLRewrite] {
    var beginnings = [address]
    // A port belongs to one protocol.
    if !authority.contains(":") { beginnings += ["git@\(authority):\(path)", "ssh://git@\(authority)/\(path)"] }
    // The spelling with capitals in the host, a user, or a port for ssh.
    let written = Self.bare(text[...])
    if !beginnings.contains(written) { beginnings.append(written) }
    return beginnings.flatMap { [URLRewrite(from: $0, to: folder), URLRewrite(from: $0 + ".git", to: folder)] }
  }

  private static func authority(_ text: Substring, scheme: String) -> String? {
    let place = text.lastIndex(of: "@").map { text[text.index(after: $0)...] } ?? text
    let parts = place.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let host = parts.first.flatMap({ Self.host($0) }) else { return nil }
    guard parts.count == 2 else { return ["https", "ssh"].contains(scheme) ? host : nil }
    guard parts[1].isASCIIDigits, let port = UInt16(parts[1]), port > 0 else {
      return nil
    }
    switch scheme {
    case "https": return port == 443 ? host : "\(host):\(port)"
    case "ssh": return host
    default: return nil
    }
  }

  /// `git@HOST:PATH`
  private static func shell(_ text: String) -> (authority: String, path: Substring)? {
    let place = text.prefix { $0 != ":" }
    guard place.count < text.count, let at = place.lastIndex(of: "@"),
      let host = host(place[place.index(after: at)...])
    else { return nil }
    return (host, text[place.endIndex...].dropFirst())
  }

  private static func host(_ text: Substring) -> String? {
    let isName = text.isASCIIName(punctuation: "-._")
    guard isName, !text.isEmpty, !text.hasPrefix("-"), !text.hasPrefix(".") else { return nil }
    return text.lowercased()
  }

  private static func path(_ text: Substring) -> String? {
    let path = bare(text.drop { $0 == "/" })
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.isEmpty, !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }),
      !path.contains("?"), !path.contains("#")
    else { return nil }
    return path
  }

  private static func bare(_ text: Substring) -> String {
    var text = text
    while text.hasSuffix("/") { text = text.dropLast() }
    return String(text.hasSuffix(".git") ? text.dropLast(".git".count) : text)
  }
}
