// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// `GET /repos/{owner}/{repo}/installation`: where an app is installed that may see the repository
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
  /// What the owner lets the app do.
  let permissions: AppSettings.Permissions

  private static let levels = ["read", "write", "admin"]

  /// As much of what is wanted as the app may do. To ask for more would be refused as a whole.
  func granting(_ wanted: AppSettings.Permissions) -> AppSettings.Permissions {
    wanted.reduce(into: [:]) { result, permission in
      guard let granted = permissions[permission.key].flatMap(Self.levels.firstIndex),
        let level = Self.levels.firstIndex(of: permission.value)
      else { return }
      result[permission.key] = Self.levels[min(level, granted)]
    }
  }
}
