// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// One repository in the API of GitHub or of a GitHub Enterprise server.
struct GitHubAPI: OwnerAndNameAPI {
  static let forge = "GitHub"

  let base: HTTPAddress
  let repository: RepositoryName
  let userAgent: String

  /// Creates the API that the settings describe.
  init(_ settings: ForgeSettings) throws(ForgeError) {
    let repository = try Self.repository(settings)
    let url = settings.apiURL ?? settings.cloneURL.flatMap(GitHubAddress.apiURL) ?? GitHubAddress.publicAPI
    guard let base = HTTPAddress(url) else {
      throw ForgeError(
        .failed, "\(url.prefix(200)) is not the address of an API", remedy: "write it as https://HOST/api/v3")
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
    .secret(.authorization, "Bearer \(token.reveal())")
  }

  /// Returns a request to a path below the API's root.
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

/// The limits of GitHub, each with its source.
enum GitHubLimits {
  /// "Body is too long (maximum is 65536 characters)", in the answer (422) to a longer comment or review.
  static let commentCharacters = 65_536
  /// "description is too long (maximum is 140 characters)", in the answer (422) to a longer status.
  static let statusDescriptionCharacters = 140
  /// `maxLength` of `output.summary` and `output.text` of a check run, in GitHub's description of its REST API.
  static let checkSummaryCharacters = 65_535
  /// "Maximum 255 characters": the title of an annotation, in the documentation of check runs; also used for the title
  /// of the check run.
  static let checkTitleCharacters = 255
  /// `maxItems` of `output.annotations`, in GitHub's description of its REST API. Later requests append.
  static let annotationsPerRequest = 50
  /// Our limit: annotations beyond twenty requests are only in the comment and in the report. GitHub documents no
  /// limit.
  static let annotations = 1_000
  /// "The maximum size is 64 KB": the message of an annotation, in the documentation of check runs.
  static let annotationMessageBytes = 64 << 10
  /// The largest page of a list ("max 100"), in GitHub's description of its REST API.
  static let pageSize = 100
  /// "Responses include a maximum of 3000 files", in the documentation of the list of a pull request's files.
  static let pullRequestFiles = 3_000
  /// "The time limit is 10 minutes": the maximum time until the expiry of an app's own token, in the documentation of
  /// JSON Web Tokens for apps.
  static let appTokenLifetime: Duration = .seconds(600)
  /// "We recommend that you set this 60 seconds in the past": the issue time of an app's own token, in the same place.
  static let appTokenLeeway: Duration = .seconds(60)
}

/// The addresses of GitHub's API.
package enum GitHubAddress {
  /// The API of github.com.
  package static let publicAPI = "https://api.github.com"

  /// The hosts of github.com for pages, clones and ssh.
  private static let publicHosts: Set<String> = ["github.com", "www.github.com", "ssh.github.com"]

  /// Returns the API for the URL of a page or of a clone, also of the form `git@HOST:OWNER/NAME`; `nil` when the text
  /// contains no host.
  package static func apiURL(of url: String) -> String? {
    guard let origin = RemoteAddress.origin(of: url) else { return nil }
    return publicHosts.contains(origin.host) ? publicAPI : "\(origin)/api/v3"
  }

  /// Returns the server that hosts the repositories of an API.
  static func server(ofAPI api: Origin) -> Origin {
    let host = host(ofAPI: api.host)
    return host == api.host ? api : Origin(scheme: api.scheme, authority: host) ?? api
  }

  /// Returns the host of the repositories for an API's host: in GitHub's cloud the APIs have separate hosts.
  private static func host(ofAPI host: String) -> String {
    let prefix = "api."
    let isCloud = host == "api.github.com" || (host.hasPrefix(prefix) && host.hasSuffix(".ghe.com"))
    return isCloud ? String(host.dropFirst(prefix.count)) : host
  }
}
