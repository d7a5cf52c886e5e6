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

/// One `reviewbot check`, from its arguments to its exit status. This is the half that holds the token: it reads the
/// pull request, has it fetched, has it reviewed by a process that knows no token, and publishes the report.
struct CheckRun: Sendable {
  private let arguments: CheckArguments
  private let environment: [String: String]
  private let ci: CIEnvironment
  private let places: Places
  private let fetchLimit: FetchLimit
  private let mirrorLimit: MirrorLimit
  private let progress: ProgressPrinter
  private let commands: WorkflowCommands

  init(_ command: CheckCommand, marker: CommentMarker, environment: [String: String]) throws {
    arguments = CheckArguments(command, marker: marker)
    self.environment = environment
    ci = CIEnvironment(environment)
    commands = WorkflowCommands(ci)
    places = try Places(environment: environment)
    fetchLimit = try FetchLimit(environment: environment)
    mirrorLimit = try MirrorLimit(environment: environment)
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
    let operatorConfiguration = try arguments.configuration.map { try source.read(file: $0) }
    let dependencyTokens = try DependencyTokens(reading: arguments.dependencyTokens)
    let target = try await resolver(parts).resolve()
    let credential = try arguments.credential.credential(
      for: target.forge, secrets: Secrets.current, environment: environment)
    for (secret, what) in [(credential.secret, "the token"), (Secrets.current.gitCredential, "the git credential")] {
      if let note = ShortSecret.note(secret, what: what) { Console.complain(note) }
    }
    let forge = try parts.forge(
      target, base: arguments.base, serverURL: target.forge == ci.forge ? ci.serverURL : nil, credential: credential)
    let clock = StageClock { progress($0.withoutReasonOfFailure) }

    let pullRequest = try await clock.run("read") { try await forge.source.pullRequest(target.number) }
    _ = try AllowedHosts.make(cloneURL: pullRequest.repository.cloneURL, arguments: arguments.allowedHosts)
    places.removeOldRuns()
    let run = try RunDirectory(in: places.runs)
    defer { run.remove() }
    let (places, environment) = (places.of(run), run.environment(environment))
    let sandbox = try await chooseSandbox(places, environment, clock)
    try RunGuard(
      choice: arguments.sandbox, sandbox: sandbox, ci: ci, hasToken: credential != .nobody,
      landlock: arguments.landlock
    ).check(pullRequest)
    var options = HostReview.Options(
      fetchLimit: fetchLimit, mirrorLimit: mirrorLimit, gitCredential: Secrets.current.gitCredential)
    options.configuration = operatorConfiguration
    options.trees = arguments.trees
    options.allowedHosts = arguments.allowedHosts
    options.dependencyTokens = dependencyTokens
    options.keepsBuilds = arguments.buildCache
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
      report, marker: arguments.marker, listedFindings: configuration.comment.maximumFindings,
      renderers: parts.renderers)
    try output.write(to: arguments.output)
    try output.printReport(environment: environment)
    let isSuperseded = try await publish(output, forge, target)
    output.printPlaces(arguments.output)
    return isSuperseded ? .superseded : ExitStatus(report.verdict)
  }

  private func refusals(_ forge: LiveForge) -> RefusalPublisher? {
    guard !arguments.noPublish, let publisher = forge.publisher else { return nil }
    return RefusalPublisher(
      publisher: publisher, source: forge.source, marker: arguments.marker, isDryRun: arguments.isDryRun)
  }

  private func resolver(_ parts: AppContext) -> TargetResolver {
    TargetResolver(
      repository: arguments.repository, forge: arguments.forge, number: arguments.number, ci: ci,
      currentFolder: FilePath(FileManager.default.currentDirectoryPath), inspector: parts.inspector)
  }

  /// Tries the sandbox out, because one that does not hold is worse than none that says so.
  private func chooseSandbox(
    _ places: Places, _ environment: [String: String], _ clock: StageClock
  ) async throws -> SandboxDecision {
    try await clock.run("sandbox", describe: { (.done, $0.level.rawValue) }) {
      try await SandboxDecision.make(
        arguments.sandbox, image: arguments.sandboxImage, runtime: arguments.sandboxRuntime?.name, ids: nil,
        places: places, environment: environment)
    }
  }

  /// - Returns: whether the head moved in the meantime, so that the report is of no use any more.
  private func publish(_ output: ReportOutput, _ forge: LiveForge, _ target: ReviewTarget) async throws -> Bool {
    guard let publisher = forge.publisher, !arguments.noPublish else {
      if target.forge != .local, !arguments.noPublish {
        arguments.isDryRun ? output.printPlan() : Console.say("There is no token, so nothing was posted." + tokenHint)
      }
      output.fallBack(to: ci, commands, because: nil)
      return false
    }
    let now = try await forge.source.pullRequest(target.number)
    if let head = now.head, head != output.report.head {
      Console.complain(
        "the head moved from \(output.report.head.short) to \(head.short) while it was reviewed; nothing was posted")
      return true
    }
    let receipt = try await publisher.publish(output.publication, isDryRun: arguments.isDryRun)
    receipt.printEntries()
    if receipt.isRefused { output.fallBack(to: ci, commands, because: receipt) }
    return false
  }

  /// Who has a job of GitLab's will look for a token there.
  private var tokenHint: String {
    ci.forge == .gitlab ? " CI_JOB_TOKEN may not write notes; give the job GITLAB_TOKEN." : ""
  }

}

extension ProgressEvent {
  /// What ends the whole run is said at its end, and only there.
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
