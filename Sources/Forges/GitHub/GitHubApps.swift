// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract

extension GitHubAPI {
  private struct NewToken: Encodable {
    /// `nil` for all.
    let repositories: [String]?
    let permissions: AppSettings.Permissions
  }

  /// `POST /app/installations/{installation_id}/access_tokens`: a token with only the needed permissions, for one
  /// repository or for all of the installation
  func newInstallationToken(
    _ installation: Int, _ permissions: AppSettings.Permissions, isForAllRepositories: Bool = false, as app: Secret
  ) -> ForgeCall<GitHubInstallationToken> {
    let request = request(.post, segments: ["app", "installations", "\(installation)", "access_tokens"])
    let repositories = isForAllRepositories ? nil : [repository.name]
    return ForgeCall(request, body: NewToken(repositories: repositories, permissions: permissions))
      .adding(Self.field(app))
  }

  /// `GET /repos/{owner}/{repo}/installation`: the installation of an app that can access the repository
  func installation(as app: Secret) -> ForgeCall<GitHubInstallation> {
    call(.get, "installation").adding(Self.field(app))
  }

  /// `GET /app/installations`
  func installations(as app: Secret) -> ForgeCall<[ListedInstallation]> {
    list(segments: ["app", "installations"]).adding(Self.field(app))
  }

  private struct Repositories: Decodable, Sendable {
    let repositories: LossyList<OwnerAndNameEntry>
  }

  /// `GET /installation/repositories`
  func installationRepositories() -> ForgeCall<[ListedRepository]> {
    page(segments: ["installation", "repositories"])
      .map { (page: Repositories) in page.repositories.map(\.listed) }
  }
}

/// A new token. It is kept as a ``Secret`` after this.
struct GitHubInstallationToken: Decodable, Sendable {
  let token: String
  let expiresAt: Date
}

struct GitHubInstallation: Decodable, Hashable, Sendable {
  let id: Int
  let appSlug: String
  /// The permissions that the owner has granted the app.
  let permissions: AppSettings.Permissions

  private static let levels = ["read", "write", "admin"]

  /// Returns the wanted permissions, reduced to those of the app. A request for more would be rejected as a whole.
  func granting(_ wanted: AppSettings.Permissions) -> AppSettings.Permissions {
    wanted.reduce(into: [:]) { result, permission in
      guard let granted = permissions[permission.key].flatMap(Self.levels.firstIndex),
        let level = Self.levels.firstIndex(of: permission.value)
      else { return }
      result[permission.key] = Self.levels[min(level, granted)]
    }
  }
}

/// An account that an app is installed in.
package struct InstalledAccount: Hashable, Sendable {
  package let account: String
  /// Whether the app can access all repositories of the account.
  package let hasAllRepositories: Bool
  package let isSuspended: Bool
  /// `nil` if GitHub's response is incomplete.
  var installation: GitHubInstallation?
}

struct ListedInstallation: Decodable, Hashable, Sendable {
  struct Account: Decodable, Hashable, Sendable {
    let login: String
  }

  let account: Account
  let repositorySelection: String
  let suspendedAt: String?
  let id: Int?
  let appSlug: String?
  let permissions: AppSettings.Permissions?

  var installed: InstalledAccount {
    InstalledAccount(
      account: account.login, hasAllRepositories: repositorySelection == "all", isSuspended: suspendedAt != nil,
      installation: installation)
  }

  private var installation: GitHubInstallation? {
    guard let id, let appSlug, let permissions else { return nil }
    return GitHubInstallation(id: id, appSlug: appSlug, permissions: permissions)
  }
}
