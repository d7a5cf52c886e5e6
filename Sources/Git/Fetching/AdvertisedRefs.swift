// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import Findings
package import ReviewContract
package import SystemPackage

/// The refs that a server advertises, by their full names.
struct AdvertisedRefs {
  let ids: [String: CommitID]
  /// The branch that the server's HEAD points to; `nil` if it is unknown.
  let defaultBranch: String?

  /// Returns the full name of a head, which is usually a full name already.
  func head(_ name: String) -> String? {
    let candidates = name.hasPrefix("refs/") ? [name] : ["refs/heads/\(name)", "refs/\(name)"]
    return candidates.first { ids[$0] != nil }
  }

  /// Returns the full name of a base: a branch, a full name, or a remote-tracking branch of a clone.
  func base(_ name: String?) -> String? {
    guard let name else { return defaultBranch.flatMap { ids[$0] == nil ? nil : $0 } }
    return Self.candidates(forBase: name).first { ids[$0] != nil }
  }

  /// Returns the full names that a base can have.
  static func candidates(forBase name: String) -> [String] {
    let remotes = "refs/remotes/"
    if name.hasPrefix(remotes) {
      let branch = name.dropFirst(remotes.count).drop { $0 != "/" }.dropFirst()
      return [name, "refs/heads/\(branch)"]
    }
    if name.hasPrefix("refs/") { return [name] }
    let branch = name.drop { $0 != "/" }.dropFirst()
    let remote = branch.isEmpty ? [] : [remotes + name, "refs/heads/\(branch)"]
    return ["refs/heads/\(name)"] + remote
  }
}

/// The credential for a git server: HTTP basic authentication. Never part of a URL.
package struct GitCredential: Hashable, Sendable {
  let user: String
  let secret: Secret
  /// The credential's name in error messages.
  let name: String

  /// Creates a credential from a forge's token, with the user name that the forge expects with it.
  package init(token: Secret, for forge: ForgeKind) {
    user = forge.description?.fetchUser ?? ForgeDescription.github.fetchUser
    secret = token
    name = "the token"
  }

  /// Reads `USER:PASSWORD`, for a server without tokens. Fails without a user or a password.
  package init?(userAndPassword text: Secret) {
    let parts = text.reveal().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    user = String(parts[0])
    secret = Secret(String(parts[1]))
    name = "the user name and password"
  }
}

extension GitCredential: Codable {
  /// Reads the credential from the pipe of a process that fetches.
  package init(from decoder: any Decoder) throws {
    var texts = try decoder.unkeyedContainer()
    user = try texts.decode(String.self)
    secret = Secret(try texts.decode(String.self))
    name = try texts.decode(String.self)
  }

  /// Writes the secret in plain text, for the pipe to a process that fetches.
  package func encode(to encoder: any Encoder) throws {
    var texts = encoder.unkeyedContainer()
    try texts.encode(contentsOf: [user, secret.reveal(), name])
  }
}

/// The authentication method for an SSH server.
package enum SSHAccess: Hashable, Codable, Sendable {
  /// A private key without a passphrase, in a file.
  case key(FilePath)
  /// The keys of the agent that `SSH_AUTH_SOCK` names.
  case agent

  /// Whether libgit2 was built with SSH.
  static var isSupported: Bool { UInt32(git_libgit2_features()) & GIT_FEATURE_SSH.rawValue != 0 }

  func credential(
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<git_credential>?>?, user: String
  ) -> Int32 {
    switch self {
    case .key(let file): git_credential_ssh_key_new(out, user, nil, file.string, nil)
    case .agent: git_credential_ssh_key_from_agent(out, user)
    }
  }
}
