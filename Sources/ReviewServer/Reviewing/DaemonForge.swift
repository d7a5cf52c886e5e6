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
  /// The patterns for the other repositories; `nil` without any.
  package let patterns: Patterns?

  /// The patterns of a forge, as far as discovery needs them.
  package struct Patterns: Sendable {
    /// The owners that the patterns name.
    package let owners: [RepositoryOwner]
    /// The patterns that name no owner, such as `*/*`: only an app's installations say who these are.
    package let withoutOwner: [String]
    package let canMatchAccount: @Sendable (_ account: String) -> Bool
    package let includesArchived: Bool
    package let includesForks: Bool
    /// The maximum number of repositories.
    package let limit: Int

    package init(
      owners: [RepositoryOwner], withoutOwner: [String] = [],
      canMatchAccount: @escaping @Sendable (_ account: String) -> Bool = { _ in true }, includesArchived: Bool = false,
      includesForks: Bool = false, limit: Int = 1_000
    ) {
      self.owners = owners
      self.withoutOwner = withoutOwner
      self.canMatchAccount = canMatchAccount
      self.includesArchived = includesArchived
      self.includesForks = includesForks
      self.limit = limit
    }
  }

  package init(
    name: String, kind: ForgeKind, webURL: String, apiURL: String,
    credential: @escaping @Sendable () throws -> Credential, policy: RepositoryPolicy,
    serves: @escaping @Sendable (_ repository: String) -> Bool, named: [String], patterns: Patterns? = nil,
    writeRate: WriteRate? = nil
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
    self.patterns = patterns
  }

  /// Returns a repository of which only the name is known.
  package func repository(_ name: String) -> Repository {
    Repository(forge: kind, name: name, cloneURL: "\(webURL)/\(name).git")
  }
}
