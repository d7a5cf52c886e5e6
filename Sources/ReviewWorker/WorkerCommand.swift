// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ConfigurationFiles
import ContainedFiles
import Coverage
import Findings
import Foundation
import Isolation
import Linting
import ReviewContract
import Rules
import SwiftBuild
import SwiftSource
import SystemPackage
import WorkerProtocol

/// `reviewbot __review`: the worker process, which runs code of the pull request. It has no token and no access to
/// processes that have one, and writes only to the folder of results.
package enum WorkerCommand {
  typealias Request = WorkerCall.Request
  typealias Response = WorkerCall.Response
  typealias Failure = WorkerCall.Failure

  /// Reads one request from standard input, reviews, and writes the response.
  ///
  /// - Returns: the exit status of the process.
  /// - Throws: what prevents preparing the process, before a request is read.
  package static func serve(environment: [String: String]) async throws -> Int32 {
    // Cached builds are writable by their owner only, and a build considers files with another mode modified.
    umask(umask(0) | 0o022)
    // A sandbox hides other processes already, and a process that starts one must be able to mount.
    let isSandboxed = CommandLine.arguments.contains(WorkerCall.sandboxedArgument)
    let isolates = !isSandboxed || Confinement.allowsMounting
    try Confinement.enter(environment: environment) {
      try ChildPreparation.read(WorkerPreparation.self).prepare(otherwise: isolates ? .processes : .nothing)
    }
    let launcher = WorkerPreparation.launcher()
    // The launcher was started before this program was executed again, and would be taken for an orphan. It adopts the
    // orphans of sandboxes itself.
    if launcher == nil { Orphans.adopt() }
    return await ChildReply.serve { (request: Request, report) async throws(Failure) -> Response in
      do {
        return try await review(request, launcher, environment: environment, progress: report)
      } catch {
        throw Failure(description: String(systemError: error))
      }
    }
  }

  private static func review(
    _ request: Request, _ launcher: LauncherConnection?, environment: [String: String],
    progress: @escaping ProgressHandler
  ) async throws -> Response {
    let scratch = request.results.appending("sandbox")
    let results = ContainedDirectory(request.results)
    try results.makeDirectory("sandbox", permissions: 0o700)
    let proxy = try proxy(for: request, environment: environment)
    defer { proxy?.server.stop() }
    var settings = request.sandbox
    settings.forwarding = proxy?.forwarding
    let sandbox = ShortageNotes(sandbox: try sandbox(request, settings, launcher, scratch: scratch))
    // Without a sandbox, the code under review could forge entries of the cache.
    let classifications = settings.level == .none ? nil : request.classifications
    // The linter runs first and parses what the measurement needs as well.
    let trees = ParsedTrees()
    let rules = BuiltInRulesAssembly(trees: trees)
    let build = SwiftBuildAssembly(
      environment: environment, gitConfiguration: request.gitConfiguration, sandbox: sandbox, jobs: request.jobs,
      toolchain: request.toolchain)
    let coverage = CoverageAssembly(
      environment: environment, sandbox: sandbox, cache: classifications, leftovers: request.leftovers.classifications,
      trees: trees)
    let review = WorkerReview(
      linter: try ReviewLinter(request.configuration, of: request.workspace, rules: rules),
      otherLinters: otherLinters(request, sandbox, environment: environment), runner: build.runner,
      coverage: coverage.reader, reports: coverage.reportReader)
    let headNotes =
      request.usesOperatorConfiguration
      ? [] : HeadConfiguration.notes(request.workspace, catalogue: rules.catalogue)
    let reviewed = await review.review(request, notes: headNotes, progress: progress)
    if request.options.retriesShortages, let shortage = sandbox.shortage { throw Failure(description: shortage) }
    let account = proxy?.server.account
    for line in account?.log ?? [] { progress(.output(line: line)) }
    let report = reviewed.report.adding(notes: account?.notes ?? [])
    try write(try ReportFile.encode(report), to: request.report, in: results)
    if let coverage = reviewed.coverage { try write(try coverage.encoded(), to: request.coverage, in: results) }
    if let tests = reviewed.tests { try write(Data(tests.bytes), to: request.tests, in: results) }
    return Response(documentObstacle: reviewed.documentObstacle)
  }

  /// The other linters of the configuration, which is the base's; `nil` if it has none.
  private static func otherLinters(
    _ request: Request, _ sandbox: any Sandbox, environment: [String: String]
  ) -> WorkerReview.OtherLinters? {
    guard request.configuration.lint.linters.contains(where: \.isOn) else { return nil }
    return { progress in
      let linters = { (name: String, limitPerRule: Int?) in
        let place = LinterPlace(
          sandbox: sandbox, environment: environment, folder: request.results.appending(name),
          configurations: request.workspace.baseLintFiles, yields: request.lintsBesideBuild)
        return ExternalLinters(request.configuration, in: place, limitPerRule: limitPerRule, progress: progress)
      }
      return ReviewLinter(
        // Where other lines than the added ones count, errors there must not be left out.
        request.configuration, of: request.workspace,
        linters: linters("linters", request.configuration.lint.scope == .added ? nil : .max),
        baseLinters: linters("base-linters", .max))
    }
  }

  /// Writes a file of the results. If the disk is full, removes the output of the code under review and tries again:
  /// that output may have filled the disk, and is not needed any more.
  private static func write(
    _ data: Data, to file: FilePath, in results: ContainedDirectory
  ) throws(ContainedDirectory.Failure) {
    let folder = ContainedDirectory(file.parent)
    let name = file.name
    do {
      try folder.write(data, to: name)
    } catch {
      guard error == .failed(errno: ENOSPC) else { throw error }
      try results.remove(CheckoutSide.head.rawValue)
      try results.remove(CheckoutSide.merge.rawValue)
      try folder.write(data, to: name)
    }
  }

  private static func sandbox(
    _ request: Request, _ settings: SandboxSettings, _ launcher: LauncherConnection?, scratch: FilePath
  ) throws -> any Sandbox {
    if let launcher, let plan = request.launch { return LaunchedSandbox(plan, launcher) }
    return try settings.sandbox(scratch: scratch)
  }

  /// Starts the dependency proxy for code without network access; `nil` without a sandbox, where no proxy is needed.
  private static func proxy(
    for request: Request, environment: [String: String]
  ) throws -> (server: DependencyProxy, forwarding: ProxyForwarding)? {
    guard request.sandbox.level != .none else { return nil }
    let server = try DependencyProxy(
      socket: request.forwarding.socket, allowing: request.options.allowedHosts,
      upstream: try UpstreamProxy.from(environment: environment))
    return (server, request.forwarding)
  }
}
