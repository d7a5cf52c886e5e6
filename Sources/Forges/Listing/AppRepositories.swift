// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import HTTPTypes
import ResourceLoading
import ReviewContract

/// Lists the repositories of an app's installations: one request for all installations, and for each of them one for a
/// token and one for each page.
struct AppRepositories: Sendable {
  let app: AppSettings
  let client: ForgeClient<GitHubAPI>
  let network: any HTTPTransport
  let conditions: ForgeConditions

  /// - Parameter isWanted: whether the repositories of an account are listed.
  func list(of isWanted: (String) -> Bool) async throws(ForgeError) -> RepositoryList {
    guard let tokens = client.tokens else { return RepositoryList([], isComplete: false) }
    var all = RepositoryList([])
    for installed in try await tokens.installations() where !installed.isSuspended && isWanted(installed.account) {
      let list = try await list(installed, try await tokens.listingToken(of: installed))
      all.repositories += list.repositories
      all.isComplete = all.isComplete && list.isComplete
    }
    if all.repositories.isEmpty { all.isComplete = false }
    return all
  }

  private func list(_ installed: InstalledAccount, _ token: Secret) async throws(ForgeError) -> RepositoryList {
    guard let anyRepository = RepositoryName("\(installed.account)/-") else {
      throw ForgeError(.unacceptable, "GitHub names an account \(installed.account.prefix(100))")
    }
    let origin = client.api.base.origin
    let transport = conditions.sending(
      AuthorizingTransport(network, field: GitHubAPI.field(token), for: origin), as: .app(app, anyRepository),
      to: origin)
    let repository = ForgeRepository(
      api: client.api, service: NetworkService(transport, skipping: conditions.skipping))
    var list = try await RepositoryList(
      repository.relation(
        client.api.installationRepositories(),
        "cannot list the repositories of the app's installation in \(installed.account)"))
    conditions.installations.note(installed, of: list.repositories, app, at: origin)
    // The permissions in this list are not those of the app.
    list.repositories = list.repositories.map {
      ListedRepository($0.name, isArchived: $0.isArchived, isFork: $0.isFork)
    }
    return list
  }
}

/// The installations of the repositories that were listed, so that they are not looked up one by one.
final class KnownInstallations: Sendable {
  private struct Key: Hashable {
    let app: AppSettings
    let origin: Origin
    let repository: String
  }

  private let known = Locked<[Key: GitHubInstallation]>([:])

  func note(_ installed: InstalledAccount, of repositories: [ListedRepository], _ app: AppSettings, at origin: Origin) {
    guard let installation = installed.installation else { return }
    known.withLock { known in
      for repository in repositories {
        known[Key(app: app, origin: origin, repository: repository.name.lowercased())] = installation
      }
    }
  }

  func installation(of repository: RepositoryName, _ app: AppSettings, at origin: Origin) -> GitHubInstallation? {
    known.withLock { $0[Key(app: app, origin: origin, repository: "\(repository)".lowercased())] }
  }
}
