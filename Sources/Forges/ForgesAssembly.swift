// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import AssemblyKit
package import Foundation
import ResourceLoading
package import ReviewContract
package import SystemPackage

/// Adds the forges to the program.
package struct ForgesAssembly: Assembly {
  private let conditions: ForgeConditions

  /// - Parameters:
  ///   - clock: what waits between attempts and for limits.
  ///   - now: what time it is, for tokens that expire and limits that end.
  ///   - answers: the folder for answers that a forge may confirm later; without one, none is kept.
  ///   - learned: told of each token that is made, so that nothing shows it.
  ///   - mayKeep: whether the body of an answer may be kept: not when it holds a secret.
  package init(
    clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() },
    answers: FilePath? = nil, learned: @escaping @Sendable (String) -> Void = { _ in },
    mayKeep: @escaping @Sendable (Data) -> Bool = { _ in true }
  ) {
    conditions = ForgeConditions(clock: clock, now: now, answers: answers, learned: learned, mayKeep: mayKeep)
  }

  package func register(in registry: inout Registry) {
    let conditions = conditions
    registry.fill(.pullRequestSource) { settings in
      switch settings.kind {
      case .github: GitHubPullRequests(try ForgeClient<GitHubAPI>(settings, conditions))
      case .gitlab: GitLabMergeRequests(try ForgeClient<GitLabAPI>(settings, conditions))
      case .gitea: GiteaPullRequests(try ForgeClient<GiteaAPI>(settings, conditions))
      case .local: try LocalPullRequests(settings)
      }
    }
    registry.fill(.repositoryInspector) { settings in
      switch settings.kind {
      case .github: ForgeInspector(try ForgeClient<GitHubAPI>(settings, conditions))
      case .gitlab: ForgeInspector(try ForgeClient<GitLabAPI>(settings, conditions))
      case .gitea: ForgeInspector(try ForgeClient<GiteaAPI>(settings, conditions))
      case .local:
        throw ForgeError(
          .failed, "nobody knows the pull requests and the members of a plain repository",
          remedy: "say which forge it is on")
      }
    }
    registry.fill(.reportPublisher) { settings in
      switch settings.kind {
      case .github: Self.githubPublisher(try ForgeClient<GitHubAPI>(settings, conditions), settings, conditions)
      case .gitlab:
        ConversationPublisher(client: try ForgeClient<GitLabAPI>(settings, conditions), clock: conditions.clock)
      case .gitea:
        ConversationPublisher(client: try ForgeClient<GiteaAPI>(settings, conditions), clock: conditions.clock)
      case .local:
        throw ForgeError(
          .failed, "cannot publish to a plain repository", remedy: "use --no-publish, or say which forge it is on")
      }
    }
    registry.fill(.fetchToken) { settings in try FetchToken(settings, conditions) }
  }

  /// What an app may write as a check run is not written as a status. A person's token may never write a check run.
  private static func githubPublisher(
    _ client: ForgeClient<GitHubAPI>, _ settings: ForgeSettings, _ conditions: ForgeConditions
  ) -> any ReportPublisher {
    ConversationPublisher(client: client, clock: conditions.clock, appAccount: settings.appAccount) {
      (service, account, publication, isDryRun) async throws(ForgeError) in
      guard case .app = account else { return nil }
      let checks = CheckRunPublisher(
        service: service, api: client.api, clock: conditions.clock, account: account, publication: publication)
      return try await checks.publish(isDryRun: isDryRun)
    }
  }
}

extension Factory<ForgeSettings, any PullRequestSource> {
  /// The source of pull requests.
  package static var pullRequestSource: Factory<ForgeSettings, any PullRequestSource> { Factory("pullRequestSource") }
}

extension Factory<ForgeSettings, any RepositoryInspector> {
  /// The reader of a repository's contents and permissions.
  package static var repositoryInspector: Factory<ForgeSettings, any RepositoryInspector> {
    Factory("repositoryInspector")
  }
}

extension Factory<ForgeSettings, any ReportPublisher> {
  /// Who shows the review.
  package static var reportPublisher: Factory<ForgeSettings, any ReportPublisher> { Factory("reportPublisher") }
}

extension Factory<ForgeSettings, FetchToken> {
  /// The source of the token for fetching.
  package static var fetchToken: Factory<ForgeSettings, FetchToken> { Factory("fetchToken") }
}
