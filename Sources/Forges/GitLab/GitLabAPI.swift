// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// One project in GitLab's API.
struct GitLabAPI: ForgeAPI {
  static let forge = "GitLab"

  let base: HTTPAddress
  let repository: RepositoryName
  let userAgent: String

  /// Creates the API that the settings describe.
  init(_ settings: ForgeSettings) throws(ForgeError) {
    guard let repository = RepositoryName(settings.repository, hasGroups: true) else {
      throw ForgeError(
        .failed, "\(settings.repository.prefix(200)) is not the name of a project", remedy: "write it as GROUP/NAME")
    }
    let url = settings.apiURL ?? GitLabAddress.publicAPI
    guard let base = HTTPAddress(url) else {
      throw ForgeError(
        .failed, "\(url.prefix(200)) is not the address of an API", remedy: "write it as https://HOST/api/v4")
    }
    self.init(base: base, repository: repository, userAgent: settings.userAgent)
  }

  init(base: HTTPAddress, repository: RepositoryName, userAgent: String) {
    self.base = base
    self.repository = repository
    self.userAgent = userAgent
  }

  func subject(_ number: Int) -> String { "merge request !\(number) of \(repository)" }

  /// The header field that carries a token.
  static func field(_ token: Secret) -> HTTPField {
    guard let name = HTTPField.Name("PRIVATE-TOKEN") else { preconditionFailure("the name is one") }
    return .secret(name, token.reveal())
  }

  /// Returns a request to a path below the project.
  func request(
    _ method: HTTPRequest.Method = .get, _ segments: String..., query: KeyValuePairs<String, String> = [:]
  ) -> HTTPRequest {
    // The project's path is one segment, with its slashes escaped.
    request(method, segments: ["projects", repository.description] + segments, query: query)
  }

  /// Returns a request to a path below the API's root.
  func request(
    _ method: HTTPRequest.Method, segments: [String], query: KeyValuePairs<String, String> = [:]
  ) -> HTTPRequest {
    var fields: HTTPFields = [.accept: "application/json", .userAgent: userAgent]
    if method == .post || method == .put { fields[.contentType] = "application/json" }
    let address = base.appending(segments: segments, query: query.map { ($0.key, $0.value) })
    return HTTPRequest(method, at: address, headerFields: fields)
  }
}

/// The limits of GitLab, each with its source.
enum GitLabLimits {
  /// "Limited to 1,000,000 characters": the body of a note, in the documentation of the notes API.
  static let noteCharacters = 1_000_000
  /// "is too long (maximum is 255 characters)", in the answer (400) to a longer description of a commit status.
  static let statusDescriptionCharacters = 255
  /// "The maximum is 100": items of a page, in the documentation of the REST API's pagination.
  static let pageSize = 100
}

/// The addresses of GitLab's API.
package enum GitLabAddress {
  /// The API of gitlab.com.
  package static let publicAPI = "https://gitlab.com/api/v4"
}
