// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Forges
package import ReviewContract
package import ReviewHost

/// A forge that the daemon serves.
package struct DaemonForge: Sendable {
  /// The name of the forge in the operator's configuration.
  package let name: String
  package let kind: ForgeKind
  /// The server of its pages, without a slash at the end, such as `https://github.com`.
  package let webURL: String
  package let apiURL: String
  /// Reads the credential from its file at each call, so that it can be changed without a restart.
  package let credential: @Sendable () throws -> Credential
  package let policy: RepositoryPolicy
  package let serves: @Sendable (_ repository: String) -> Bool
  /// The repositories that are named in full.
  package let named: [String]
  /// How fast writes may be sent; `nil` for the rate that is usual for the server.
  package let writeRate: WriteRate?

  package init(
    name: String, kind: ForgeKind, webURL: String, apiURL: String,
    credential: @escaping @Sendable () throws -> Credential, policy: RepositoryPolicy,
    serves: @escaping @Sendable (_ repository: String) -> Bool, named: [String], writeRate: WriteRate? = nil
  ) {
    self.name = name
    self.kind = kind
    self.webURL = webURL
    self.apiURL = apiURL
    self.credential = credential
    self.policy = policy
    self.serves = serves
    self.named = named
    self.writeRate = writeRate
  }

  /// Returns a repository of which only the name is known.
  package func repository(_ name: String) -> Repository {
    Repository(forge: kind, name: name, cloneURL: "\(webURL)/\(name).git")
  }
}
