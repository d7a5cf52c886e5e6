// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
package import ResourceLoading
package import ReviewContract
package import SystemPackage

/// The clients of forges.
///
/// Everything that one assembly makes shares the limits of forges and the tokens of apps.
package struct ForgesAssembly: Sendable {
  private let conditions: ForgeConditions

  /// - Parameters:
  ///   - clock: what waits between attempts and for limits.
  ///   - now: what time it is, for tokens that expire and limits that end.
  ///   - answers: the folder for answers that a forge may confirm later; without one, none is kept.
  ///   - answersBytes: the maximum size of that folder; `nil` for 64 MiB.
  ///   - writeSpacing: the least time between the starts of two writes; `nil` for what the large forges ask for.
  ///   - learned: called with each new token, so that it can be masked.
  ///   - mayKeep: whether the body of an answer may be kept: not when it holds a secret.
  ///   - pacing: makes the pacing of a credential, by a name that does not reveal it; `nil` if only this assembly uses it.
  package init(
    clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() },
    answers: FilePath? = nil, answersBytes: Int? = nil, writeSpacing: Duration? = nil,
    learned: @escaping @Sendable (String) -> Void = { _ in },
    mayKeep: @escaping @Sendable (Data) -> Bool = { _ in true },
    pacing: (@Sendable (_ credential: String) -> any RequestPacing)? = nil
  ) {
    var conditions = ForgeConditions(clock: clock, now: now, answers: answers, learned: learned, mayKeep: mayKeep)
    if let answersBytes { conditions.answersBytes = answersBytes }
    if let writeSpacing { conditions.limits.writeSpacing = writeSpacing }
    conditions.makePacing = pacing
    self.conditions = conditions
  }

  /// Makes the reader of a repository's pull requests.
  ///
  /// - Throws: ``ForgeError`` when the settings name no usable address.
  package func pullRequests(_ settings: ForgeSettings) throws(ForgeError) -> any PullRequestSource {
    switch settings.kind {
    case .github: GitHubPullRequests(try ForgeClient<GitHubAPI>(settings, conditions))
    case .gitlab: GitLabMergeRequests(try ForgeClient<GitLabAPI>(settings, conditions))
    case .gitea: GiteaPullRequests(try ForgeClient<GiteaAPI>(settings, conditions))
    case .local: try LocalPullRequests(settings)
    }
  }

  /// Makes the reader of a repository's contents and permissions.
  ///
  /// - Throws: ``ForgeError`` when the settings name no usable address, or a plain repository.
  package func inspector(_ settings: ForgeSettings) throws(ForgeError) -> any RepositoryInspector {
    switch settings.kind {
    case .github: ForgeInspector(try ForgeClient<GitHubAPI>(settings, conditions))
    case .gitlab: ForgeInspector(try ForgeClient<GitLabAPI>(settings, conditions))
    case .gitea: ForgeInspector(try ForgeClient<GiteaAPI>(settings, conditions))
    case .local:
      throw ForgeError(
        .failed, "a plain repository has no pull requests and no members",
        remedy: "say which forge it is on")
    }
  }

  /// Checks what the credential may do in the repository, without a write.
  ///
  /// - Throws: ``ForgeError`` when the settings name no usable address, or a plain repository.
  package func rights(_ settings: ForgeSettings) async throws(ForgeError) -> [RightCheck] {
    switch settings.kind {
    case .github: await RightsReader(client: try ForgeClient<GitHubAPI>(settings, conditions)).check()
    case .gitlab: await RightsReader(client: try ForgeClient<GitLabAPI>(settings, conditions)).check()
    case .gitea: await RightsReader(client: try ForgeClient<GiteaAPI>(settings, conditions)).check()
    case .local: []
    }
  }

  /// The accounts that an app is installed in; `nil` for another credential.
  ///
  /// - Throws: ``ForgeError`` when the settings name no usable address, or GitHub rejects the app.
  package func installations(_ settings: ForgeSettings) async throws(ForgeError) -> [InstalledAccount]? {
    guard settings.kind == .github else { return nil }
    return try await ForgeClient<GitHubAPI>(settings, conditions).tokens?.installations()
  }

  /// Makes the publisher of reviews.
  ///
  /// - Throws: ``ForgeError`` when the settings name no usable address, or a plain repository.
  package func publisher(_ settings: ForgeSettings) throws(ForgeError) -> any ReportPublisher {
    switch settings.kind {
    case .github: gitHubPublisher(try ForgeClient<GitHubAPI>(settings, conditions), settings)
    case .gitlab:
      ConversationPublisher(client: try ForgeClient<GitLabAPI>(settings, conditions), clock: conditions.clock)
    case .gitea:
      ConversationPublisher(client: try ForgeClient<GiteaAPI>(settings, conditions), clock: conditions.clock)
    case .local:
      throw ForgeError(
        .failed, "cannot publish to a plain repository", remedy: "use --no-publish, or say which forge it is on")
    }
  }

  /// Makes the source of the token that git fetches with.
  ///
  /// - Throws: ``ForgeError`` when the settings name an app and the forge is not GitHub.
  package func fetchToken(_ settings: ForgeSettings) throws(ForgeError) -> FetchToken {
    try FetchToken(settings, conditions)
  }

  /// What an app may write as a check run is not written as a status. A person's token may never write a check run.
  private func gitHubPublisher(
    _ client: ForgeClient<GitHubAPI>, _ settings: ForgeSettings
  ) -> any ReportPublisher {
    ConversationPublisher(client: client, clock: conditions.clock, appAccount: settings.appAccount) {
      (service, account, publication, link, isDryRun) async throws(ForgeError) in
      guard case .app = account else { return nil }
      let checks = CheckRunPublisher(
        service: service, api: client.api, clock: conditions.clock, account: account, publication: publication,
        link: link)
      return try await checks.publish(isDryRun: isDryRun)
    }
  }
}

/// Which forge, and how to speak with it.
package struct ForgeSettings: Sendable {
  package var kind: ForgeKind
  /// `OWNER/NAME` on a forge; any name for a plain repository.
  package var repository: String
  /// Where the API is; `nil` means what follows from the clone URL, or `https://api.github.com`.
  package var apiURL: String?
  /// Where the repositories are, where their host is not the API's; `nil` means that it is, or GitHub's own.
  package var serverURL: String?
  package var token: Secret?
  /// The app that makes the tokens, where there is no token. GitHub only.
  package var app: AppSettings?
  package var transport: any HTTPTransport
  /// How we call ourselves, such as `reviewbot/0.1.0`.
  package var userAgent: String
  /// The account that an app's token acts as; the forge does not report it to an app.
  package var appAccount: String
  /// What git fetches from. A plain repository needs it; a forge says it itself.
  package var cloneURL: String?
  /// The branch to merge into, where no forge says it; `nil` means the repository's default branch.
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
