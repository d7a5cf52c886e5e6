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
        .failed, "\(url.prefix(200)) is not the address of an API", remedy: "write it as https://HOST/api/v3")
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

/// What GitHub accepts, each with its source.
enum GitHubLimits {
  /// "Body is too long (maximum is 65536 characters)", in the answer (422) to a longer comment or review.
  static let commentCharacters = 65_536
  /// "description is too long (maximum is 140 characters)", in the answer (422) to a longer status.
  static let statusDescriptionCharacters = 140
  /// `maxLength` of `output.summary` and `output.text` of a check run, in GitHub's description of its REST API.
  static let checkSummaryCharacters = 65_535
  /// "Maximum 255 characters": the title of an annotation, in the documentation of check runs; what is longer is taken
  /// for the title of the check run too.
  static let checkTitleCharacters = 255
  /// `maxItems` of `output.annotations`, in GitHub's description of its REST API. Later requests append.
  static let annotationsPerRequest = 50
  /// Ours: what does not fit into twenty requests is only in the comment and in the report. GitHub says no limit.
  static let annotations = 1_000
  /// "The maximum size is 64 KB": the message of an annotation, in the documentation of check runs.
  static let annotationMessageBytes = 64 << 10
  /// The largest page of a list ("max 100"), in GitHub's description of its REST API.
  static let pageSize = 100
  /// "Responses include a maximum of 3000 files", in the documentation of the list of a pull request's files.
  static let pullRequestFiles = 3_000
  /// "The time limit is 10 minutes": how far away the end of an app's own token may be, in the documentation of JSON
  /// Web Tokens for apps.
  static let appTokenLifetime: Duration = .seconds(600)
  /// "We recommend that you set this 60 seconds in the past": the start of an app's own token, in the same place.
  static let appTokenLeeway: Duration = .seconds(60)
}

/// Where GitHub's API is.
package enum GitHubAddress {
  /// The API of github.com.
  package static let publicAPI = "https://api.github.com"

  /// The names that github.com has for pages, clones and ssh.
  private static let publicHosts: Set<String> = ["github.com", "www.github.com", "ssh.github.com"]

  /// The API that belongs to the URL of a page or of a clone, also of the form `git@HOST:OWNER/NAME`; `nil` when the
  /// text names no host.
  package static func apiURL(of url: String) -> String? {
    guard let origin = RemoteAddress.origin(of: url) else { return nil }
    return publicHosts.contains(origin.host) ? publicAPI : "\(origin)/api/v3"
  }

  /// The server that keeps the repositories of an API.
  static func server(ofAPI api: Origin) -> Origin {
    let host = host(ofAPI: api.host)
    return host == api.host ? api : Origin(scheme: api.scheme, authority: host) ?? api
  }

  /// The host that keeps the repositories of an API's host: GitHub's cloud has its APIs on hosts of their own.
  private static func host(ofAPI host: String) -> String {
    let prefix = "api."
    let isCloud = host == "api.github.com" || (host.hasPrefix(prefix) && host.hasSuffix(".ghe.com"))
    return isCloud ? String(host.dropFirst(prefix.count)) : host
  }
}
