// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import AssemblyKit
import ConfigurationFiles
import Coverage
import Foundation
import Isolation
import ReviewContract
import ReviewWorker
import Rules
import SwiftBuild
import SwiftSource
import SystemPackage

/// `reviewbot __review`: everything that runs code of the pull request. It gets no token, cannot look into the
/// processes that have one, and leaves nothing but `report.json`.
enum ReviewChild {
  static let name = "__review"
  /// Says before the request is read that the code under review will be in a sandbox.
  static let sandboxedArgument = "--sandboxed"

  static func arguments(for level: SandboxLevel) -> [String] { level == .none ? [] : [sandboxedArgument] }

  struct Request: Codable, Sendable {
    let tool: String
    let pullRequest: PullRequest
    let workspace: Workspace
    let configuration: ReviewConfiguration
    /// Whether the caller gave a configuration, so that the repository's has no effect at all.
    let usesOwnConfiguration: Bool
    let stages: [Stage]
    let notes: [String]
    /// An empty folder for what the run leaves besides the build folder.
    let results: FilePath
    let report: FilePath
    /// For the git of the code under review.
    let gitConfiguration: String
    let sandbox: SandboxSettings
    /// Its folder is there.
    let passage: ProxyPassage
    /// What the process that starts sandboxes was told; `nil` when there is none.
    let launch: LaunchPlan?
    /// The kept builds of the branch that the pull request is made for.
    let builds: FilePath
    /// What the lines of files came to, by their content.
    let classifications: FilePath
    /// The hosts that dependencies may come from, as in `--allow-host`.
    let allowedHosts: [String]
    /// Whether there is no report when the machine could not give what it takes, because it is tried again.
    let failsOnShortage: Bool
    /// Whether the coverage of the whole project is measured, and left in ``coverage``.
    let measuresProject: Bool
    /// How many compilers and tests run at once; `nil` leaves it to the toolchain.
    let jobs: Int?

    /// What the caller takes over, where it is kept from one review to the next.
    var left: LeftBehind { LeftBehind(in: results) }

    /// Beside the report.
    var coverage: FilePath { report.removingLastComponent().appending("coverage.json") }
  }

  /// The report is in the file; there is nothing more to say.
  struct Response: Codable, Sendable {}

  struct Failure: Error, Codable, CustomStringConvertible {
    let description: String
  }

  typealias Call = ChildCall<Request, ProgressEvent, Response, Failure>

  /// Everything that the half under review is put together from.
  ///
  /// - Parameters:
  ///   - classifications: a folder with what files came to.
  ///   - left: where more of that goes.
  ///   - jobs: how many compilers and tests run at once; `nil` leaves it to the toolchain.
  static func registry(
    environment: [String: String], gitConfiguration: String, sandbox: any Sandbox, classifications: FilePath? = nil,
    left: FilePath? = nil, jobs: Int? = nil
  ) -> Registry {
    // The rules come first and parse what the measurement needs as well.
    let trees = ParsedTrees()
    return Registry([
      BuildAndTestAssembly(environment: environment, gitConfiguration: gitConfiguration, sandbox: sandbox, jobs: jobs),
      CoverageAnalysisAssembly(
        environment: environment, sandbox: sandbox, cache: classifications, left: left, trees: trees),
      BuiltInRulesAssembly(trees: trees),
    ])
  }

  static func serve(environment: [String: String]) async throws -> Int32 {
    // Copies of a build are writable by their owner alone, and a file whose mode changed counts as changed.
    umask(umask(0) | 0o022)
    // In a sandbox the code under review sees no process outside anyway, and making one takes mounting.
    let isSandboxed = CommandLine.arguments.contains(sandboxedArgument)
    let isolates = !isSandboxed || Confinement.allowsMounting
    try Confinement.enter(environment: environment) {
      try ChildPreparation.read(ReviewPreparation.self).prepare(otherwise: isolates ? .processes : .nothing)
    }
    let launcher = ReviewPreparation.launcher()
    // The launcher is a child that this start does not know, and it adopts what sandboxes leave.
    if launcher == nil { Orphans.adopt() }
    return await ChildReply.serve { (request: Request, report) async throws(Failure) -> Response in
      do {
        try await review(request, launcher, environment: environment, progress: report)
        return Response()
      } catch {
        throw Failure(description: "\(error)")
      }
    }
  }

  private static func review(
    _ request: Request, _ launcher: LauncherConnection?, environment: [String: String],
    progress: @escaping ProgressHandler
  ) async throws {
    let scratch = request.results.appending("sandbox")
    let results = ContainedDirectory(request.results)
    try results.makeDirectory("sandbox", permissions: 0o700)
    let proxy = try proxy(for: request, environment: environment)
    defer { proxy?.server.stop() }
    var settings = request.sandbox
    settings.passage = proxy?.passage
    let sandbox = ShortageNotes(try sandbox(request, settings, launcher, scratch: scratch))
    // Without a sandbox the code under review could write there that it was covered.
    let classifications = settings.level == .none ? nil : request.classifications
    var resolver = registry(
      environment: environment, gitConfiguration: request.gitConfiguration, sandbox: sandbox,
      classifications: classifications, left: request.left.classifications, jobs: request.jobs
    ).resolver()
    let makeLinter = try resolver(.linter)
    let catalogue = try resolver(.ruleCatalogue)
    let review = WorkspaceReview(
      linter: try makeLinter(request.configuration.ruleSettings), runner: try resolver(.testRunner),
      coverage: try resolver(.coverageReader))
    let job = WorkspaceJob(
      tool: request.tool, pullRequest: request.pullRequest, workspace: request.workspace,
      settings: request.configuration.reviewSettings, configurationHash: request.configuration.hash,
      stages: request.stages, notes: request.notes + HeadConfiguration.notes(request, catalogue: catalogue),
      results: request.results,
      warmStart: request.workspace.baseRoot.map {
        WarmStart(
          baseRoot: $0, base: request.workspace.base, builds: request.builds, left: request.left.builds)
      }, measuresProject: request.measuresProject)
    let reviewed = await review.review(job, progress: progress)
    if request.failsOnShortage, let shortage = sandbox.shortage { throw Failure(description: shortage) }
    let report = reviewed.report.adding(notes: proxy?.server.account.notes ?? [])
    let folder = ContainedDirectory(request.report.removingLastComponent())
    try folder.write(try ReportFile.encode(report), to: request.report.lastComponent?.string ?? "")
    if let coverage = reviewed.coverage {
      try folder.write(try coverage.encoded(), to: request.coverage.lastComponent?.string ?? "")
    }
  }

  private static func sandbox(
    _ request: Request, _ settings: SandboxSettings, _ launcher: LauncherConnection?, scratch: FilePath
  ) throws -> any Sandbox {
    if let launcher, let plan = request.launch { return LaunchedSandbox(plan, launcher) }
    var sandboxes = Registry([SandboxingAssembly(scratch: scratch)]).resolver()
    return try sandboxes(.sandbox)(settings)
  }

  /// The way to the hosts of dependencies, for code that has no network. Without a sandbox there is nothing to pass.
  private static func proxy(
    for request: Request, environment: [String: String]
  ) throws -> (server: DependencyProxy, passage: ProxyPassage)? {
    guard request.sandbox.level != .none else { return nil }
    let hosts = try AllowedHosts.make(
      cloneURL: request.pullRequest.repository.cloneURL, arguments: request.allowedHosts)
    let server = try DependencyProxy(
      socket: request.passage.socket, allowing: hosts, upstream: try UpstreamProxy.from(environment: environment))
    return (server, request.passage)
  }
}
