// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import HostileText
import ResourceLoading
import ReviewContract

/// One repository in a forge's API, and the format of its requests.
protocol ForgeAPI: Hashable, Sendable {
  static var description: ForgeDescription { get }
  /// The query parameter for the size of a page, and the largest size.
  static var pageParameter: (name: String, size: Int) { get }
  /// The header fields of all requests, besides the credential and the program's name.
  static var fields: HTTPFields { get }
  /// How fast writes may be sent to the forge's public servers, which are those in some domains.
  static var publicRate: WriteRate { get }
  static var publicDomains: [String] { get }

  var base: HTTPAddress { get }
  var repository: RepositoryName { get }
  var userAgent: String { get }
  /// The path of the repository.
  var root: [String] { get }

  init(base: HTTPAddress, repository: RepositoryName, userAgent: String)

  /// The header field that carries a token.
  static func field(_ token: Secret) -> HTTPField

  /// Returns the server that hosts the repositories of an API.
  static func server(ofAPI api: Origin) -> Origin
}

extension ForgeAPI {
  /// The forge's display name.
  static var forge: String { description.name }

  static var publicDomains: [String] { Array(description.servers.keys) }

  /// Creates the API that the settings describe.
  init(_ settings: ForgeSettings) throws(ForgeError) {
    let forge = Self.description
    guard let repository = RepositoryName(settings.repository, hasGroups: forge.hasSubgroups) else {
      throw ForgeError(
        .failed, "\(settings.repository.prefix(200)) is not the name of a \(forge.repositoryTerm)",
        remedy: "write it as \(forge.repositoryForm)")
    }
    // Only where the API has a host of its own is the clone URL that of the user, and not reported by the API.
    let clone = forge.separateAPI.flatMap { _ in settings.cloneURL.flatMap(forge.apiURL) }
    guard let url = settings.apiURL ?? clone ?? forge.publicAPI else {
      throw ForgeError(
        .failed, "cannot determine the address of the \(forge.name) server of \(repository)",
        remedy: "give the full URL of the repository")
    }
    guard let base = HTTPAddress(url) else {
      throw ForgeError(
        .failed, "\(url.prefix(200)) is not the address of an API", remedy: "write it as https://HOST\(forge.apiPath)")
    }
    self.init(base: base, repository: repository, userAgent: settings.userAgent)
  }

  /// The forge's term for a pull request, such as `pull request #7 of acme/shapes`.
  func subject(_ number: Int) -> String { "\(Self.description.pullRequestTerm)\(number) of \(repository)" }

  static func server(ofAPI api: Origin) -> Origin { api }

  /// Returns a request to a path below the API's root.
  func request(_ method: HTTPRequest.Method, segments: [String], query: [String: String] = [:]) -> HTTPRequest {
    var fields = Self.fields
    fields[.userAgent] = userAgent
    if [.post, .patch, .put].contains(method) { fields[.contentType] = "application/json" }
    let query = query.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    return HTTPRequest(method, at: base.appending(segments: segments, query: query), headerFields: fields)
  }
}

/// All calls to a forge.
protocol SupportedForge: InspectionAPI, ListingAPI {
  static func pullRequests(_ client: ForgeClient<Self>) -> any PullRequestSource
  static func publisher(_ client: ForgeClient<Self>, _ settings: ForgeSettings) -> any ReportPublisher
}

extension SupportedForge {
  static func publisher(_ client: ForgeClient<Self>, _ settings: ForgeSettings) -> any ReportPublisher {
    ConversationPublisher(client: client, source: pullRequests(client))
  }
}

extension ForgeKind {
  /// `nil` for a plain repository.
  var api: (any SupportedForge.Type)? {
    switch self {
    case .github: GitHubAPI.self
    case .gitlab: GitLabAPI.self
    case .gitea: GiteaAPI.self
    case .local: nil
    }
  }
}

/// A repository's name: `OWNER/NAME`; on GitLab also `GROUP/SUBGROUP/NAME`.
struct RepositoryName: Hashable, Sendable, CustomStringConvertible {
  let owner: String
  let name: String

  /// Fails for a name that no forge allows: it would lead to another path of the API.
  ///
  /// - Parameter hasGroups: whether the owner may consist of several names.
  init?(_ text: String, hasGroups: Bool = false) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 || (hasGroups && parts.count > 2), parts.allSatisfy(Self.isName) else { return nil }
    owner = parts.dropLast().joined(separator: "/")
    name = String(parts[parts.count - 1])
  }

  var description: String { "\(owner)/\(name)" }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text != "." && text != ".."
      && text.isASCIIName(punctuation: "-_.")
  }
}
