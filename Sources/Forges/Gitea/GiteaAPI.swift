// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// One repository in the API of Gitea or Forgejo.
struct GiteaAPI: OwnerAndNameAPI {
  static let forge = "Gitea"

  let base: HTTPAddress
  let repository: RepositoryName
  let userAgent: String

  /// Creates the API that the settings describe.
  init(_ settings: ForgeSettings) throws(ForgeError) {
    let repository = try Self.repository(settings)
    guard let url = settings.apiURL else {
      throw ForgeError(
        .failed, "cannot determine the address of the Gitea server of \(repository)",
        remedy: "give the full URL of the repository")
    }
    guard let base = HTTPAddress(url) else {
      throw ForgeError(
        .failed, "\(url.prefix(200)) is not the address of an API", remedy: "write it as https://HOST/api/v1")
    }
    self.init(base: base, repository: repository, userAgent: settings.userAgent)
  }

  init(base: HTTPAddress, repository: RepositoryName, userAgent: String) {
    self.base = base
    self.repository = repository
    self.userAgent = userAgent
  }

  /// The header field that carries a token.
  static func field(_ token: Secret) -> HTTPField {
    .secret(.authorization, "token \(token.reveal())")
  }

  /// Returns a request to a path below the API's root.
  func request(
    _ method: HTTPRequest.Method, segments: [String], query: KeyValuePairs<String, String> = [:]
  ) -> HTTPRequest {
    var fields: HTTPFields = [.accept: "application/json", .userAgent: userAgent]
    if method == .post || method == .patch { fields[.contentType] = "application/json" }
    let address = base.appending(segments: segments, query: query.map { ($0.key, $0.value) })
    return HTTPRequest(method, at: address, headerFields: fields)
  }
}

/// The limits of Gitea and Forgejo, each with its source.
enum GiteaLimits {
  /// `MAX_RESPONSE_ITEMS` of the section `api` in Gitea's configuration: the default number of items of a page.
  static let pageSize = 50
  /// Our limit: neither documents one. Comments are written for every forge within GitHub's limit.
  static let commentCharacters = 65_536
  /// Our limit: neither documents one, and the page shows one line.
  static let statusDescriptionCharacters = 140
}
