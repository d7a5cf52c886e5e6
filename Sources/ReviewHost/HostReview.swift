// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
import ContainedFiles
import DependencyMirroring
package import Findings
import Foundation
import Git
import Isolation
package import Observability
package import ReviewContract
import SecretMasking
import SystemPackage
import TestHistory
package import WorkerProtocol

/// The privileged half of a review: fetches the pull request, starts a worker process without a token that reviews it,
/// and compares the result with the base.
package struct HostReview: Sendable {
  /// The operator's options.
  package struct Options: Sendable {
    /// Replaces the repository's own configuration.
    package var configuration: NamedConfiguration?
    /// The settings that repositories cannot loosen.
    package var defaults: OperatorDefaults?
    package var trees: TestedTrees?
    /// The treatment of drafts, instead of the configuration's.
    package var drafts: DraftReview?
    package var worker = WorkerOptions()
    package var dependencyTokens = DependencyTokens.none
    /// URL rewrites for fetching dependencies, such as mirrors.
    package var rewrites: [URLRewrite] = []
    /// Whether builds of base branches are cached. Has no effect without a sandbox.
    package var keepsBuilds = true
    /// Whether a passed review is kept, and is the answer for the same inputs.
    package var keepsReviews = false
    /// Whether a kept review is replaced by a new one.
    package var repeatsReviews = false
    /// Whether the report has the texts of the changed files, which pages show.
    package var readsSources = false
    /// Whether the review fails if the fetched head differs from the pull request's head.
    package var demandsHead = false
    /// The timeout of fetching and checking out together.
    package var fetchTimeout: TimeSpan = "30m"
    /// Upper bounds for the time limits of the configuration; `nil` for none.
    package var buildTimeout: TimeSpan?
    package var testsTimeout: TimeSpan?
    /// Whether the linters of a repository's configuration are run.
    package var linters = LinterPolicy.allow
    /// The maximum size of all mirrors together; `nil` for the default.
    package var mirrorsSize: ByteSize?
    /// The number of commits to begin a new mirror with; `nil` for the whole history.
    package var fetchDepth: Int?
    /// Coverage reports of the head from other machines.
    package var coverageReports = CoverageReportFiles.none
    /// `USER:PASSWORD` for fetching, instead of the token.
    package var gitCredential: Secret?
    package var tests = TestMemory.Machine()
    /// `nil` to ignore the labels that the configuration requires.
    package var labels: WorkerLabels?

    package init() {}
  }

  package let environment: [String: String]
  package let home: HomeDirectory
  package let catalogue: RuleCatalogue
  package let inspector: any CheckoutInspector
  package let sandbox: SandboxDecision
  package let options: Options
  /// `nil` if this machine does not share results.
  package let sharedResults: SharedBaseResults?
  package let progress: ProgressHandler
  /// The secrets to mask in progress and report.
  package let secrets: KnownSecrets

  package init(
    environment: [String: String], home: HomeDirectory, catalogue: RuleCatalogue, inspector: any CheckoutInspector,
    sandbox: SandboxDecision, options: Options, sharedResults: SharedBaseResults? = nil,
    secrets: KnownSecrets = .ofProgram, progress: @escaping ProgressHandler
  ) {
    self.environment = environment
    self.home = home
    self.catalogue = catalogue
    self.inspector = inspector
    self.sandbox = sandbox
    self.options = options
    self.sharedResults = sharedResults
    self.secrets = secrets
    let masked = MaskedProgress(secrets, progress)
    self.progress = { masked($0) }
  }

  /// The checkouts stay in the directory of the run, which the caller removes: they have thousands of files.
  ///
  /// - Parameters:
  ///   - secret: the token or key that the code under review must not be able to read.
  ///   - fetchToken: returns the token for fetching; called for each fetch, because tokens expire.
  /// - Returns: the report, and the configuration of the review.
  package func report(
    of pullRequest: PullRequest, secret: Secret?, fetchToken: @Sendable () async throws -> Secret?, _ clock: StageClock
  ) async throws -> (report: Report, configuration: ReviewConfiguration) {
    let (report, configuration) = try await unmasked(pullRequest, secret, fetchToken, clock)
    // Notes contain messages of other programs, which may quote a secret.
    return (report.mappingNotes { secrets.mask.masked(lines: $0) }, configuration)
  }

  /// Returns the configuration that a review of the pull request would use, without a review.
  package func configuration(
    of pullRequest: PullRequest, fetchToken: @Sendable () async throws -> Secret?
  ) async throws -> ReviewConfiguration {
    let workspace = try await fetch(pullRequest, try await fetchToken(), StageClock(progress: progress))
    var notes: [String] = []
    return try ConfigurationSource(catalogue: catalogue, defaults: options.defaults)
      .read(base: workspace, named: options.configuration, notes: &notes)
  }

  private func unmasked(
    _ pullRequest: PullRequest, _ secret: Secret?, _ fetchToken: @Sendable () async throws -> Secret?,
    _ clock: StageClock
  ) async throws -> (report: Report, configuration: ReviewConfiguration) {
    async let found = ToolchainMemory(home).answers(environment, temporary: home.runs.appending("toolchain"))
    let workspace = try await fetch(pullRequest, try await fetchToken(), clock)
    let pullRequest = pullRequest.resolvingBase(from: workspace)
    // A forge opens no pull request without commits.
    if pullRequest.repository.forge == .local, workspace.mergeBase == workspace.head {
      throw WorkspaceError.nothingToReview(pullRequest.headRef, beyond: workspace.baseBranch ?? workspace.base.short)
    }
    if options.demandsHead { try workspace.demandHead(of: pullRequest) }
    let source = ConfigurationSource(catalogue: catalogue, defaults: options.defaults)
    var notes: [String] = []
    var configuration = try source.read(base: workspace, named: options.configuration, notes: &notes)
    configuration.checkout.test = options.trees ?? configuration.checkout.test
    configuration.pullRequest.drafts = options.drafts ?? configuration.pullRequest.drafts
    notes += options.limit(&configuration)
    let scope = ScopeDecision(configuration: configuration).scope(of: pullRequest, workspace)
    if let scope, scope.depth == .nothing {
      let report = skipped(pullRequest, workspace, configuration, scope, await clock.stages)
      return (report.adding(notes: notes), configuration)
    }
    try options.labels?.check(configuration.build.labels)
    let mirrored = scope == nil ? await mirror(pullRequest, workspace, configuration) : MirroredDependencies()
    let knowledge = knowledge(of: pullRequest, configuration)
    let sharing = await sharing(for: workspace, knowledge)
    let toolchain = scope == nil ? await found : nil
    let inputs =
      scope == nil
      ? inputs(
        of: pullRequest, workspace, configuration, rewrites: options.rewrites + mirrored.rewrites,
        notes: notes + mirrored.notes, measuresProject: knowledge.wantsProject) : nil
    let stages = await clock.stages
    let (reviewed, isKept) = try await result(of: inputs, in: workspace, stages) { rules in
      try await review(
        pullRequest, workspace, configuration, mirrored, secret, stages, notes: notes,
        measuresProject: knowledge.wantsProject, coverageReports: options.coverageReports, scope: scope ?? rules,
        baseResults: configuration.tests.select == .affected ? knowledge.results(of: workspace.mergeBase) : [],
        expectedTests: scope == nil ? expectedTests(of: pullRequest, configuration) : nil, toolchain: toolchain)
    }
    // Any sources in the worker's report are replaced, because the report is untrusted.
    let sources = workspace.sources
    guard scope == nil else {
      let report = reviewed.report.adding(linesOf: workspace.changes).adding(sources: sources, coverage: nil)
      return (sources == nil ? report : try report.masked(by: secrets.mask), configuration)
    }
    if !isKept, reviewed.report.head == reviewed.report.base { rememberFlips(of: reviewed, in: workspace, knowledge) }
    let baseReview = BaseReview(knowledge: knowledge, configuration: configuration)
    var compared = await baseReview.compare(reviewed, in: workspace) { configuration in
      // Makes space for another build.
      WorkerDirectories.remove(of: workspace)
      let base = try await fetch(pullRequest.ofItsBase, try await fetchToken(), clock)
      // The reports are of the head, and a base that is measured without them cannot be compared.
      let result = try await review(
        pullRequest.ofItsBase, base, configuration, mirrored, secret, [],
        measuresProject: configuration.coverage.base != .off && options.coverageReports.isEmpty,
        coverageReports: .none, toolchain: toolchain)
      rememberFlips(of: result, in: base, knowledge)
      return result
    }
    compared = knowledge.tests.explain(
      compared, reviewed, of: pullRequest, configuration, text: workspace.baseConfiguration)
    await sharing?.share()
    let shown = compared.adding(linesOf: workspace.changes).adding(sources: sources, coverage: reviewed.coverage)
    return (sources == nil ? shown : try shown.masked(by: secrets.mask), configuration)
  }

  private func rememberFlips(of base: ReviewResult, in workspace: Workspace, _ knowledge: BaseKnowledge) {
    for sentence in knowledge.rememberFlips(of: base, in: workspace) { progress(.detail(sentence)) }
  }

  /// The report of a pull request that the configuration skips.
  private func skipped(
    _ pullRequest: PullRequest, _ workspace: Workspace, _ configuration: ReviewConfiguration, _ scope: ReviewScope,
    _ stages: [Stage]
  ) -> Report {
    Report(
      tool: ProgramVersion.tool, repository: pullRequest.repository,
      pullRequest: .init(
        number: pullRequest.number, title: pullRequest.title, author: pullRequest.author, url: pullRequest.url,
        isFromFork: pullRequest.isFromFork, baseBranch: pullRequest.baseBranch),
      head: workspace.head, base: workspace.base, mergeBase: workspace.mergeBase, configurationHash: configuration.hash,
      verdict: .passed, reasons: [], stages: stages, runs: [], coverage: nil, findings: [], notes: workspace.notes,
      change: ChangeSummary(workspace.changes), scope: scope)
  }

  private func sharing(for workspace: Workspace, _ knowledge: BaseKnowledge) async -> BaseResultSharing? {
    guard let sharedResults else { return nil }
    return await BaseResultSharing(
      sharedResults, home.results, in: workspace, history: knowledge.history, tests: knowledge.tests.history,
      flips: knowledge.flips, progress: progress)
  }

  private func knowledge(of pullRequest: PullRequest, _ configuration: ReviewConfiguration) -> BaseKnowledge {
    let branch = pullRequest.baseBranch ?? ""
    return BaseKnowledge(
      results: ResultCache(home.results), coverages: CoverageCache(home.results),
      history: CoverageHistory(home.results, repository: pullRequest.repository, branch: branch),
      configuration: configuration, hasReports: !options.coverageReports.isEmpty,
      tests: TestMemory(
        history: TestHistory(
          home.tests, repository: pullRequest.repository, branch: branch, retention: options.tests.retention.duration),
        machine: options.tests, now: { Date() }),
      flips: FlipMemory(
        home.results, repository: pullRequest.repository, branch: branch, retention: options.tests.retention.duration),
      now: { Date() })
  }

  /// What the latest runs say about the tests; `nil` if their order does not depend on it.
  private func expectedTests(of pullRequest: PullRequest, _ configuration: ReviewConfiguration) -> ExpectedTests? {
    guard configuration.tests.runs.isEmpty else { return nil }
    // Opened on its own: unreadable records are counted, and reported, where the failures are explained.
    return knowledge(of: pullRequest, configuration).tests.expectedTests
  }

  /// Mirrors private dependencies, for which the code under review has no token.
  private func mirror(
    _ pullRequest: PullRequest, _ workspace: Workspace, _ configuration: ReviewConfiguration
  ) async -> MirroredDependencies {
    let mirrors = DependencyMirrors(
      home: home, tokens: options.dependencyTokens, certificates: environment["SSL_CERT_FILE"].map { FilePath($0) },
      environment: environment)
    let folders = configuration.build.package.folders(
      in: workspace.root, excluding: configuration.paths.exclude)
    return await mirrors.mirror(for: pullRequest, workspace, folders: folders, progress: progress)
  }

  private func fetch(
    _ pullRequest: PullRequest, _ token: Secret?, _ clock: StageClock
  ) async throws -> Workspace {
    try await clock.run("fetch", describe: { (.done, Self.describe($0.changes)) }) {
      let settings = try workspaceSettings(token, for: pullRequest.repository.forge)
      return try await FetchRequest(pullRequest: pullRequest, settings: settings).checkOut(progress: progress)
    }
  }

  private static func describe(_ changes: ChangeSet) -> String {
    let files = changes.files.count == 1 ? "1 file" : "\(changes.files.count) files"
    return "\(files) changed, +\(changes.addedLineCount) −\(changes.removedLineCount)"
  }

  private func review(
    _ pullRequest: PullRequest, _ workspace: Workspace, _ configuration: ReviewConfiguration,
    _ mirrored: MirroredDependencies, _ secret: Secret?, _ stages: [Stage], notes: [String] = [],
    measuresProject: Bool, coverageReports: CoverageReportFiles, scope: ReviewScope? = nil,
    baseResults: [BaseResult] = [], expectedTests: ExpectedTests? = nil, toolchain answers: ToolchainAnswers?
  ) async throws -> ReviewResult {
    let directories = try WorkerDirectories(workspace)
    defer { directories.removeMountFolder() }
    let reports = try coverageReports.copy(to: directories.results)
    let isOpen = sandbox.level == .none
    let lease = try sandbox.ids?.lease()
    let rewritten = await inspector.rewrites(
      in: SandboxedGitConfiguration.files(environment: environment, withMachine: !isOpen))
    let rewrites = options.rewrites + rewritten + mirrored.rewrites
    var settings = sandbox.settings
    settings.readable +=
      SandboxedGitConfiguration.folders(options.rewrites + rewritten) + mirrored.folders
      + SandboxedEnvironment.files(in: environment)
    settings.limits.resources.folders = workspace.folders + [directories.results]
    let builds = home.builds(of: pullRequest)
    if lease != nil { try home.share(mirrored.folders + [builds, home.classifications]) }
    let group = try sandbox.limits.lease(settings.limits, reviews: sandbox.reviews) { progress(.detail($0)) }
    if let group { settings.limits = group.limits }
    let processors = sandbox.processors?.lease()
    // The leases of the id and the processors end after the last process of the review.
    defer { withExtendedLifetime((lease, processors)) {} }
    let toolchain = ToolchainIdentity(environment)
    let leftovers: WorkerLeftovers
    let reviewed: ReviewResult
    do {
      defer { if let reason = group?.end() { progress(.detail(reason)) } }
      var worker = options.worker
      worker.allowedHosts = AllowedHosts.standard(cloneURL: pullRequest.repository.cloneURL) + worker.allowedHosts
      var preparation = try directories.preparation(
        settings, lease: lease, shared: [builds, home.classifications],
        ports: AllowedHosts.ports(of: worker.allowedHosts, environment: environment), environment: environment)
      preparation.group = group?.entrance
      preparation.processors = processors?.share
      let request = WorkerCall.Request(
        tool: ProgramVersion.tool, pullRequest: pullRequest, workspace: workspace.withoutSources,
        configuration: configuration,
        usesOperatorConfiguration: options.configuration != nil, stages: stages,
        notes: [sandbox.note].compactMap(\.self) + mirrored.notes + notes,
        results: directories.results,
        gitConfiguration: SandboxedGitConfiguration.text(rewrites, isSandboxed: !isOpen),
        sandbox: settings, forwarding: directories.forwarding, launch: preparation.launch, builds: builds,
        classifications: home.classifications, options: worker, measuresProject: measuresProject,
        coverageReports: reports, jobs: processors?.share.numbers.count, scope: scope, baseResults: baseResults,
        expectedTests: expectedTests, toolchain: answers)
      leftovers = request.leftovers
      reviewed = try await WorkerProcess(
        environment: environment, secret: secret, secrets: secrets, preparation: preparation
      ).review(
        request, progress: progress)
    } catch {
      // A worker that was killed leaves its containers running.
      if settings.level == .container { await settings.removeContainers(of: directories.name) }
      try check(toolchain, builds: scope == nil)
      throw error
    }
    try check(toolchain, builds: !reviewed.report.runs.isEmpty)
    let obstacle = await leftovers.takeOver(builds: builds, classifications: home.classifications)
    if let obstacle { progress(.detail(obstacle)) }
    return reviewed
  }

  /// - Parameters:
  ///   - toolchain: the toolchain at the start of the review.
  ///   - builds: whether the review needs a toolchain.
  /// - Throws: ``RunError`` if the toolchain is no longer the same, or, if the review is retried later, missing.
  private func check(_ toolchain: ToolchainIdentity, builds: Bool) throws(RunError) {
    guard builds else { return }
    let isMissing = toolchain.isMissing && options.worker.retriesShortages
    guard isMissing || toolchain != ToolchainIdentity(environment) else { return }
    let reason =
      isMissing
      ? "there is no swift on PATH"
      : "the Swift toolchain was replaced or removed during the review, which has no result"
    throw RunError(
      reason, remedy: "review the commit again when the toolchain is installed", failure: .toolchain)
  }

}

extension HostReview.Options {
  /// Reduces the time limits of a configuration to the operator's.
  ///
  /// - Returns: a note for the report for each reduced limit.
  package func limit(_ configuration: inout ReviewConfiguration) -> [String] {
    var notes: [String] = []
    func limit(_ value: inout TimeSpan, to bound: TimeSpan?, _ name: String) {
      guard let bound, value > bound else { return }
      notes.append("\(name): \(value) is more than the server allows; the limit is \(bound)")
      value = bound
    }
    limit(&configuration.build.setupTimeLimit, to: buildTimeout, "build.setup_time_limit")
    limit(&configuration.build.timeLimit, to: buildTimeout, "build.time_limit")
    limit(&configuration.tests.timeLimit, to: testsTimeout, "tests.time_limit")
    if linters == .forbid, !configuration.lint.linters.isEmpty {
      let names = configuration.lint.linters.map(\.name).joined(separator: ", ")
      notes.append("lint.linters: the server does not allow other linters; not run: \(names)")
      configuration.lint.linters = []
    }
    return notes
  }
}
