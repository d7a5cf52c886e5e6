// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
import Isolation
package import ReviewContract
package import SystemPackage
package import WorkerProtocol

extension WorkerCall.Request {
  /// The request to review a workspace outside a sandbox. Its paths do not exist.
  ///
  /// - Parameter pullRequest: `nil` for one of a plain git repository, with the title `T`.
  package static func sample(
    _ workspace: Workspace, _ configuration: ReviewConfiguration, of pullRequest: PullRequest? = nil,
    stages: [Stage] = [], notes: [String] = [], results: FilePath = "/r", measuresProject: Bool = false,
    coverageReports: SuppliedReports = .none, scope: ReviewScope? = nil, baseResults: [BaseResult] = [],
    expectedTests: ExpectedTests? = nil, jobs: Int? = nil, sandbox: SandboxLevel = .none
  ) -> WorkerCall.Request {
    WorkerCall.Request(
      tool: "reviewbot test",
      pullRequest: pullRequest
        ?? PullRequest(
          repository: Repository(forge: .local, name: "p", cloneURL: "/p"), number: 1, title: "T", author: nil,
          url: nil, state: .open, isDraft: false, head: nil, headRef: "refs/pull/1/head", baseBranch: nil,
          isFromFork: false),
      workspace: workspace, configuration: configuration, usesOperatorConfiguration: false, stages: stages,
      notes: notes,
      results: results, gitConfiguration: "",
      sandbox: SandboxSettings(
        level: sandbox, limits: SandboxLimits(resources: ResourceLimits(tasks: 1, memoryBytes: 1))),
      forwarding: ProxyForwarding(socket: "/s", subcommand: "__forward"), launch: nil,
      builds: "/builds", classifications: "/classifications", options: WorkerOptions(),
      measuresProject: measuresProject, coverageReports: coverageReports, jobs: jobs, scope: scope,
      baseResults: baseResults, expectedTests: expectedTests)
  }
}
