// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// The servers whose forge is known by their address.
enum ForgeServers {
  /// The forges of well-known public servers, by host.
  private static let forges: [String: ForgeKind] = [
    "github.com": .github, "gitlab.com": .gitlab, "gitea.com": .gitea, "codeberg.org": .gitea,
  ]

  /// Other names of these servers: for browsers, and for SSH over the port of HTTPS.
  private static let aliases = [
    "www.github.com": "github.com", "ssh.github.com": "github.com", "www.gitlab.com": "gitlab.com",
    "altssh.gitlab.com": "gitlab.com", "www.gitea.com": "gitea.com", "www.codeberg.org": "codeberg.org",
  ]

  /// Public servers with software other than the supported forges.
  private static let unsupported: Set<String> = [
    "bitbucket.org", "www.bitbucket.org", "altssh.bitbucket.org", "dev.azure.com", "ssh.dev.azure.com",
    "vs-ssh.visualstudio.com", "git.sr.ht", "sr.ht", "gitee.com", "sourceforge.net", "git.code.sf.net",
    "git.launchpad.net", "code.launchpad.net", "git.savannah.gnu.org",
  ]

  /// The main name of a host.
  static func name(of host: String) -> String { aliases[host.lowercased()] ?? host.lowercased() }

  /// Returns the forge at an origin, such as `https://github.com`; `nil` if it is not known.
  static func forge(at origin: String) -> ForgeKind? {
    origin.hasPrefix("https://") ? forges[String(origin.dropFirst("https://".count))] : nil
  }

  /// - Throws: ``UsageError`` for a server with other software.
  static func checkSoftware(_ origin: String) throws(UsageError) {
    let host = host(of: origin)
    guard unsupported.contains(host) || host.hasSuffix(".visualstudio.com") else { return }
    throw UsageError(
      "\(host) is not supported: it is neither GitHub, GitLab, Gitea nor Forgejo",
      remedy: "review a clone of it as a plain repository, with --repo PATH or --forge local, which posts nothing")
  }

  /// - Throws: ``UsageError`` for a well-known server without encryption.
  static func checkEncryption(_ origin: String) throws(UsageError) {
    let host = host(of: origin)
    guard origin.hasPrefix("http://"), forges[host] != nil || unsupported.contains(host) else { return }
    throw UsageError("\"\(origin)\" is not encrypted", remedy: "write https://\(host)")
  }

  private static func host(of origin: String) -> String { String(origin.drop { $0 != "/" }.dropFirst(2)) }

  /// The error for a server whose forge is neither known nor named. A review as a plain repository would post nothing,
  /// and ignore labels, drafts and approvals.
  static func unknown(_ origin: String) -> UsageError {
    let kinds = ForgeKind.allCases.filter { $0 != .local }.map(\.rawValue).joined(separator: ", ")
    return UsageError(
      "the forge at \"\(origin)\" is not known",
      remedy: "name it with --forge (\(kinds)), or review a plain repository with --forge local, which posts nothing")
  }
}
