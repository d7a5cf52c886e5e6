// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import DependencyMirroring
import Forges
import Foundation
import Git
import Isolation
import ReviewContract
import ReviewHost
import ReviewWorker
import SwiftBuild
import SystemPackage
import WorkerProtocol

/// One `reviewbot check`, from its arguments to its exit status. It has the token: it reads the pull request, has it
/// fetched and reviewed by child processes, and publishes the report.
struct CheckRun: Sendable {
  private let command: CheckCommand
  private let marker: CommentMarker
  private let environment: [String: String]
  private let ci: CIEnvironment
  private let places: Places
  private let fetchTimeout: TimeSpan
  private let mirrorsSize: ByteSize?
  private let progress: ProgressPrinter
  private let commands: WorkflowCommands

  init(_ command: CheckCommand, marker: CommentMarker, environment: [String: String]) throws {
    self.command = command
    self.marker = marker
    self.environment = environment
    ci = CIEnvironment(environment)
    commands = WorkflowCommands(ci)
    places = try Places(environment: environment)
    fetchTimeout = try EnvironmentSettings.fetchTimeout(environment)
    mirrorsSize = try EnvironmentSettings.mirrorsSize(environment)
    progress = ProgressPrinter(
      isLive: Console.isTerminal(STDERR_FILENO), isVerbose: command.verbose, width: Console.width(STDERR_FILENO))
  }

  func perform() async throws -> ExitStatus {
    commands.stop()
    defer { commands.resume() }
    let parts = AppContext(environment: environment, answers: places.answers) { [progress] line in
      progress(.output(line: line))
    }
    let source = ConfigurationSource(catalogue: parts.catalogue)
    let operatorConfiguration = try command.config.map { try source.read(file: $0) }
    let dependencyTokens = try DependencyTokens(reading: command.dependencyToken)
    let target = try await resolver(parts).resolve()
    let credential = try command.credential.credential(
      for: target.forge, secrets: Secrets.current, environment: environment)
    for (secret, what) in [(credential.secret, "the token"), (Secrets.current.gitCredential, "the git credential")] {
      if let note = ShortSecret.note(secret, what: what) { Console.complain(note) }
    }
    let forge = try parts.forge(
      target, base: command.base, serverURL: target.forge == ci.forge ? ci.serverURL : nil, credential: credential)
    let clock = StageClock { progress($0.withoutReasonOfFailure) }

    let pullRequest = try await clock.run("read") { try await forge.source.pullRequest(target.number) }
    _ = try AllowedHosts.make(cloneURL: pullRequest.repository.cloneURL, arguments: command.allowHost)
    places.removeOldRuns()
    let run = try RunDirectory(in: places.runs)
    defer { run.remove() }
    let (places, environment) = (places.of(run), run.environment(environment))
    let sandbox = try await chooseSandbox(places, environment, clock)
    try RunGuard(
      choice: command.sandbox, sandbox: sandbox, ci: ci, hasToken: credential != .nobody,
      landlock: command.landlock
    ).check(pullRequest)
    var options = HostReview.Options()
    options.fetchTimeout = fetchTimeout
    options.mirrorsSize = mirrorsSize
    options.gitCredential = Secrets.current.gitCredential
    options.configuration = operatorConfiguration
    options.trees = command.test
    options.allowedHosts = command.allowHost
    options.dependencyTokens = dependencyTokens
    options.keepsBuilds = command.buildCache
    let review = HostReview(
      environment: environment, places: places, catalogue: parts.catalogue, inspector: parts.inspector,
      sandbox: sandbox, options: options,
      progress: { progress($0) })
    let (report, configuration): (Report, ReviewConfiguration)
    do {
      (report, configuration) = try await review.report(
        of: pullRequest, secret: credential.secret, fetchToken: { try await forge.fetchToken() }, clock)
    } catch {
      await refusals(forge)?.publish(error, of: pullRequest)
      throw error
    }

    let output = try ReportOutput(
      report, marker: marker, listedFindings: configuration.comment.maximumFindings,
      renderers: parts.renderers)
    try output.write(to: command.reports)
    try output.printReport(environment: environment)
    let isSuperseded = try await publish(output, forge, target)
    output.printPlaces(command.reports)
    return isSuperseded ? .superseded : ExitStatus(report.verdict)
  }

  private func refusals(_ forge: LiveForge) -> RefusalPublisher? {
    guard !command.noPublish, let publisher = forge.publisher else { return nil }
    return RefusalPublisher(
      publisher: publisher, source: forge.source, marker: marker, isDryRun: command.dryRun)
  }

  private func resolver(_ parts: AppContext) -> TargetResolver {
    TargetResolver(
      repository: command.repository, forge: command.forge, number: command.number, ci: ci,
      currentFolder: FilePath(FileManager.default.currentDirectoryPath), inspector: parts.inspector)
  }

  /// Chooses a sandbox and runs its self-test: an ineffective sandbox is worse than a known missing one.
  private func chooseSandbox(
    _ places: Places, _ environment: [String: String], _ clock: StageClock
  ) async throws -> SandboxDecision {
    try await clock.run("sandbox", describe: { (.done, $0.level.rawValue) }) {
      try await SandboxDecision.make(
        command.sandbox, image: command.sandboxImage, runtime: command.sandboxRuntime?.name, ids: nil,
        places: places, environment: environment)
    }
  }

  /// - Returns: whether the report is superseded, because the head moved during the review.
  private func publish(_ output: ReportOutput, _ forge: LiveForge, _ target: ReviewTarget) async throws -> Bool {
    guard let publisher = forge.publisher, !command.noPublish else {
      if target.forge != .local, !command.noPublish {
        command.dryRun ? output.printPlan() : Console.say("Nothing was posted: there is no token." + tokenHint)
      }
      output.fallBack(to: ci, commands, because: nil)
      return false
    }
    let now = try await forge.source.pullRequest(target.number)
    if let head = now.head, head != output.report.head {
      Console.complain(
        "the head moved from \(output.report.head.short) to \(head.short) during the review; nothing was posted")
      return true
    }
    let receipt = try await publisher.publish(output.publication, isDryRun: command.dryRun)
    receipt.printEntries()
    if receipt.isRefused { output.fallBack(to: ci, commands, because: receipt) }
    return false
  }

  /// GitLab jobs have a token in `CI_JOB_TOKEN`, but without permission to write notes.
  private var tokenHint: String {
    ci.forge == .gitlab ? " CI_JOB_TOKEN has no permission to write notes; set GITLAB_TOKEN in the job." : ""
  }

}

extension ProgressEvent {
  /// The event without the reason of a failed stage, which is printed once, as the error of the run.
  fileprivate var withoutReasonOfFailure: ProgressEvent {
    guard case .ended(let stage) = self, stage.status == .failed else { return self }
    return .ended(Stage(name: stage.name, status: .failed, milliseconds: stage.milliseconds))
  }
}

extension ExitStatus {
  init(_ verdict: Verdict) {
    self =
      switch verdict.exitCode {
      case 0: .passed
      case 1: .gateFailed
      case 4: .superseded
      default: .couldNotRun
      }
  }
}
