// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
package import Isolation
package import ReviewContract
package import SystemPackage

/// `reviewbot __review`: what the half that holds the token asks of the half that runs code under review.
package enum WorkerCall {
  package static let name = "__review"
  /// Says before the request is read that the code under review will be in a sandbox.
  package static let sandboxedArgument = "--sandboxed"

  package static func arguments(for level: SandboxLevel) -> [String] { level == .none ? [] : [sandboxedArgument] }

  package struct Request: Codable, Sendable {
    package let tool: String
    package let pullRequest: PullRequest
    package let workspace: Workspace
    package let configuration: ReviewConfiguration
    /// Whether the caller gave a configuration, so that the repository's has no effect at all.
    package let usesOwnConfiguration: Bool
    package let stages: [Stage]
    package let notes: [String]
    /// An empty folder for what the run leaves besides the build folder.
    package let results: FilePath
    package let report: FilePath
    /// For the git of the code under review.
    package let gitConfiguration: String
    package let sandbox: SandboxSettings
    /// Its folder is there.
    package let passage: ProxyPassage
    /// What the process that starts sandboxes was told; `nil` when there is none.
    package let launch: LaunchPlan?
    /// The kept builds of the branch that the pull request is made for.
    package let builds: FilePath
    /// What the lines of files came to, by their content.
    package let classifications: FilePath
    /// The hosts that dependencies may come from, as in `--allow-host`.
    package let allowedHosts: [String]
    /// Whether there is no report when the machine could not give what it takes, because it is tried again.
    package let failsOnShortage: Bool
    /// Whether the coverage of the whole project is measured, and left in ``coverage``.
    package let measuresProject: Bool
    /// How many compilers and tests run at once; `nil` leaves it to the toolchain.
    package let jobs: Int?

    package init(
      tool: String, pullRequest: PullRequest, workspace: Workspace, configuration: ReviewConfiguration,
      usesOwnConfiguration: Bool, stages: [Stage], notes: [String], results: FilePath, report: FilePath,
      gitConfiguration: String, sandbox: SandboxSettings, passage: ProxyPassage, launch: LaunchPlan?, builds: FilePath,
      classifications: FilePath, allowedHosts: [String], failsOnShortage: Bool, measuresProject: Bool, jobs: Int?
    ) {
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
      self.jobs = jobs
    }

    /// What the caller takes over, where it is kept from one review to the next.
    package var left: WorkerLeftovers { WorkerLeftovers(in: results) }

    /// Beside the report.
    package var coverage: FilePath { report.removingLastComponent().appending("coverage.json") }
  }

  /// The report is in the file; there is nothing more to say.
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
