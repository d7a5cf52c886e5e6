// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract
package import SystemPackage
package import WorkerProtocol

/// What the half without a token is given.
package struct WorkerReviewRequest: Sendable {
  package let tool: String
  package let pullRequest: PullRequest
  package let workspace: Workspace
  package let settings: ReviewSettings
  package let configurationHash: String
  /// Stages that were over before, and notes from them.
  package let stages: [Stage]
  package let notes: [String]
  /// An empty folder for what the run leaves besides the build folder.
  package let results: FilePath
  /// What builds of the head can start from.
  package let warmStart: WarmStart?
  /// Whether the coverage of all files is measured, not only of those that the change adds to.
  package let measuresProject: Bool

  package init(
    tool: String, pullRequest: PullRequest, workspace: Workspace, settings: ReviewSettings, configurationHash: String,
    stages: [Stage], notes: [String], results: FilePath, warmStart: WarmStart? = nil, measuresProject: Bool = false
  ) {
    self.tool = tool
    self.pullRequest = pullRequest
    self.workspace = workspace
    self.settings = settings
    self.configurationHash = configurationHash
    self.stages = stages
    self.notes = notes
    self.results = results
    self.warmStart = warmStart
    self.measuresProject = measuresProject
  }

  /// Whether the head's files are tested: for themselves, or because the merge's are the same.
  var testsHead: Bool { settings.trees != .merge || workspace.merge == .sameAsHead }

  /// How many single tests a report lists, all runs together.
  private static let listedTests = 2000

  /// - Parameter number: of the package, where there are several.
  func testRequest(
    _ side: CheckoutSide, package: String, number: Int?, of count: Int, buildLimit: Duration, testLimit: Duration
  ) -> TestRequest {
    let folder = results.appending(side.rawValue)
    // Builds are kept for one package of a branch.
    let isWarm = count == 1 && (side == .head || !testsHead)
    return TestRequest(
      side: side, package: workspace.root.pushing(FilePath(package)), repositoryRoot: workspace.root,
      results: number.map { folder.appending("\($0)") } ?? folder,
      arguments: TestRequest.withoutToolchainIndex + settings.buildArguments, buildLimit: buildLimit,
      testLimit: testLimit,
      flaky: settings.flaky, listedTests: Self.listedTests / (2 * max(1, count)), warmStart: isWarm ? warmStart : nil,
      isManifestRemoved: RemovedManifests(workspace.changes).contains(package))
  }

  /// A plain repository keeps no titles of pull requests; what the head says comes closest.
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
        isFromFork: pullRequest.isFromFork),
      head: workspace.head, base: workspace.base, mergeBase: workspace.mergeBase, configurationHash: configurationHash,
      verdict: judgement.verdict, reasons: judgement.reasons, stages: stages, runs: evidence.runs,
      coverage: evidence.coverage, findings: evidence.findings, notes: notes, change: ChangeSummary(workspace.changes),
      conflicts: evidence.conflicts.isEmpty ? nil : evidence.conflicts,
      missingResults: evidence.missingResults.isEmpty
        ? nil : evidence.missingResults.map { Report.MissingResult(verdict: $0.verdict, reason: $0.reason) },
      removedTests: evidence.removedTests)
  }
}
