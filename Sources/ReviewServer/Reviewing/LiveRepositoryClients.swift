// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import JobQueue
package import ReviewContract
package import ReviewHost

/// The repositories of the operator's forges.
package struct LiveRepositoryClients: RepositoryClients {
  /// The forges of the configuration, which the operator can reload.
  package let served: @Sendable () -> [DaemonForge]
  package let catalogue: RuleCatalogue
  package let inspector: any CheckoutInspector
  package let lister: any ForgeRepositories
  /// Connects to a repository of a forge with the credential.
  package let connect: @Sendable (ReviewTarget, DaemonForge, Credential) throws -> LiveForge

  package init(
    served: @escaping @Sendable () -> [DaemonForge], catalogue: RuleCatalogue, inspector: any CheckoutInspector,
    lister: any ForgeRepositories,
    connect: @escaping @Sendable (ReviewTarget, DaemonForge, Credential) throws -> LiveForge
  ) {
    self.served = served
    self.catalogue = catalogue
    self.inspector = inspector
    self.lister = lister
    self.connect = connect
  }

  package var named: [RepositoryReference] {
    served().flatMap { forge in forge.named.map { RepositoryReference(forge: forge.name, name: $0) } }
  }

  package var forges: [String] { served().map(\.name) }

  package func discover(
    _ forge: String, last: DiscoveredRepositories?
  ) async throws -> DiscoveredRepositories? {
    guard let forge = served().first(where: { $0.name == forge }) else { return nil }
    return try await lister.discover(forge, last: last)
  }

  package func client(for repository: RepositoryReference) throws -> (any RepositoryClient)? {
    try liveClient(for: repository)
  }

  package func liveClient(for repository: RepositoryReference) throws -> LiveRepositoryClient? {
    guard let forge = served().first(where: { $0.name == repository.forge }), forge.serves(repository.name) else {
      return nil
    }
    let target = ReviewTarget(
      forge: forge.kind, name: repository.name, cloneURL: nil, apiURL: forge.apiURL, number: 0)
    let credential = try forge.credential()
    let live = try connect(target, forge, credential)
    guard let inspector = live.inspector else { return nil }
    return LiveRepositoryClient(forge: forge, live: live, inspector: inspector, secret: credential.secret)
  }
}
