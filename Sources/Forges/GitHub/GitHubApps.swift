// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract

/// `POST /app/installations/{installation_id}/access_tokens`: a token with only the needed permissions, for one
/// repository or for all of the installation
struct CreateInstallationTokenCall: ForgeResource {
  typealias Model = GitHubInstallationToken

  private struct Wishes: Encodable {
    /// `nil` for all.
    let repositories: [String]?
    let permissions: AppSettings.Permissions
  }

  let api: GitHubAPI
  let appToken: Secret
  let installation: Int
  let permissions: AppSettings.Permissions
  var isForAllRepositories = false

  var request: HTTPRequest {
    var request = api.request(.post, segments: ["app", "installations", "\(installation)", "access_tokens"])
    request.headerFields.append(GitHubAPI.field(appToken))
    return request
  }

  var body: RequestBody {
    get throws {
      let repositories = isForAllRepositories ? nil : [api.repository.name]
      return try .json(Wishes(repositories: repositories, permissions: permissions))
    }
  }

  var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }
}

/// A new token. It is kept as a ``Secret`` after this.
struct GitHubInstallationToken: Decodable, Sendable {
  let token: String
  let expiresAt: Date
}

/// `GET /repos/{owner}/{repo}/installation`: the installation of an app that can access the repository
struct InstallationCall: ForgeResource {
  typealias Model = GitHubInstallation

  let api: GitHubAPI
  let appToken: Secret

  var request: HTTPRequest {
    var request = api.request(.get, "installation")
    request.headerFields.append(GitHubAPI.field(appToken))
    return request
  }
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
