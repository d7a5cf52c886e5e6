// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// One repository in GitHub's API, or a GitHub Enterprise server's.
struct GitHubAPI: OwnerAndNameAPI {
  static let forge = "GitHub"

  let base: HTTPAddress
  let repository: RepositoryName
  let userAgent: String

  /// The API that the settings mean.
  init(_ settings: ForgeSettings) throws(ForgeError) {
    let repository = try Self.repository(settings)
    let url = settings.apiURL ?? settings.cloneURL.flatMap(GitHubAddress.apiURL) ?? GitHubAddress.publicAPI
    guard let base = HTTPAddress(url) else {
      throw ForgeError(
        .failed, "\(url.prefix(200)) is no address of an API", remedy: "write it as https://HOST/api/v3")
    }
    self.init(base: base, repository: repository, userAgent: settings.userAgent)
  }

  init(base: HTTPAddress, repository: RepositoryName, userAgent: String) {
    self.base = base
    self.repository = repository
    self.userAgent = userAgent
  }

  /// How GitHub wants to be shown a token.
  static func field(_ token: Secret) -> HTTPField {
    .secret(.authorization, "Bearer \(token.reveal())")
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
