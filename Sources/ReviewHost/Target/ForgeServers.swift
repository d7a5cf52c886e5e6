// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// The servers whose forge is known by their address.
enum ForgeServers {
  /// Public servers with software other than the supported forges.
  private static let unsupported: Set<String> = [
    "bitbucket.org", "www.bitbucket.org", "altssh.bitbucket.org", "dev.azure.com", "ssh.dev.azure.com",
    "vs-ssh.visualstudio.com", "git.sr.ht", "sr.ht", "gitee.com", "sourceforge.net", "git.code.sf.net",
    "git.launchpad.net", "code.launchpad.net", "git.savannah.gnu.org",
  ]

  /// The main name of a host.
  static func name(of host: String) -> String {
    let host = host.lowercased()
    return ForgeDescription.all.lazy.flatMap(\.servers).first { $0.value.contains(host) }?.key ?? host
  }

  /// Returns the forge at an origin, such as `https://github.com`; `nil` if it is not known.
  static func forge(at origin: String) -> ForgeKind? {
    origin.hasPrefix("https://") ? forge(ofHost: String(origin.dropFirst("https://".count))) : nil
  }

  private static func forge(ofHost host: String) -> ForgeKind? {
    ForgeDescription.all.first { $0.servers[host] != nil }?.kind
  }

  /// - Throws: ``UsageError`` for a server with other software.
  static func checkSoftware(_ origin: String) throws(UsageError) {
    let host = host(of: origin)
    guard unsupported.contains(host) || host.hasSuffix(".visualstudio.com") else { return }
    let programs = ForgeDescription.all.flatMap(\.programs)
    throw UsageError(
      "\(host) is not supported: it is neither \(programs.dropLast().joined(separator: ", ")) nor \(programs.last ?? "")",
      remedy: "review a clone of it as a plain repository, with --repo PATH or --forge local, which posts nothing")
  }

  /// - Throws: ``UsageError`` for a well-known server without encryption.
  static func checkEncryption(_ origin: String) throws(UsageError) {
    let host = host(of: origin)
    guard origin.hasPrefix("http://"), forge(ofHost: host) != nil || unsupported.contains(host) else { return }
    throw UsageError("\"\(origin)\" is not encrypted", remedy: "write https://\(host)")
  }

  private static func host(of origin: String) -> String { String(origin.drop { $0 != "/" }.dropFirst(2)) }

  /// The error for a server whose forge is neither known nor named. A review as a plain repository would post nothing,
  /// and ignore labels, drafts and approvals.
  static func unknown(_ origin: String) -> UsageError {
    let kinds = ForgeDescription.all.map(\.kind.rawValue).joined(separator: ", ")
    return UsageError(
      "the forge at \"\(origin)\" is not known",
      remedy: "name it with --forge (\(kinds)), or review a plain repository with --forge local, which posts nothing")
  }
}
