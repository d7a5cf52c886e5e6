// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import ConfigurationFiles
package import Isolation
package import ReviewContract
package import SystemPackage

/// The messages between the host process, which has the token, and the worker process `reviewbot __review`, which runs
/// code under review.
package enum WorkerCall {
  package static let name = "__review"
  /// Set if the code under review runs in a sandbox. The worker needs it before it reads the request.
  package static let sandboxedArgument = "--sandboxed"

  /// The arguments after ``name`` with which the host starts the worker.
  package static func arguments(for level: SandboxLevel) -> [String] { level == .none ? [] : [sandboxedArgument] }

  package struct Request: Codable, Sendable {
    package let tool: String
    package let pullRequest: PullRequest
    package let workspace: Workspace
    package let configuration: ReviewConfiguration
    /// Whether the operator's configuration replaces the repository's.
    package let usesOwnConfiguration: Bool
    /// The stages of the host process, and its notes for the report.
    package let stages: [Stage]
    package let notes: [String]
    /// An empty folder for the worker's output, apart from the build folder.
    package let results: FilePath
    package let report: FilePath
    /// The text of the git configuration of the code under review.
    package let gitConfiguration: String
    package let sandbox: SandboxSettings
    /// The socket of the dependency proxy, whose folder exists.
    package let passage: ProxyPassage
    /// The launcher's plan; `nil` without a launcher.
    package let launch: LaunchPlan?
    /// The cached builds of the pull request's base branch.
    package let builds: FilePath
    /// The cached line classifications of files, by the files' contents.
    package let classifications: FilePath
    /// Additional hosts of dependencies, in the syntax of `--allow-host`.
    package let allowedHosts: [String]
    /// Whether the review fails without a report if the host ran out of a resource, because it is retried later.
    package let failsOnShortage: Bool
    /// Whether the coverage of the whole project is measured and written to ``coverage``.
    package let measuresProject: Bool
    /// Copies of coverage reports in the folder of the results, for the worker to parse.
    package let coverageReports: GivenReports
    /// The number of parallel compiler and test processes; `nil` for the toolchain's default.
    package let jobs: Int?
    /// Why not all of the pull request is reviewed; `nil` for a whole review.
    package let scope: ReviewScope?

    package init(
      tool: String, pullRequest: PullRequest, workspace: Workspace, configuration: ReviewConfiguration,
      usesOwnConfiguration: Bool, stages: [Stage], notes: [String], results: FilePath, report: FilePath,
      gitConfiguration: String, sandbox: SandboxSettings, passage: ProxyPassage, launch: LaunchPlan?, builds: FilePath,
      classifications: FilePath, allowedHosts: [String], failsOnShortage: Bool, measuresProject: Bool,
      coverageReports: GivenReports, jobs: Int?, scope: ReviewScope? = nil
    ) {
      self.scope = scope
      self.tool = tool
      self.pullRequest = pullRequest
      self.workspace = workspace
      self.configuration = configuration
      self.usesOwnConfiguration = usesOwnConfiguration
      self.stages = stages
      self.notes = notes
      self.results = results
      self.report = report
      self.gitConfiguration = gitConfiguration
      self.sandbox = sandbox
      self.passage = passage
      self.launch = launch
      self.builds = builds
      self.classifications = classifications
      self.allowedHosts = allowedHosts
      self.failsOnShortage = failsOnShortage
      self.measuresProject = measuresProject
      self.coverageReports = coverageReports
      self.jobs = jobs
    }

    /// The worker's new cache entries, which the host validates and moves to the caches.
    package var left: WorkerLeftovers { WorkerLeftovers(in: results) }

    /// The file for the coverage of the whole project, in the folder of the report.
    package var coverage: FilePath { report.parent.appending("coverage.json") }
  }

  /// Empty: the report is in the file ``Request/report``.
  package struct Response: Codable, Sendable {
    package init() {}
  }

  package struct Failure: Error, Codable, CustomStringConvertible {
    package let description: String

    package init(description: String) {
      self.description = description
    }
  }

  package typealias Call = ChildCall<Request, ProgressEvent, Response, Failure>
}
