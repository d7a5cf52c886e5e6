// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import CommandSupport
package import Forges
import ReviewHost
package import ReviewServer

extension AppContext: ForgeRepositories {
  package func repositories(of owner: RepositoryOwner, on forge: DaemonForge) async throws -> RepositoryList {
    try await forges.repositories(of: owner, listing(forge))
  }

  package func appRepositories(on forge: DaemonForge) async throws -> RepositoryList? {
    guard forge.hasPatterns else { return nil }
    return try await forges.appRepositories(listing(forge)) { forge.canMatch(account: $0) }
  }

  /// The settings for requests that are not about one repository.
  private func listing(_ forge: DaemonForge) throws -> ForgeSettings {
    let target = ReviewTarget(forge: forge.kind, name: "", cloneURL: nil, apiURL: forge.apiURL, number: 0)
    return settings(target, base: nil, serverURL: forge.webURL, try forge.credential())
  }
}
