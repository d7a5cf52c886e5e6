// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CommandSupport
import ConfigurationFiles
import DependencyMirroring
import Findings
import Forges
import Foundation
import Git
import HostileText
import Isolation
import Reporting
import ReviewContract
import ReviewHost
import ReviewWorker
import SwiftBuild
import SystemPackage

/// One `reviewbot check`, from its arguments to its exit status. It has the token: it reads the pull request, starts
/// child processes that fetch and review it, and publishes the report.
struct ReviewRun: Sendable {
  private let command: CheckCommand
  /// `nil` for the pull request of the CI job.
  private let reference: PullRequestReference?
  private let marker: CommentMarker
  private let environment: [String: String]
  private let ci: CIEnvironment
  private let home: HomeDirectory
  private let fetchTimeout: TimeSpan
  private let mirrorsSize: ByteSize?
  private let fetchDepth: Int?
  private let progress: ProgressPrinter
  private let commands: WorkflowCommands
  private let session: ForgeSession
  /// The removal of the run's directory, beside the publication of the report.
  private let removal = Locked<Task<Void, Never>?>(nil)

  init(
    _ command: CheckCommand, of reference: PullRequestReference?, marker: CommentMarker, environment: [String: String]
  ) throws {
    self.command = command
    self.reference = reference
    self.marker = marker
    self.environment = environment
    ci = CIEnvironment(environment)
    commands = WorkflowCommands(ci)
    home = try HomeDirectory(environment: environment)
    session = try command.session.session()
    fetchTimeout = try EnvironmentSettings.fetchTimeout(environment)
    mirrorsSize = try EnvironmentSettings.mirrorsSize(environment)
    fetchDepth = try EnvironmentSettings.fetchDepth(environment)
    progress = ProgressPrinter(
      isLive: Console.isTerminal(STDERR_FILENO), isVerbose: command.verbose, width: Console.width(STDERR_FILENO))
  }

  private var reports: FilePath { FilePath(command.output) }
  private var formats: [ReportFormat] { command.format.isEmpty ? ReportFormat.files : command.format.map(\.format) }

  func perform() async throws -> ExitStatus {
    commands.stop()
    defer { commands.resume() }
    do {
      let status = try await session.run { try await attempt() }
      await removal.withLock(\.self)?.value
      return status
    } catch {
      await removal.withLock(\.self)?.value
      throw error
    }
  }

  private func attempt() async throws -> ExitStatus {
    let parts = AppContext(
      environment: environment, responses: home.responses, session: session,
      log: { [progress] line in progress(.output(line: line)) })
    let source = ConfigurationSource(catalogue: parts.catalogue)
    let operatorConfiguration = try command.config.map { try source.named($0) }
    var options = try command.reviewOptions()
    let target = try await session.target(resolver(parts))
    let credential = try session.credential { () throws(UsageError) in
      try command.credential.choice.credential(
        for: target.forge, secrets: Secrets.current, environment: environment)
    }
    for (secret, what) in [(credential.secret, "the token"), (Secrets.current.gitCredential, "the git credential")] {
      if let note = ShortSecret.note(secret, what: what) { Console.complain(note) }
    }
    let base = try await base(of: target, parts)
    let forge = try parts.forge(
      target, base: base, serverURL: target.forge == ci.forge ? ci.serverURL : nil, credential: credential)
    // A review whose report could not be written would be repeated.
    try ReportOutput.prepare(reports)
    let clock = StageClock { progress($0.withoutReasonOfFailure) }

    let pullRequest = try await clock.run("read", describe: { (.done, target.forge == .local ? $0.baseDetail : nil) }) {
      try await CredentialAdvice(credential: credential, forge: target.forge).adding {
        try await forge.source.pullRequest(target.number)
      }
    }
    guard pullRequest.state == .open || command.force else {
      Console.say(
        "Pull request #\(pullRequest.number) is \(pullRequest.state.rawValue): nothing was reviewed. Review it with --force."
      )
      await renewStatus(of: pullRequest, forge)
      return .passed
    }
    options.fetchTimeout = fetchTimeout
    options.mirrorsSize = mirrorsSize
    options.fetchDepth = fetchDepth
    options.gitCredential = Secrets.current.gitCredential
    options.configuration = operatorConfiguration
    progress.expect(StageTimes.read(pullRequest.repository, in: home))
    // From here on the commit has a pending status, and every path sets a final one.
    let status = status(of: pullRequest, forge)
    let running = status.map { status in
      ProgressStatus(of: status.head, pace: status.pace) { text, willSend in
        guard (try? willSend()) != nil else { return false }
        return await status.show(text)
      }
    }
    async let pending: Void = begin(status, running)
    let output: ReportOutput
    do {
      output = try await review(pullRequest, forge, credential, options, parts, clock, running)
    } catch {
      await pending
      await running?.end()
      await status?.fail(error)
      throw Self.explaining(error, of: target)
    }
    await pending
    await running?.end()
    return try await show(output, forge, target, status)
  }

  private func begin(_ status: CheckStatus?, _ running: ProgressStatus?) async {
    await status?.begin()
    running?.begin()
  }

  /// Returns a usage error for a missing repository, number or base branch, which are arguments without a forge.
  private static func explaining(_ error: any Error, of target: ReviewTarget) -> any Error {
    let codes: [WorkspaceError.Code] = [.notARepository, .missingPullRequest, .missingBase, .nothingToReview]
    guard target.forge == .local, let error = error as? WorkspaceError, codes.contains(error.code) else { return error }
    return UsageError(error)
  }

  /// Returns the base branch: the one of `--base`, or the default branch of a repository on this host.
  ///
  /// - Throws: an error if the head of a pull request in a repository on this host has no commit that the base lacks.
  private func base(of target: ReviewTarget, _ parts: AppContext) async throws -> String? {
    guard target.forge == .local, let folder = target.cloneURL, folder.hasPrefix("/") else { return command.base }
    do {
      return try await parts.localChanges.base(
        ofPullRequest: target.number, named: command.base, in: FilePath(folder))
    } catch {
      throw Self.explaining(error, of: target)
    }
  }

  private func review(
    _ pullRequest: PullRequest, _ forge: LiveForge, _ credential: Credential, _ options: HostReview.Options,
    _ parts: AppContext, _ clock: StageClock, _ running: ProgressStatus?
  ) async throws -> ReportOutput {
    home.removeOldRuns()
    try DiskCaches(home, environment: environment).pruneIfDue()
    let run = try RunDirectory(in: home.runs)
    defer { removal.withLock { $0 = run.removeBeside() } }
    let (home, environment) = (home.of(run), run.environment(environment))
    let sandbox = try await chooseSandbox(home, environment, clock)
    try RunGuard(
      choice: command.sandbox, sandbox: sandbox, ci: ci, hasToken: credential != .anonymous,
      landlock: command.landlock
    ).check(pullRequest)
    let review = HostReview(
      environment: environment, home: home, catalogue: parts.catalogue, inspector: parts.inspector,
      sandbox: sandbox, options: options,
      progress: { event in
        progress(event)
        running?.read(event)
      })
    let (report, configuration) = try await review.report(
      of: pullRequest, secret: credential.secret, fetchToken: { try await forge.fetchToken() }, clock)
    do {
      try StageTimes(report)?.write(pullRequest.repository, in: self.home)
    } catch {
      Console.complain("cannot save the durations of the stages: \(String(systemError: error))")
    }
    return try ReportOutput(
      report, into: pullRequest.baseBranch, marker: marker, choice: configuration.publishing,
      renderers: parts.renderers)
  }

  /// Publishes the report even if it cannot be written, and ends with the verdict.
  private func show(
    _ output: ReportOutput, _ forge: LiveForge, _ target: ReviewTarget, _ status: CheckStatus?
  ) async throws -> ExitStatus {
    let written = Result { try output.write(formats, to: reports) }
    commands.group("The report: \(output.report.verdict.rawValue)") { output.printReport(environment: environment) }
    let isSuperseded: Bool
    do {
      isSuperseded = try await publish(output, forge, target, status)
    } catch {
      await status?.end(with: output.publication)
      output.printVerdict(isSuperseded: false, environment: environment)
      throw error
    }
    if case .success = written { output.printPaths(formats, reports) }
    output.printVerdict(isSuperseded: isSuperseded, environment: environment)
    try written.get()
    return isSuperseded ? .superseded : ExitStatus(output.report.verdict)
  }

  /// Replaces the failure of a closed pull request by the result of another one with the same head.
  private func renewStatus(of pullRequest: PullRequest, _ forge: LiveForge) async {
    guard !command.noPublish, !command.dryRun, let publisher = forge.publisher, let head = pullRequest.head else {
      return
    }
    do {
      try await publisher.renewStatus(of: head, marker).receipt.printEntries()
    } catch {
      Console.complain("cannot renew the status of \(head.short): \(String(systemError: error))")
    }
  }

  private func status(of pullRequest: PullRequest, _ forge: LiveForge) -> CheckStatus? {
    guard !command.noPublish, let publisher = forge.publisher, let head = pullRequest.head else { return nil }
    return CheckStatus(
      publisher: publisher, source: forge.source, marker: marker, isDryRun: command.dryRun, pullRequest: pullRequest,
      head: head, jobPage: ci.jobPage)
  }

  private func resolver(_ parts: AppContext) -> TargetResolver {
    TargetResolver(
      repository: command.repository, forge: command.forge, pullRequest: reference, ci: ci,
      currentFolder: FilePath(FileManager.default.currentDirectoryPath), inspector: parts.inspector)
  }

  /// Chooses a sandbox and runs its self-test: an ineffective sandbox is worse than a known missing one.
  private func chooseSandbox(
    _ home: HomeDirectory, _ environment: [String: String], _ clock: StageClock
  ) async throws -> SandboxDecision {
    try await clock.run("sandbox", describe: { (.done, $0.level.rawValue) }) {
      try await SandboxDecision.make(
        command.sandbox, image: command.containers.sandboxImage, runtime: command.containers.sandboxRuntime?.name,
        ids: nil, keepingProgramIn: home.runs, home: home, environment: environment)
    }
  }

  /// - Returns: whether the report is superseded, because the head moved during the review.
  private func publish(
    _ output: ReportOutput, _ forge: LiveForge, _ target: ReviewTarget, _ status: CheckStatus?
  ) async throws -> Bool {
    guard let publisher = forge.publisher, !command.noPublish else {
      if target.forge == .local, command.dryRun {
        Console.say("There is nothing to post: a plain repository has no comments and no statuses.")
      } else if target.forge != .local, !command.noPublish {
        command.dryRun ? output.printPlan() : Console.say("Nothing was posted: there is no token." + tokenHint)
      }
      output.fallBack(to: ci, commands, because: nil)
      return false
    }
    let now = try await forge.source.pullRequest(target.number)
    if let head = now.head, head != output.report.head {
      Console.complain(
        "the head moved from \(output.report.head.short) to \(head.short) during the review; the report was not posted")
      await status?.supersede()
      return true
    }
    // A push between the request for the pull request and the fetch leaves the status of the earlier head pending.
    if let status, status.head != output.report.head { await status.supersede() }
    var publication = output.publication
    publication.jobPage = ci.jobPage
    let receipt = try await publisher.publish(publication, isDryRun: command.dryRun)
    receipt.printEntries()
    if receipt.isRefused { output.fallBack(to: ci, commands, because: receipt) }
    return false
  }

  private var tokenHint: String { ci.forge?.description?.ci.tokenAdvice.map { " \($0)" } ?? "" }

}

extension PullRequest {
  fileprivate var baseDetail: String? { baseBranch.map { "base \(HostileText($0).line(limit: 200))" } }
}

extension ProgressEvent {
  /// The event without the reason of a failed stage, which is printed as the error of the run.
  fileprivate var withoutReasonOfFailure: ProgressEvent {
    guard case .ended(let stage) = self, stage.status == .failed else { return self }
    return .ended(Stage(name: stage.name, status: .failed, milliseconds: stage.milliseconds))
  }
}
