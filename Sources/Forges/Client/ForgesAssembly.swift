// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
package import ResourceLoading
package import ReviewContract
package import SystemPackage

/// The clients of forges.
///
/// All clients of one assembly share the rate limits of forges and the tokens of apps.
package struct ForgesAssembly: Sendable {
  private let conditions: ForgeConditions

  /// - Parameters:
  ///   - clock: the clock for waits between attempts and for rate limits.
  ///   - now: returns the current time, for the expiry of tokens and the end of rate limits.
  ///   - responses: the folder of cached responses, which a forge can confirm later; `nil` for no cache.
  ///   - responsesBytes: the maximum size of that folder; `nil` for 64 MiB.
  ///   - learned: called with each new token, so that it can be masked.
  ///   - mayKeep: returns whether the body of a response may be cached: not when it contains a secret.
  ///   - skipping: called with the number of elements of a list that were skipped because they cannot be read.
  ///   - pacing: makes the pacing of a credential, by a name that does not reveal it; `nil` if only this assembly uses
  ///     it.
  package init(
    clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() },
    responses: FilePath? = nil, responsesBytes: Int? = nil,
    learned: @escaping @Sendable (String) -> Void = { _ in },
    mayKeep: @escaping @Sendable (Data) -> Bool = { _ in true },
    skipping: @escaping @Sendable (_ count: Int, _ list: String) -> Void = { _, _ in },
    pacing: (@Sendable (_ credential: String) -> any RequestPacing)? = nil
  ) {
    var conditions = ForgeConditions(clock: clock, now: now, responses: responses, learned: learned, mayKeep: mayKeep)
    if let responsesBytes { conditions.responsesBytes = responsesBytes }
    conditions.skipping = { count, request in
      skipping(count, HTTPAddress(request)?.description ?? "an invalid address")
    }
    conditions.makePacing = pacing
    self.conditions = conditions
  }

  /// Returns the reader of a repository's pull requests.
  ///
  /// - Throws: ``ForgeError`` when the settings contain no usable address.
  package func pullRequests(_ settings: ForgeSettings) throws(ForgeError) -> any PullRequestSource {
    guard let api = settings.kind.api else { return try LocalPullRequests(settings) }
    return try api.pullRequests(settings, conditions)
  }

  /// Returns the reader of a repository's contents and permissions.
  ///
  /// - Throws: ``ForgeError`` when the settings contain no usable address, or describe a plain repository.
  package func inspector(_ settings: ForgeSettings) throws(ForgeError) -> any RepositoryInspector {
    try api(settings, "a plain repository has no pull requests and no members").inspector(settings, conditions)
  }

  /// Checks the rights of the credential in the repository, without a write. A plain repository has none to check.
  ///
  /// - Throws: ``ForgeError`` when the settings contain no usable address.
  package func rights(_ settings: ForgeSettings) async throws(ForgeError) -> [RightCheck] {
    try await settings.kind.api?.rights(settings, conditions) ?? []
  }

  /// Returns the accounts that an app is installed in; `nil` for another credential.
  ///
  /// - Throws: ``ForgeError`` when the settings contain no usable address, or GitHub rejects the app.
  package func installations(_ settings: ForgeSettings) async throws(ForgeError) -> [InstalledAccount]? {
    guard settings.kind == .github else { return nil }
    return try await ForgeClient<GitHubAPI>(settings, conditions).tokens?.installations()
  }

  /// Lists the repositories of an owner.
  ///
  /// - Throws: ``ForgeError`` when the settings contain no usable address, or describe a plain repository.
  package func repositories(
    of owner: RepositoryOwner, _ settings: ForgeSettings
  ) async throws(ForgeError) -> RepositoryList {
    var settings = settings
    // No request is sent to it.
    settings.repository = "\(owner)/-"
    return try await api(settings, "a plain repository has no owner").repositories(of: owner, settings, conditions)
  }

  /// Lists the repositories of an app's installations; `nil` for another credential.
  ///
  /// - Parameter isWanted: whether the repositories of an account are listed.
  /// - Throws: ``ForgeError`` when the settings contain no usable address, or GitHub rejects the app.
  package func appRepositories(
    _ settings: ForgeSettings, of isWanted: (String) -> Bool
  ) async throws(ForgeError) -> RepositoryList? {
    guard settings.kind == .github, settings.token == nil, let app = settings.app else { return nil }
    var settings = settings
    // No request is sent to it.
    settings.repository = "-/-"
    let client = try ForgeClient<GitHubAPI>(settings, conditions)
    return try await AppRepositories(
      app: app, client: client, network: settings.transport, conditions: conditions
    ).list(of: isWanted)
  }

  /// Returns the publisher of reviews.
  ///
  /// - Throws: ``ForgeError`` when the settings contain no usable address, or describe a plain repository.
  package func publisher(_ settings: ForgeSettings) throws(ForgeError) -> any ReportPublisher {
    try api(
      settings, "cannot publish to a plain repository", remedy: "use --no-publish, or name the forge with --forge"
    ).publisher(settings, conditions)
  }

  private func api(
    _ settings: ForgeSettings, _ message: String, remedy: String = "name its forge"
  ) throws(ForgeError) -> any SupportedForge.Type {
    guard let api = settings.kind.api else { throw ForgeError(.failed, message, remedy: remedy) }
    return api
  }

  /// Returns the source of the token for git's fetches.
  ///
  /// - Throws: ``ForgeError`` when the settings contain an app and the forge is not GitHub.
  package func fetchToken(_ settings: ForgeSettings) throws(ForgeError) -> FetchToken {
    try FetchToken(settings, conditions)
  }
}

extension SupportedForge {
  fileprivate static func pullRequests(
    _ settings: ForgeSettings, _ conditions: ForgeConditions
  ) throws(ForgeError) -> any PullRequestSource {
    pullRequests(try ForgeClient(settings, conditions))
  }

  fileprivate static func inspector(
    _ settings: ForgeSettings, _ conditions: ForgeConditions
  ) throws(ForgeError) -> any RepositoryInspector {
    ForgeInspector(client: try ForgeClient<Self>(settings, conditions))
  }

  fileprivate static func rights(
    _ settings: ForgeSettings, _ conditions: ForgeConditions
  ) async throws(ForgeError) -> [RightCheck] {
    await RightsReader(client: try ForgeClient<Self>(settings, conditions)).check()
  }

  fileprivate static func repositories(
    of owner: RepositoryOwner, _ settings: ForgeSettings, _ conditions: ForgeConditions
  ) async throws(ForgeError) -> RepositoryList {
    try await RepositoryLister(client: ForgeClient<Self>(settings, conditions)).repositories(of: owner)
  }

  fileprivate static func publisher(
    _ settings: ForgeSettings, _ conditions: ForgeConditions
  ) throws(ForgeError) -> any ReportPublisher {
    publisher(try ForgeClient(settings, conditions), settings)
  }
}

/// The forge of a repository, and the settings of its clients.
package struct ForgeSettings: Sendable {
  package var kind: ForgeKind
  /// `OWNER/NAME` on a forge; any name for a plain repository.
  package var repository: String
  /// The URL of the API; `nil` for the one that follows from the clone URL, or `https://api.github.com`.
  package var apiURL: String?
  /// The URL of the server of the repositories where its host differs from the API's; `nil` for the API's host, or
  /// GitHub's own.
  package var serverURL: String?
  package var token: Secret?
  /// The app that issues the tokens, when there is no token. GitHub only.
  package var app: AppSettings?
  package var transport: any HTTPTransport
  /// How fast writes may be sent; `nil` for the rate that is usual for the server.
  package var writeRate: WriteRate?
  /// The value of the header field `User-Agent`, such as `reviewbot/0.1.0`.
  package var userAgent: String
  /// The account that an app's token acts as; the forge does not report it to an app.
  package var appAccount: String
  /// The URL that git fetches from. Required for a plain repository; a forge reports it itself.
  package var cloneURL: String?
  /// Whether the responses come from a folder: git then fetches from `cloneURL` or from a folder that the forge reports.
  package var isOffline = false
  /// The branch to merge into, where no forge reports it; `nil` means the repository's default branch.
  package var baseBranch: String?

  package init(
    kind: ForgeKind, repository: String, apiURL: String? = nil, serverURL: String? = nil, token: Secret? = nil,
    app: AppSettings? = nil, transport: any HTTPTransport, userAgent: String,
    appAccount: String = "github-actions[bot]",
    cloneURL: String? = nil, baseBranch: String? = nil
  ) {
    self.kind = kind
    self.repository = repository
    self.apiURL = apiURL
    self.serverURL = serverURL
    self.token = token
    self.app = app
    self.transport = transport
    self.userAgent = userAgent
    self.appAccount = appAccount
    self.cloneURL = cloneURL
    self.baseBranch = baseBranch
  }
}
