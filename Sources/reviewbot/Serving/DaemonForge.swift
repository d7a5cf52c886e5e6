// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import ReviewServer

/// A forge that the daemon serves.
struct DaemonForge: Sendable {
  /// What the operator calls it.
  let name: String
  let kind: ForgeKind
  /// The server of its pages, without a slash at the end, such as `https://github.com`.
  let webURL: String
  let apiURL: String
  /// Reads it from its file each time, so that it can be changed without a restart.
  let credential: @Sendable () throws -> Credential
  let policy: RepositoryPolicy
  let serves: @Sendable (_ repository: String) -> Bool
  /// The repositories that are named in full.
  let named: [String]

  /// A repository of which only the name is known.
  func repository(_ name: String) -> Repository {
    Repository(forge: kind, name: name, cloneURL: "\(webURL)/\(name).git")
  }
}
