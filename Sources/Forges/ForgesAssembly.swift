// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import AssemblyKit
package import ResourceLoading
package import ReviewCore

/// Adds the forges to the program.
package struct ForgesAssembly: Assembly {
  private let clock: any Clock<Duration>
  private let retries: RetryPolicy

  /// - Parameters:
  ///   - clock: what waits between attempts.
  ///   - retries: how often a request that may be repeated is sent.
  package init(clock: any Clock<Duration> = ContinuousClock(), retries: RetryPolicy = RetryPolicy()) {
    self.clock = clock
    self.retries = retries
  }

  package func register(in registry: inout Registry) {
    let clock = clock
    let retries = retries
    registry.fill(.pullRequestSource) { settings in
      switch settings.kind {
      case .github: GitHubPullRequests(try GitHubClient(settings, clock: clock, retries: retries))
      case .local: try LocalPullRequests(settings)
      }
    }
    registry.fill(.reportPublisher) { settings in
      switch settings.kind {
      case .github:
        GitHubPublisher(
          try GitHubClient(settings, clock: clock, retries: retries), clock: clock,
          appAccount: settings.appAccount)
      case .local:
        throw ForgeError(
          .failed, "cannot publish to a plain repository", remedy: "use --no-publish, or say which forge it is on")
      }
    }
  }
}

extension Factory<ForgeSettings, any PullRequestSource> {
  /// Who knows the pull requests.
  package static var pullRequestSource: Factory<ForgeSettings, any PullRequestSource> { Factory("pullRequestSource") }
}

extension Factory<ForgeSettings, any ReportPublisher> {
  /// Who shows the review.
  package static var reportPublisher: Factory<ForgeSettings, any ReportPublisher> { Factory("reportPublisher") }
}
