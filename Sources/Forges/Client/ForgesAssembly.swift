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
  ///   - answers: the folder of cached responses, which a forge can confirm later; `nil` for no cache.
  ///   - answersBytes: the maximum size of that folder; `nil` for 64 MiB.
  ///   - learned: called with each new token, so that it can be masked.
  ///   - mayKeep: returns whether the body of a response may be cached: not when it contains a secret.
  ///   - pacing: makes the pacing of a credential, by a name that does not reveal it; `nil` if only this assembly uses
  ///     it.
  package init(
    clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() },
    answers: FilePath? = nil, answersBytes: Int? = nil,
    learned: @escaping @Sendable (String) -> Void = { _ in },
    mayKeep: @escaping @Sendable (Data) -> Bool = { _ in true },
    pacing: (@Sendable (_ credential: String) -> any RequestPacing)? = nil
  ) {
    var conditions = ForgeConditions(clock: clock, now: now, answers: answers, learned: learned, mayKeep: mayKeep)
    if let answersBytes { conditions.answersBytes = answersBytes }
    conditions.makePacing = pacing
    self.conditions = conditions
  }

  /// Returns the reader of a repository's pull requests.
  ///
  /// - Throws: ``ForgeError`` when the settings contain no usable address.
  package func pullRequests(_ settings: ForgeSettings) throws(ForgeError) -> any PullRequestSource {
    switch settings.kind {
    case .github: GitHubPullRequests(try ForgeClient<GitHubAPI>(settings, conditions))
    case .gitlab: GitLabMergeRequests(try ForgeClient<GitLabAPI>(settings, conditions))
    case .gitea: GiteaPullRequests(try ForgeClient<GiteaAPI>(settings, conditions))
    case .local: try LocalPullRequests(settings)
    }
  }

  /// Returns the reader of a repository's contents and permissions.
  ///
  /// - Throws: ``ForgeError`` when the settings contain no usable address, or describe a plain repository.
  package func inspector(_ settings: ForgeSettings) throws(ForgeError) -> any RepositoryInspector {
    switch settings.kind {
    case .github: ForgeInspector(try ForgeClient<GitHubAPI>(settings, conditions))
    case .gitlab: ForgeInspector(try ForgeClient<GitLabAPI>(settings, conditions))
    case .gitea: ForgeInspector(try ForgeClient<GiteaAPI>(settings, conditions))
    case .local:
      throw ForgeError(
        .failed, "a plain repository has no pull requests and no members",
        remedy: "name its forge")
    }
  }

  /// Checks the rights of the credential in the repository, without a write. A plain repository has none to check.
  ///
  /// - Throws: ``ForgeError`` when the settings contain no usable address.
  package func rights(_ settings: ForgeSettings) async throws(ForgeError) -> [RightCheck] {
    switch settings.kind {
    case .github: await RightsReader(client: try ForgeClient<GitHubAPI>(settings, conditions)).check()
    case .gitlab: await RightsReader(client: try ForgeClient<GitLabAPI>(settings, conditions)).check()
    case .gitea: await RightsReader(client: try ForgeClient<GiteaAPI>(settings, conditions)).check()
    case .local: []
    }
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
    switch settings.kind {
    case .github:
      return try await RepositoryLister(client: ForgeClient<GitHubAPI>(settings, conditions)).repositories(of: owner)
    case .gitlab:
      return try await RepositoryLister(client: ForgeClient<GitLabAPI>(settings, conditions)).repositories(of: owner)
    case .gitea:
      return try await RepositoryLister(client: ForgeClient<GiteaAPI>(settings, conditions)).repositories(of: owner)
    case .local: throw ForgeError(.failed, "a plain repository has no owner", remedy: "name its forge")
    }
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
    switch settings.kind {
    case .github: gitHubPublisher(try ForgeClient<GitHubAPI>(settings, conditions), settings)
    case .gitlab:
      try conversationPublisher(ForgeClient<GitLabAPI>(settings, conditions), GitLabMergeRequests.init)
    case .gitea:
      try conversationPublisher(ForgeClient<GiteaAPI>(settings, conditions), GiteaPullRequests.init)
    case .local:
      throw ForgeError(
        .failed, "cannot publish to a plain repository", remedy: "use --no-publish, or name the forge with --forge")
    }
  }

  /// Returns the source of the token for git's fetches.
  ///
  /// - Throws: ``ForgeError`` when the settings contain an app and the forge is not GitHub.
  package func fetchToken(_ settings: ForgeSettings) throws(ForgeError) -> FetchToken {
    try FetchToken(settings, conditions)
  }

  /// Returns a publisher that shows the verdict as a check run where an app may write one, and otherwise as a status.
  /// A person's token can never write a check run.
  private func gitHubPublisher(
    _ client: ForgeClient<GitHubAPI>, _ settings: ForgeSettings
  ) -> any ReportPublisher {
    ConversationPublisher(
      client: client, clock: conditions.clock, source: GitHubPullRequests(client), appAccount: settings.appAccount
    ) { account in
      guard case .app = account else { return nil }
      return CheckRuns(api: client.api, account: account)
    }
  }

  private func conversationPublisher<API: ConversationAPI, Source: PullRequestSource>(
    _ client: ForgeClient<API>, _ source: (ForgeClient<API>) -> Source
  ) -> any ReportPublisher {
    ConversationPublisher(client: client, clock: conditions.clock, source: source(client))
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
