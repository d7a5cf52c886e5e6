// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
package import ReviewContract
package import SystemPackage
import WorkerProtocol

/// The input of ``WorkerReview``.
package struct WorkerReviewRequest: Sendable {
  package let tool: String
  package let pullRequest: PullRequest
  package let workspace: Workspace
  package let configuration: ReviewConfiguration
  /// The stages of the host process, and its notes.
  package let stages: [Stage]
  package let notes: [String]
  /// An empty folder for the worker's output, apart from the build folder.
  package let results: FilePath
  /// The cached build of the base that builds of the head start from; `nil` for none.
  package let warmStart: WarmStart?
  /// Whether the coverage of all files is measured, not only of changed ones.
  package let measuresProject: Bool
  /// Why not all of the pull request is reviewed; `nil` for a whole review.
  package let scope: ReviewScope?
  /// Reports to merge into the coverage.
  package let coverageReports: GivenReports

  package init(
    tool: String, pullRequest: PullRequest, workspace: Workspace, configuration: ReviewConfiguration,
    stages: [Stage], notes: [String], results: FilePath, warmStart: WarmStart? = nil, measuresProject: Bool = false,
    coverageReports: GivenReports = .none, scope: ReviewScope? = nil
  ) {
    self.scope = scope
    self.tool = tool
    self.pullRequest = pullRequest
    self.workspace = workspace
    self.configuration = configuration
    self.stages = stages
    self.notes = notes
    self.results = results
    self.warmStart = warmStart
    self.measuresProject = measuresProject
    self.coverageReports = coverageReports
  }

  /// Whether the head is tested, which includes a merge with the same files.
  var testsHead: Bool { configuration.checkout.test != .merge || workspace.merge == .sameAsHead }

  /// Whether the merge is built, which starts from the build of the head.
  private var isMergeBuilt: Bool {
    guard case .differs = workspace.merge else { return false }
    return testsHead && configuration.checkout.test != .head
  }

  /// The maximum number of single tests that a report lists, for all runs together.
  private static let listedTests = 2000

  /// - Parameters:
  ///   - number: the number of the package; `nil` if there is only one.
  ///   - count: the number of packages.
  ///   - isFirst: whether no other package of the tree was built before; the setup commands run once for a tree.
  func testRequest(
    _ side: CheckoutSide, package: String, number: Int?, of count: Int, isFirst: Bool, buildLimit: Duration,
    testLimit: Duration, sources: CommittedSources? = nil
  ) -> TestRequest {
    let folder = results.appending(side.rawValue)
    // Builds are cached only for repositories with one package.
    let isWarm = count == 1 && (side == .head || !testsHead)
    return TestRequest(
      side: side, package: workspace.root.pushing(FilePath(package)), repositoryRoot: workspace.root,
      results: number.map { folder.appending("\($0)") } ?? folder,
      arguments: TestRequest.withoutToolchainIndex + configuration.build.arguments.list, buildLimit: buildLimit,
      testLimit: testLimit,
      flaky: configuration.tests.flakyTests, listedTests: Self.listedTests / (2 * max(1, count)),
      warmStart: isWarm ? warmStart : nil,
      isManifestRemoved: RemovedManifests(workspace.changes).contains(package),
      environment: configuration.build.environment.variables, setup: isFirst ? configuration.build.setupPlan : nil,
      runs: configuration.tests.runs, sources: sources,
      isBuildReused: side == .head && isMergeBuilt, writable: configuration.build.writable.map(\.path),
      // The merge starts from the versions of the head.
      resolution: results.appending("resolutions").appending("\(number ?? 0)").appending("Package.resolved"))
  }

  /// The title for the report. A plain git repository has no pull request titles, so the head's subject is used.
  private var title: String {
    pullRequest.repository.forge == .local && !workspace.headSubject.isEmpty
      ? workspace.headSubject : pullRequest.title
  }

  func report(
    evidence: Evidence, judgement: VerdictJudge.Judgement, stages: [Stage], notes: [String]
  ) -> Report {
    Report(
      tool: tool, repository: pullRequest.repository,
      pullRequest: .init(
        number: pullRequest.number, title: title, author: pullRequest.author, url: pullRequest.url,
        isFromFork: pullRequest.isFromFork, baseBranch: pullRequest.baseBranch),
      head: workspace.head, base: workspace.base, mergeBase: workspace.mergeBase, configurationHash: configuration.hash,
      verdict: judgement.verdict, reasons: judgement.reasons, stages: stages, runs: evidence.runs,
      coverage: evidence.coverage, findings: evidence.findings, notes: notes, change: ChangeSummary(workspace.changes),
      conflicts: evidence.conflicts.isEmpty ? nil : evidence.conflicts,
      missingResults: evidence.missingResults.isEmpty
        ? nil : evidence.missingResults.map { Report.MissingResult(verdict: $0.verdict, reason: $0.reason) },
      removedTests: evidence.removedTests,
      informational: judgement.informational.isEmpty ? nil : judgement.informational, scope: scope,
      suppressions: evidence.suppressions)
  }
}
