// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

/// One repository in GitHub's API: makes requests as GitHub wants them.
struct GitHubAPI: Hashable, Sendable {
  let base: HTTPAddress
  let repository: RepositoryName
  let userAgent: String

  /// A request to a place below the repository.
  func request(
    _ method: HTTPRequest.Method = .get, _ segments: String..., query: KeyValuePairs<String, String> = [:]
  ) -> HTTPRequest {
    request(method, segments: ["repos", repository.owner, repository.name] + segments, query: query)
  }

  /// A request to a place below the API's root.
  func request(
    _ method: HTTPRequest.Method, segments: [String], query: KeyValuePairs<String, String> = [:]
  ) -> HTTPRequest {
    var fields: HTTPFields = [.accept: "application/vnd.github+json", .userAgent: userAgent]
    if let version = HTTPField.Name("X-GitHub-Api-Version") { fields[version] = "2022-11-28" }
    if method == .post || method == .patch || method == .put { fields[.contentType] = "application/json" }
    let address = base.appending(segments: segments, query: query.map { ($0.key, $0.value) })
    return HTTPRequest(method, at: address, headerFields: fields)
  }
}
