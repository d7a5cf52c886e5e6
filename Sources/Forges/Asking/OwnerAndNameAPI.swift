// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ReviewContract

/// The API of a forge that keeps a repository at `/repos/OWNER/NAME`.
protocol OwnerAndNameAPI: ForgeAPI {
  /// A request to a place below the API's root.
  func request(_ method: HTTPRequest.Method, segments: [String], query: KeyValuePairs<String, String>) -> HTTPRequest
}

extension OwnerAndNameAPI {
  /// The repository that the settings name.
  static func repository(_ settings: ForgeSettings) throws(ForgeError) -> RepositoryName {
    guard let repository = RepositoryName(settings.repository) else {
      throw ForgeError(
        .failed, "\(settings.repository.prefix(200)) is no name of a repository", remedy: "write it as OWNER/NAME")
    }
    return repository
  }

  /// A request to a place below the repository.
  func request(
    _ method: HTTPRequest.Method = .get, _ segments: String..., query: KeyValuePairs<String, String> = [:]
  ) -> HTTPRequest {
    request(method, segments: ["repos", repository.owner, repository.name] + segments, query: query)
  }
}
