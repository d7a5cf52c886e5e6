// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
import DependencyMirroring
import Foundation
import Git
import Isolation
package import Observability
package import ReviewContract
import SecretMasking
import SystemPackage
import WorkerProtocol

/// The privileged half of a review: fetches the pull request, starts a worker process without a token that reviews it,
/// and compares the result with the base.
package struct HostReview: Sendable {
  /// The operator's options.
  package struct Options: Sendable {
    /// Replaces the repository's own configuration.
    package var configuration: ReviewConfiguration?
    package var trees: TestedTrees?
    /// Additional hosts of dependencies, in the syntax of `--allow-host`.
    package var allowedHosts: [String] = []
    package var dependencyTokens = DependencyTokens.none
    /// URL rewrites for fetching dependencies, such as mirrors.
    package var rewrites: [URLRewrite] = []
    /// Whether builds of base branches are cached. Has no effect without a sandbox.
    package var keepsBuilds = true
    /// Whether the review fails if the fetched head differs from the pull request's head.
    package var demandsHead = false
    /// Whether a review that ran out of a host's resource fails without a report, because it is retried later.
    package var retriesShortages = false
    /// The timeout of fetching and checking out together.
    package var fetchTimeout: TimeSpan = "30m"
    /// Of all mirrors together; `nil` for the default.
    package var mirrorsSize: ByteSize?
    /// `USER:PASSWORD` for fetching, instead of the token.
    package var gitCredential: Secret?

    package init() {}
  }

  package let environment: [String: String]
  package let places: Places
  package let catalogue: RuleCatalogue
  package let inspector: any CheckoutInspector
  package let sandbox: SandboxDecision
  package let options: Options
  package let progress: ProgressHandler
  /// The secrets to mask in progress and report.
  package let secrets: KnownSecrets

  package init(
    environment: [String: String], places: Places, catalogue: RuleCatalogue, inspector: any CheckoutInspector,
    sandbox: SandboxDecision, options: Options,
    secrets: KnownSecrets = .ofProgram, progress: @escaping ProgressHandler
  ) {
    self.environment = environment
    self.places = places
    self.catalogue = catalogue
    self.inspector = inspector
    self.sandbox = sandbox
    self.options = options
    self.secrets = secrets
    let masked = MaskedProgress(secrets, progress)
    self.progress = { masked($0) }
  }

  /// - Parameters:
  ///   - secret: the token or key that the code under review must not be able to read.
  ///   - fetchToken: returns the token for fetching; called for each fetch, because tokens expire.
  /// - Returns: the report, and the configuration of the review.
  package func report(
    of pullRequest: PullRequest, secret: Secret?, fetchToken: @Sendable () async throws -> Secret?, _ clock: StageClock
  ) async throws -> (report: Report, configuration: ReviewConfiguration) {
    let workspace = try await fetch(pullRequest, try await fetchToken(), clock)
    defer { remove(workspace) }
    if options.demandsHead { try workspace.demandHead(of: pullRequest) }
    let source = ConfigurationSource(catalogue: catalogue)
    var configuration = try options.configuration ?? source.read(text: workspace.baseConfiguration)
    configuration.checkout.test = options.trees ?? configuration.checkout.test
    let mirrored = await mirror(pullRequest, workspace, configuration)
    let knowledge = knowledge(of: pullRequest, configuration)
    let reviewed = try await review(
      pullRequest, workspace, configuration, mirrored, secret, await clock.stages,
      measuresProject: knowledge.wantsProject(of: workspace))
    let baseReview = BaseReview(knowledge: knowledge, configuration: configuration)
    let report = await baseReview.compare(reviewed, in: workspace) { configuration in
      let base = try await fetch(pullRequest.ofItsBase, try await fetchToken(), clock)
      defer { remove(base) }
      return try await review(
        pullRequest.ofItsBase, base, configuration, mirrored, secret, [],
        measuresProject: configuration.coverage.base != .off)
    }
    // Notes on errors of the base contain messages of other programs, which may quote a secret.
    return (report.mappingNotes { secrets.mask.masked(lines: $0) }, configuration)
  }

  private func knowledge(of pullRequest: PullRequest, _ configuration: ReviewConfiguration) -> BaseKnowledge {
    BaseKnowledge(
      results: ResultCache(places.results), coverages: CoverageCache(places.results),
      history: CoverageHistory(
        places.results, repository: pullRequest.repository, branch: pullRequest.baseBranch ?? ""),
      configuration: configuration, now: { Date() })
  }

  /// Mirrors private dependencies, for which the code under review has no token.
  private func mirror(
    _ pullRequest: PullRequest, _ workspace: Workspace, _ configuration: ReviewConfiguration
  ) async -> MirroredDependencies {
    let mirrors = DependencyMirrors(
      places: places, tokens: options.dependencyTokens, certificates: environment["SSL_CERT_FILE"].map { FilePath($0) },
      environment: environment)
    let folders = configuration.build.package.selection.folders(
      in: workspace.root, excluding: configuration.paths.exclude)
    return await mirrors.mirror(for: pullRequest, workspace, folders: folders, progress: progress)
  }

  private func fetch(
    _ pullRequest: PullRequest, _ token: Secret?, _ clock: StageClock
  ) async throws -> Workspace {
    let provider = ChildWorkspaceProvider(
      places: places, token: token, credential: options.gitCredential,
      certificates: environment["SSL_CERT_FILE"].map { FilePath($0) },
      environment: environment, withBase: options.keepsBuilds && sandbox.level != .none,
      timeout: options.fetchTimeout, mirrorsSize: options.mirrorsSize)
    return try await clock.run("fetch", describe: { (.done, Self.describe($0.changes)) }) {
      try await provider.checkOut(pullRequest, progress: progress)
    }
  }

  private static func describe(_ changes: ChangeSet) -> String {
    let files = changes.files.count == 1 ? "1 file" : "\(changes.files.count) files"
    return "\(files) changed, +\(changes.addedLineCount) −\(changes.removedLineCount)"
  }

  private func review(
    _ pullRequest: PullRequest, _ workspace: Workspace, _ configuration: ReviewConfiguration,
    _ mirrored: MirroredDependencies, _ secret: Secret?, _ stages: [Stage], measuresProject: Bool
  ) async throws -> ReviewResult {
    let ground = try WorkerDirectories(workspace)
    defer { ground.remove() }
    let isOpen = sandbox.level == .none
    let lease = try sandbox.ids?.lease()
    let own = await inspector.rewrites(
      in: SandboxedGitConfiguration.files(environment: environment, withMachine: !isOpen))
    let rewrites = options.rewrites + own + mirrored.rewrites
    var settings = sandbox.settings
    settings.readable +=
      SandboxedGitConfiguration.folders(options.rewrites + own) + mirrored.folders
      + SandboxedEnvironment.files(in: environment)
    settings.limits.resources.folders = workspace.folders + [ground.results]
    let builds = places.builds(of: pullRequest)
    if lease != nil { try places.share(mirrored.folders + [builds, places.classifications]) }
    let group = try sandbox.limits.lease(settings.limits, reviews: sandbox.reviews) { progress(.detail($0)) }
    if let group { settings.limits = group.limits }
    let processors = sandbox.processors?.lease()
    // The leases of the id and the processors end after the last process of the review.
    defer { withExtendedLifetime((lease, processors)) {} }
    let left: WorkerLeftovers
    let reviewed: ReviewResult
    do {
      defer { if let reason = group?.end() { progress(.detail(reason)) } }
      var preparation = try ground.preparation(
        settings, lease: lease, shared: [builds, places.classifications], environment: environment)
      preparation.group = group?.entrance
      preparation.processors = processors?.share
      let request = WorkerCall.Request(
        tool: ProgramVersion.tool, pullRequest: pullRequest, workspace: workspace, configuration: configuration,
        usesOwnConfiguration: options.configuration != nil, stages: stages,
        notes: [sandbox.note].compactMap(\.self) + mirrored.notes,
        results: ground.results, report: ground.results.appending("report.json"),
        gitConfiguration: SandboxedGitConfiguration.text(rewrites, isSandboxed: !isOpen),
        sandbox: settings, passage: ground.passage, launch: preparation.launch, builds: builds,
        classifications: places.classifications, allowedHosts: options.allowedHosts,
        failsOnShortage: options.retriesShortages, measuresProject: measuresProject,
        jobs: processors?.share.numbers.count)
      left = request.left
      reviewed = try await WorkerProcess(
        environment: environment, secret: secret, secrets: secrets, preparation: preparation
      ).review(
        request, progress: progress)
    } catch {
      // A worker that was killed leaves its containers running.
      if settings.level == .container { await ContainerRemoval(settings).removeAll(of: ground.name) }
      throw error
    }
    let obstacle = await left.takeOver(builds: builds, classifications: places.classifications)
    if let obstacle { progress(.detail(obstacle)) }
    return reviewed
  }

  private func remove(_ workspace: Workspace) {
    for folder in workspace.folders { remove(folder) }
  }

  private func remove(_ folder: FilePath) {
    // A later run removes what remains.
    try? DirectoryRemoval.remove(folder)
  }
}
