// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import ReviewContract
package import SystemPackage

/// How to show an SSH server who asks.
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
