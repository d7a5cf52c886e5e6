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
    package let usesOperatorConfiguration: Bool
    /// The stages of the host process, and its notes for the report.
    package let stages: [Stage]
    package let notes: [String]
    /// An empty folder for the worker's output, apart from the build folder.
    package let results: FilePath
    /// The text of the git configuration of the code under review.
    package let gitConfiguration: String
    package let sandbox: SandboxSettings
    /// The socket of the dependency proxy, whose folder exists.
    package let forwarding: ProxyForwarding
    /// The launcher's plan; `nil` without a launcher.
    package let launch: LaunchPlan?
    /// The cached builds of the pull request's base branch.
    package let builds: FilePath
    /// The cached line classifications of files, by the files' contents.
    package let classifications: FilePath
    package let options: WorkerOptions
    /// Whether the coverage of the whole project is measured and written to ``coverage``.
    package let measuresProject: Bool
    /// Copies of coverage reports in the folder of the results, for the worker to parse.
    package let coverageReports: SuppliedReports
    /// The number of parallel compiler and test processes; `nil` for the toolchain's default.
    package let jobs: Int?
    /// Why not all of the pull request is reviewed; `nil` for a whole review.
    package let scope: ReviewScope?
    /// The kept results of the merge base, which test targets can keep; empty if all are run.
    package let baseResults: [BaseResult]
    /// What earlier runs say about the tests; `nil` without any.
    package let expectedTests: ExpectedTests?
    /// What the toolchain said before; `nil` to ask it.
    package let toolchain: ToolchainAnswers?

    package init(
      tool: String, pullRequest: PullRequest, workspace: Workspace, configuration: ReviewConfiguration,
      usesOperatorConfiguration: Bool, stages: [Stage], notes: [String], results: FilePath,
      gitConfiguration: String, sandbox: SandboxSettings, forwarding: ProxyForwarding, launch: LaunchPlan?,
      builds: FilePath,
      classifications: FilePath, options: WorkerOptions, measuresProject: Bool, coverageReports: SuppliedReports,
      jobs: Int?, scope: ReviewScope? = nil, baseResults: [BaseResult] = [],
      expectedTests: ExpectedTests? = nil, toolchain: ToolchainAnswers? = nil
    ) {
      self.toolchain = toolchain
      self.baseResults = baseResults
      self.expectedTests = expectedTests
      self.scope = scope
      self.tool = tool
      self.pullRequest = pullRequest
      self.workspace = workspace
      self.configuration = configuration
      self.usesOperatorConfiguration = usesOperatorConfiguration
      self.stages = stages
      self.notes = notes
      self.results = results
      self.gitConfiguration = gitConfiguration
      self.sandbox = sandbox
      self.forwarding = forwarding
      self.launch = launch
      self.builds = builds
      self.classifications = classifications
      self.options = options
      self.measuresProject = measuresProject
      self.coverageReports = coverageReports
      self.jobs = jobs
    }

    /// The worker's new cache entries, which the host validates and moves to the caches.
    package var leftovers: WorkerLeftovers { WorkerLeftovers(in: results) }

    package var report: FilePath { results.appending("report.json") }

    /// The file for the coverage of the whole project.
    package var coverage: FilePath { results.appending("coverage.json") }

    /// The file for the results of all tests.
    package var tests: FilePath { results.appending("tests") }
  }

  /// The report is in the file ``Request/report``.
  package struct Response: Codable, Sendable {
    /// Why the builds and tests can depend on the documents of the repository; `nil` if they do not.
    package let documentObstacle: String?

    package init(documentObstacle: String?) {
      self.documentObstacle = documentObstacle
    }
  }

  package struct Failure: Error, Codable, CustomStringConvertible {
    package let description: String

    package init(description: String) {
      self.description = description
    }
  }

  package typealias Call = ChildCall<Request, ProgressEvent, Response, Failure>
}

/// The operator's options for the worker's half of a review, from the command line to the worker.
package struct WorkerOptions: Codable, Sendable {
  /// The hosts of dependencies. The host process adds those that are allowed without an option.
  package var allowedHosts: [AllowedHost] = []
  /// Whether a review that ran out of a host's resource fails without a report, because it is retried later.
  package var retriesShortages = false

  package init() {}
}

/// How a worker process drops its privileges before it reads data of the pull request.
package struct WorkerPreparation: Codable, Sendable {
  /// The user id to assume; `nil` to keep the current one.
  package var identity: RunIdentity?
  /// The plan of the launcher, which starts sandboxes for the worker; `nil` if the worker starts them itself.
  package var launch: LaunchPlan?
  /// Whether the launcher starts before the change of the user id, and so keeps the current one.
  package var launchesFirst = false
  /// The accessible files; `nil` for no restriction: without a sandbox, or if the worker starts sandboxes itself.
  package var files: ConfinedFiles?
  /// The control group to enter, also for sandboxes; `nil` if the review has none. Requires ``launch``.
  package var group: ControlGroupEntrance?
  /// The CPU affinity of the worker and its children; `nil` for all processors.
  package var processors: ProcessorShare?

  package init(identity: RunIdentity? = nil) {
    self.identity = identity
  }

  /// The prefix of the argument with the descriptor of the launcher's socket.
  private static let launcherArgument = "--launcher="

  /// Drops the privileges. Called before the process executes itself again.
  ///
  /// - Parameter domain: the Landlock domain to use without ``files``.
  /// - Returns: the Landlock domain to enter, and the additional arguments of the second start.
  package func prepare(otherwise domain: Confinement.Domain) throws -> (domain: Confinement.Domain, arguments: [String])
  {
    try processors?.keepToIt()
    // Enter the group first: the new user id cannot write to it.
    let guests = try group?.enter()
    let first = launchesFirst ? try launch.map { try LauncherConnection.launch($0, group: guests).socket } : nil
    try identity?.assume()
    guard let launch, let files else { return (domain, []) }
    let launcher = try first ?? LauncherConnection.launch(launch, group: guests).socket
    return (.files(files), ["\(Self.launcherArgument)\(launcher)"])
  }

  /// The connection to the launcher, from the arguments of the second start; `nil` without a launcher.
  package static func launcher() -> LauncherConnection? {
    CommandLine.arguments.compactMap { argument in
      argument.hasPrefix(launcherArgument) ? Int32(argument.dropFirst(launcherArgument.count)) : nil
    }.first.map { LauncherConnection($0) }
  }
}

/// A review's new cache entries for later reviews. A worker cannot write to the caches: it parses output of the code
/// under review, and must not be able to change what other reviews start from.
package struct WorkerLeftovers: Sendable {
  package let builds: FilePath
  package let classifications: FilePath

  /// - Parameter results: the folder of the review's results, which is not accessible to the code under review.
  package init(in results: FilePath) {
    builds = results.appending("left-builds")
    classifications = results.appending("left-classifications")
  }
}
