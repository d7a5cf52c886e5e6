// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import Findings
import Foundation
import ReviewContract
import SystemPackage

/// The address that a repository is fetched from: `https`, `http`, `ssh`, `file` or a folder. Addresses that would
/// start a program are refused.
struct CloneAddress: Hashable {
  /// The scheme, host and port for which a credential is valid.
  struct Origin: Hashable {
    let scheme: String
    let host: String
    let port: Int
  }

  /// The URL or path that is passed to libgit2.
  let url: String
  /// `nil` for a repository on this host.
  let origin: Origin?
  /// The user name; over SSH only.
  var sshUser: String?

  init(_ text: String) throws(WorkspaceError) {
    guard !text.isEmpty, !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }) else {
      throw Self.refused("the clone URL is empty or contains control characters")
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
    case "ssh":
      self = try Self.ssh(text)
    case _ where scheme.hasPrefix(Repository.offlinePrefix):
      throw WorkspaceError(
        .failed,
        "\(text.dropFirst(Repository.offlinePrefix.count).prefix(200)) is not on this machine, and --forge-folder uses no network",
        remedy: "name a clone with --repo PATH, or write its path into the response")
    default:
      throw Self.refused("cannot fetch over \(scheme.prefix(40))")
    }
  }

  /// Returns whether `url`, as a server reports it, has the same scheme, host and port.
  func sharesOrigin(with url: String) -> Bool {
    guard let origin, let scheme = Self.scheme(of: url) else { return false }
    guard let other = try? Self.origin(of: url, scheme: scheme) else {
      return false  // What cannot be read is not ours; why does not matter.
    }
    return origin == other
  }

  /// Checks that access for an SSH address is configured and supported.
  func checkAccess(_ ssh: SSHAccess?) throws(WorkspaceError) {
    guard sshUser != nil else { return }
    guard SSHAccess.isSupported else {
      throw WorkspaceError(
        .failed, "cannot fetch over ssh: this libgit2 was built without it", remedy: "use an https URL")
    }
    guard ssh != nil else {
      throw WorkspaceError(
        .failed, "cannot fetch over ssh: neither a key nor an ssh-agent is configured",
        remedy: "start ssh-agent and add a key, set REVIEWBOT_SSH_KEY to a key file, or use an https URL")
    }
  }

  /// Checks that a local repository is complete and may be read under the caller's git configuration.
  func checkFolder(environment: [String: String]) throws(WorkspaceError) {
    guard origin == nil else { return }
    let path = url.hasPrefix("file://") ? URL(string: url)?.path ?? url : url
    let repository = try Self.repository(at: FilePath(path), environment: environment)
    if repository.isShallow {
      throw WorkspaceError(
        .damaged, "cannot fetch from \"\(path)\": the clone is shallow",
        remedy: "fetch its history with: git fetch --unshallow")
    }
    if repository.isPartial {
      throw WorkspaceError(
        .damaged, "cannot fetch from \"\(path)\": the clone is partial", remedy: "clone it without --filter")
    }
  }

  /// Opens a local repository that a pull request is fetched from.
  static func repository(
    at path: FilePath, environment: [String: String]
  ) throws(WorkspaceError) -> GitRepository {
    do {
      return try GitRepository(at: path, environment: environment, appliesSettings: true)
    } catch let error where error.code != .accessDenied && error.remedy == nil {
      throw WorkspaceError(
        .notARepository, "there is no git repository at \"\(path)\"", remedy: "check the path",
        underlying: error.underlying)
    }
  }

  private init(url: String, origin: Origin?, sshUser: String? = nil) {
    self.url = url
    self.origin = origin
    self.sshUser = sshUser
  }

  private static func ssh(_ text: String) throws(WorkspaceError) -> CloneAddress {
    guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty, parts.path.count > 1 else {
      throw refused("the clone URL does not contain a host and a repository")
    }
    guard parts.password == nil else { throw holdsCredential() }
    let user = parts.user ?? "git"
    // The path becomes part of a command that the server's shell runs, the name part of the URL.
    guard !parts.path.contains(where: { "'\\!\"`$".contains($0) }), user.allSatisfy(Self.isNameCharacter) else {
      throw refused("the clone URL has characters that are special to a shell")
    }
    let port = parts.port ?? 22
    return CloneAddress(
      url: "ssh://\(user)@\(host):\(port)\(parts.path)",
      origin: Origin(scheme: "ssh", host: host.lowercased(), port: port), sshUser: user)
  }

  private static func isNameCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "._-".contains(character))
  }

  private static func holdsCredential() -> WorkspaceError {
    WorkspaceError(
      .failed, "the clone URL contains a user name or a password", remedy: "remove it, and give the token separately")
  }

  private static let ports = ["https": 443, "http": 80, "ssh": 22]

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
      throw refused("the clone URL does not contain a host")
    }
    guard parts.user == nil || scheme == "ssh", parts.password == nil else { throw holdsCredential() }
    return Origin(scheme: scheme, host: host.lowercased(), port: parts.port ?? ports[scheme] ?? 0)
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

/// The name of a repository's folder among the mirrors: readable, and unique for every repository.
enum MirrorName {
  private static let longestReadablePart = 60
  private static let digits = 16

  /// Returns whether a folder's name is that of a mirror. Other files in the folder are not managed.
  static func isOne(_ name: String) -> Bool {
    let suffix = name.utf8.suffix(digits + 1)
    return suffix.count == digits + 1 && suffix.first == UInt8(ascii: "-")
      && suffix.dropFirst().allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  static func name(for repository: Repository, at address: CloneAddress) throws(WorkspaceError) -> String {
    // Different spellings of one repository share its mirror.
    let isSpelledFreely = repository.forge != .local
    let name = isSpelledFreely ? repository.name.lowercased() : repository.name
    let readable = name.prefix(longestReadablePart).map { character in
      character.isASCII && (character.isLetter || character.isNumber || character == "_") ? character : "-"
    }
    var id = git_oid()
    let text = Array((isSpelledFreely ? address.url.lowercased() : address.url).utf8)
    try check(git_odb_hash(&id, text, text.count, GIT_OBJECT_BLOB), "name the mirror")
    return "\(String(readable))-\(CommitID(id).hex.prefix(digits))"
  }
}
