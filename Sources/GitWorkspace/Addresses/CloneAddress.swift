// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore

/// Where a repository is fetched from: `https`, `http`, `file` or a folder. Nothing that would start a program.
struct CloneAddress: Hashable {
  /// Scheme, host and port: who may be given a credential.
  struct Origin: Hashable {
    let scheme: String
    let host: String
    let port: Int
  }

  /// As libgit2 takes it.
  let url: String
  /// `nil` for a repository of this machine.
  let origin: Origin?

  init(_ text: String) throws(WorkspaceError) {
    guard !text.isEmpty, !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }) else {
      throw Self.refused("the clone URL is empty or holds control characters")
    }
    guard let scheme = Self.scheme(of: text) else {
      self = try Self.folder(text)
      return
    }
    switch scheme {
    case "file":
      url = text
      origin = nil
    case "http", "https":
      url = text
      origin = try Self.origin(of: text, scheme: scheme)
    default:
      throw Self.refused("cannot fetch over \(scheme.prefix(40))")
    }
  }

  /// Whether `url`, as a server names it, has the same scheme, host and port.
  func sharesOrigin(with url: String) -> Bool {
    guard let origin, let scheme = Self.scheme(of: url) else { return false }
    guard let other = try? Self.origin(of: url, scheme: scheme) else {
      return false  // What cannot be read is not ours; why does not matter.
    }
    return origin == other
  }

  private init(url: String, origin: Origin?) {
    self.url = url
    self.origin = origin
  }

  private static func scheme(of text: String) -> String? {
    guard let end = text.range(of: "://") else { return nil }
    let scheme = text[..<end.lowerBound]
    let isScheme = scheme.utf8.allSatisfy { byte in
      (0x61...0x7a).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "+")
    }
    return isScheme && !scheme.isEmpty ? scheme.lowercased() : nil
  }

  private static func origin(of text: String, scheme: String) throws(WorkspaceError) -> Origin {
    guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty else {
      throw refused("the clone URL names no host")
    }
    guard parts.user == nil, parts.password == nil else {
      throw WorkspaceError(
        .failed, "the clone URL holds a user name or a password", remedy: "take it out, and give the token apart")
    }
    return Origin(scheme: scheme, host: host.lowercased(), port: parts.port ?? (scheme == "https" ? 443 : 80))
  }

  private static func folder(_ text: String) throws(WorkspaceError) -> CloneAddress {
    // `host:path` is ssh, `helper::address` starts a program.
    let beforeSlash = text.prefix { $0 != "/" }
    guard !beforeSlash.contains(":") else { throw refused("cannot fetch from \(text.prefix(200))") }
    return CloneAddress(url: URL(fileURLWithPath: text).standardizedFileURL.path, origin: nil)
  }

  private static func refused(_ message: String) -> WorkspaceError {
    WorkspaceError(.failed, message, remedy: "use an https URL, or the path of a folder")
  }
}
