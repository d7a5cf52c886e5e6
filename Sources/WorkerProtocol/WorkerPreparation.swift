// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Isolation

/// What a process of a review does before it reads anything of the pull request.
package struct WorkerPreparation: Codable, Sendable {
  /// Who it becomes; `nil` when it stays who it is.
  package var identity: RunIdentity?
  /// What another process may start sandboxes with in its place; `nil` when it starts them itself.
  package var launch: LaunchPlan?
  /// Whether the other process stays who we are.
  package var launchesFirst = false
  /// The files that it can use; `nil` when there is no telling, because it starts sandboxes itself or there is none.
  package var files: ConfinedFiles?
  /// The control group that it enters, and sandboxes with it; `nil` when the review has none. Only with ``launch``.
  package var group: ControlGroupEntrance?
  /// The processors that it, and all that it starts, keeps to; `nil` for all that there are.
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

  /// What comes before the number of the socket to the process that starts sandboxes.
  private static let launcherArgument = "--launcher="

  /// In the first start.
  ///
  /// - Parameter domain: what is closed to it when its files are not.
  package func prepare(otherwise domain: Confinement.Domain) throws -> (domain: Confinement.Domain, arguments: [String])
  {
    try processors?.keepToIt()
    // The groups are not writable for the id that comes next.
    let guests = try group?.enter()
    let first = launchesFirst ? try launch.map { try LauncherConnection.launch($0, group: guests).socket } : nil
    try identity?.assume()
    guard let launch, let files else { return (domain, []) }
    let launcher = try first ?? LauncherConnection.launch(launch, group: guests).socket
    return (.files(files), ["\(Self.launcherArgument)\(launcher)"])
  }

  /// In the second start: the way to the process that starts sandboxes.
  package static func launcher() -> LauncherConnection? {
    CommandLine.arguments.compactMap { argument in
      argument.hasPrefix(launcherArgument) ? Int32(argument.dropFirst(launcherArgument.count)) : nil
    }.first.map { LauncherConnection($0) }
  }
}
