// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Reporting
import ReviewContract
import ReviewHost
import SystemPackage

/// The request of `reviewbot check`: a pull request and the options of its review.
struct CheckRequest: Sendable {
  // MARK: The pull request

  /// `nil` for the pull request of the CI job.
  var pullRequest: PullRequestReference?
  /// The repository: `OWNER/NAME`, a URL or a path; `nil` for the repository of the CI job or the remote `origin`.
  var repository: String?
  var forge: ForgeKind?
  /// The base branch of a repository without a forge.
  var base: String?
  var credential: CredentialChoice
  /// Whether closed and merged pull requests are also reviewed.
  var isForced = false

  // MARK: The review

  /// A configuration file that replaces the repository's.
  var configuration: String?
  /// `nil` for the configuration's value.
  var drafts: DraftReview?
  /// `nil` for the configuration's value.
  var trees: TestedTrees?
  /// Coverage reports to merge into the coverage of the head.
  var coverageReports: [String] = []
  /// Replacements of path prefixes, as `FROM,TO`.
  var pathEquivalences: [String] = []
  var keepsBuilds = true
  var isVerbose = false

  // MARK: Isolation

  var sandbox = SandboxChoice.auto
  var sandboxImage: String?
  var sandboxRuntime: String?
  var landlock = LandlockPreference.required
  /// Hosts of dependencies besides the forge's and the default ones.
  var allowedHosts: [String] = []
  /// Files with tokens for servers of dependencies, as `HOST=FILE`.
  var dependencyTokens: [String] = []

  // MARK: The report

  var reports: FilePath
  var formats = ReportFormat.files
  var publishes = true
  /// Whether publications are only printed.
  var isDryRun = false

  init(pullRequest: PullRequestReference?, credential: CredentialChoice, reports: FilePath) {
    self.pullRequest = pullRequest
    self.credential = credential
    self.reports = reports
  }
}
