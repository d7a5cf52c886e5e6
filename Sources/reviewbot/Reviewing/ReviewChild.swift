// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import AssemblyKit
import BuildAndTest
import BuiltInRules
import ChildProcess
import Configuration
import CoverageAnalysis
import Foundation
import ReviewCore
import ReviewPipeline
import RuleKit
import Sandboxing
import SystemPackage

/// `reviewbot __review`: everything that runs code of the pull request. It gets no token, cannot look into the
/// processes that have one, and leaves nothing but `report.json`.
enum ReviewChild {
  static let name = "__review"
  /// Says before the request is read that the code under review will be in a sandbox.
  static let sandboxedArgument = "--sandboxed"

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
    /// The kept builds of the branch that the pull request is made for.
    let builds: FilePath
  }

  /// The report is in the file; there is nothing more to say.
  struct Answer: Codable, Sendable {}

  struct Failure: Error, Codable, CustomStringConvertible {
    let description: String
  }

  typealias Call = ChildCall<Request, ProgressEvent, Answer, Failure>

  /// Everything that the half under review is put together from.
  static func registry(
    environment: [String: String], gitConfiguration: String, sandbox: any Sandbox
  ) -> Registry {
    Registry([
      BuildAndTestAssembly(environment: environment, gitConfiguration: gitConfiguration, sandbox: sandbox),
      CoverageAnalysisAssembly(environment: environment, sandbox: sandbox),
      BuiltInRulesAssembly(),
    ])
  }

  static func serve(environment: [String: String]) async throws -> Int32 {
    // In a sandbox the code under review sees no process outside anyway, and making one takes mounting.
    let isSandboxed = CommandLine.arguments.contains(sandboxedArgument)
    if !isSandboxed || Confinement.allowsMounting { _ = try Confinement.enter(environment: environment) }
    Orphans.adopt()
    return await ChildReply.serve { (request: Request, report) async throws(Failure) -> Answer in
      do {
        try await review(request, environment: environment, progress: report)
        return Answer()
      } catch {
        throw Failure(description: "\(error)")
      }
    }
  }

  private static func review(
    _ request: Request, environment: [String: String], progress: @escaping ProgressHandler
  ) async throws {
    let scratch = request.results.appending("sandbox")
    try FileManager.default.createDirectory(atPath: scratch.string, withIntermediateDirectories: true)
    var sandboxes = Registry([SandboxingAssembly(scratch: scratch)]).resolver()
    let sandbox = try sandboxes(.sandbox)(request.sandbox)
    var resolver = registry(
      environment: environment, gitConfiguration: request.gitConfiguration, sandbox: sandbox
    ).resolver()
    let makeReviewer = try resolver(.reviewer)
    let catalogue = try resolver(.ruleCatalogue)
    let review = WorkspaceReview(
      reviewer: try makeReviewer(request.configuration.ruleSettings), runner: try resolver(.testRunner),
      coverage: try resolver(.coverageReader))
    let job = ReviewJob(
      tool: request.tool, pullRequest: request.pullRequest, workspace: request.workspace,
      settings: request.configuration.reviewSettings, configurationHash: request.configuration.hash,
      stages: request.stages, notes: request.notes + HeadConfiguration.notes(request, catalogue: catalogue),
      results: request.results,
      warmStart: request.workspace.baseRoot.map {
        WarmStart(baseRoot: $0, base: request.workspace.base, builds: request.builds)
      })
    let report = await review.report(job, progress: progress)
    try ReportFile.encode(report).write(to: URL(fileURLWithPath: request.report.string), options: .atomic)
  }
}
