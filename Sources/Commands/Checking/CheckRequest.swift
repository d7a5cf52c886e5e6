// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
package import Reporting
package import ReviewContract
package import ReviewHost
package import SystemPackage

/// The request of `reviewbot check`: a pull request and the options of its review.
package struct CheckRequest: Sendable {
  // MARK: The pull request

  /// `nil` for the pull request of the CI job.
  package var pullRequest: PullRequestReference?
  /// The repository: `OWNER/NAME`, a URL or a path; `nil` for the repository of the CI job or the remote `origin`.
  package var repository: String?
  package var forge: ForgeKind?
  /// The base branch of a repository without a forge.
  package var base: String?
  package var credential: CredentialChoice
  /// Whether closed and merged pull requests are also reviewed.
  package var isForced = false

  // MARK: The review

  /// A configuration file that replaces the repository's.
  package var configuration: String?
  /// `nil` for the configuration's value.
  package var drafts: DraftReview?
  /// `nil` for the configuration's value.
  package var trees: TestedTrees?
  /// Coverage reports to merge into the coverage of the head.
  package var coverageReports: [String] = []
  /// Replacements of path prefixes, as `FROM,TO`.
  package var pathEquivalences: [String] = []
  package var keepsBuilds = true
  package var isVerbose = false

  // MARK: Isolation

  package var sandbox = SandboxChoice.auto
  package var sandboxImage: String?
  package var sandboxRuntime: String?
  package var landlock = LandlockPreference.required
  /// Hosts of dependencies besides the forge's and the default ones.
  package var allowedHosts: [String] = []
  /// Files with tokens for servers of dependencies, as `HOST=FILE`.
  package var dependencyTokens: [String] = []

  // MARK: The report

  package var reports: FilePath
  package var formats = ReportFormat.files
  package var publishes = true
  /// Whether publications are only printed.
  package var isDryRun = false

  package init(pullRequest: PullRequestReference?, credential: CredentialChoice, reports: FilePath) {
    self.pullRequest = pullRequest
    self.credential = credential
    self.reports = reports
  }
}
