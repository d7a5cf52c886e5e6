// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Isolation

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

  package init(
    identity: RunIdentity? = nil, launch: LaunchPlan? = nil, files: ConfinedFiles? = nil,
    group: ControlGroupEntrance? = nil, processors: ProcessorShare? = nil
  ) {
    self.identity = identity
    self.launch = launch
    self.files = files
    self.group = group
    self.processors = processors
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
