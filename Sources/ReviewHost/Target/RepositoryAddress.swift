// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import ReviewContract

/// The address of a repository.
package enum RepositoryAddress: Hashable, Sendable {
  /// `OWNER/NAME` on a forge.
  case name(String)
  /// An `http`, `https` or `ssh` URL: the origin of its web pages, its host with port, and its path without `.git`.
  case web(url: String, origin: String, host: String, path: String)
  /// An absolute path.
  case folder(String)

  /// Parses the value of `--repo` or the URL of the remote `origin`. The web pages of an SSH address are assumed to use
  /// HTTPS.
  ///
  /// - Parameters:
  ///   - folder: the folder that relative paths are resolved against.
  ///   - forge: determines the syntax of names; GitLab's can have more than two components.
  /// - Throws: ``UsageError`` for a URL that is malformed, contains a credential or has an unsupported scheme.
  package init(_ text: String, relativeTo folder: String, on forge: ForgeKind? = nil) throws(UsageError) {
    guard !text.isEmpty else {
      throw UsageError(
        "--repo is empty", remedy: "give OWNER/NAME, a URL or a path; check that the variable in it is set")
    }
    if text.hasPrefix("file://"), let path = URL(string: text)?.path, !path.isEmpty {
      self = .folder(path)
    } else if let scheme = text.range(of: "://") {
      self = try Self.web(text, scheme: String(text[..<scheme.lowerBound]))
    } else if let match = text.wholeMatch(of: /([^@\/:]+)@([^\/:]+):(?!\/\/)\/?(.+)/) {
      self = try Self.web("ssh://\(match.1)@\(match.2)/\(match.3)", scheme: "ssh")
    } else if Self.isName(text, on: forge), !Self.isFolder(text, in: folder) {
      self = .name(text)
    } else {
      let path = NSString(string: text).expandingTildeInPath
      self = .folder(path.hasPrefix("/") ? path : "\(folder)/\(path)")
    }
  }

  /// Whether two addresses lead to the same repository. A name without a server is compared with the path alone.
  func isSame(as other: RepositoryAddress) -> Bool {
    switch (self, other) {
    case (.web(_, let origin, _, let path), .web(_, let other, _, let otherPath)):
      origin == other && path.lowercased() == otherPath.lowercased()
    case (.web(_, _, _, let path), .name(let name)): path.lowercased() == name.lowercased()
    default: false
    }
  }

  private static func ssh(_ url: URLComponents, _ host: String) -> String {
    "ssh://\(url.user ?? "git")@\(host)\(url.port.map { ":\($0)" } ?? "")\(url.path)"
  }

  private static func isName(_ text: String, on forge: ForgeKind?) -> Bool {
    (forge?.description ?? .github).isRepositoryName(text)
  }

  private static func isFolder(_ text: String, in folder: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: "\(folder)/\(text)", isDirectory: &isDirectory)
      && isDirectory.boolValue
  }

  private static func web(_ text: String, scheme: String) throws(UsageError) -> RepositoryAddress {
    guard let url = URLComponents(string: text), let named = url.host, !named.isEmpty else {
      throw UsageError("invalid repository URL \"\(text)\"", remedy: "write https://HOST/OWNER/NAME")
    }
    guard url.user == nil || scheme == "ssh", url.password == nil else {
      throw UsageError(
        "the URL of the repository contains a credential", remedy: "remove it and use --token-file or REVIEWBOT_TOKEN")
    }
    guard ["http", "https", "ssh", "git+ssh"].contains(scheme) else {
      throw UsageError("unsupported URL scheme \"\(scheme)\"", remedy: "use https, a path, or OWNER/NAME")
    }
    let isWeb = scheme == "http" || scheme == "https"
    let host = ForgeServers.name(of: named)
    let usualPort = scheme == "http" ? 80 : 443
    let port = isWeb ? url.port.flatMap { $0 == usualPort ? nil : ":\($0)" } ?? "" : ""
    let origin = "\(isWeb ? scheme : "https")://\(host)\(port)"
    var path = url.path.split(separator: "/").joined(separator: "/")
    if path.hasSuffix(".git") { path.removeLast(4) }
    guard !path.isEmpty else {
      throw UsageError("no repository in the URL \"\(text)\"", remedy: "write https://HOST/OWNER/NAME")
    }
    return .web(
      url: isWeb ? "\(origin)/\(path)" : Self.ssh(url, named), origin: origin, host: "\(host)\(port)", path: path)
  }
}
