// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import SystemPackage

/// A sandbox that another process creates. This process names folders of the ``LaunchPlan`` and cannot create one
/// itself.
package struct LaunchedSandbox: Sandbox {
  private let plan: LaunchPlan
  private let connection: LauncherConnection

  package var hidesMachine: Bool { true }

  package init(_ plan: LaunchPlan, _ connection: LauncherConnection) {
    self.plan = plan
    self.connection = connection
  }

  package func runner(showing folders: [SharedDirectory]) -> any CommandRunner {
    LaunchedRunner(
      places: folders.map { LaunchedPlace($0, plan) }, connection: connection, names: SandboxPaths(folders),
      resources: plan.settings.limits.resources)
  }
}

/// A folder to show, and its place in the plan.
struct LaunchedPlace: Sendable {
  let folder: SharedDirectory
  let place: LaunchRequest.Place?
  let toolchain: Int?

  /// The components of a path in the checkout; `nil` for another path, and for the checkout itself.
  var inCheckout: [String]? {
    guard folder.name.starts(with: CheckoutNames.source), folder.name != CheckoutNames.source else { return nil }
    return folder.name.components.dropFirst(CheckoutNames.source.components.count).map(\.string)
  }

  init(_ folder: SharedDirectory, _ plan: LaunchPlan) {
    self.folder = folder
    toolchain = folder.path == folder.name ? plan.toolchains.firstIndex(of: folder.path) : nil
    place = plan.folders.indices.first { folder.path.starts(with: plan.folders[$0]) }.map { number in
      let names = folder.path.components.dropFirst(plan.folders[number].components.count)
      return LaunchRequest.Place(folder: number, path: names.map(\.string))
    }
  }
}

struct LaunchedRunner: CommandRunner {
  let places: [LaunchedPlace]
  let connection: LauncherConnection
  let names: SandboxPaths
  let resources: ResourceLimits

  func inside(_ path: FilePath) -> FilePath { names.name(of: path) }

  func run(
    _ command: ChildCommand, limits: ChildLimits, reach: NetworkReach, consume: @escaping @Sendable (OutputLine) -> Void
  ) async throws(ChildProcessError) -> ChildResult {
    guard let starter = LaunchedStarter(connection: connection, places: places, reach: reach) else {
      let names = places.map(\.folder.path.string).joined(separator: ", ")
      throw ChildProcessError(
        code: .cannotStart, executable: command.executable, underlying: "no stage of a review shows \(names)")
    }
    return try await ChildProcess.run(command, limits: limits.limiting(resources), starter: starter, consume: consume)
  }
}

/// Starts children in a sandbox through the other process.
struct LaunchedStarter: ChildStarter {
  private let connection: LauncherConnection
  private let stage: LaunchStage
  private let places: [LaunchRequest.Place]
  private let mounts: [CheckoutMount]
  private let toolchain: Int
  private let reach: NetworkReach

  /// `nil` when the folders are not those of a stage.
  init?(connection: LauncherConnection, places: [LaunchedPlace], reach: NetworkReach) {
    let shown = places.filter { $0.toolchain == nil }
    let shares = shown.filter { $0.inCheckout == nil }
    let mounts = shown.compactMap { place in
      place.inCheckout.map { (path: $0, place: place, kind: CheckoutMount.kind(of: $0)) }
    }
    let stage = LaunchStage.showing(
      shares.map { LaunchStage.Share(name: $0.folder.name, isWritable: $0.folder.isWritable) },
      mounts.map { ($0.kind, $0.place.folder.isWritable) })
    guard let stage, let toolchain = places.compactMap(\.toolchain).first else { return nil }
    self.connection = connection
    self.stage = stage
    self.places = shares.compactMap(\.place)
    self.mounts = mounts.compactMap { mount in
      mount.place.place.map { CheckoutMount(kind: mount.kind, place: $0, path: mount.path) }
    }
    self.toolchain = toolchain
    self.reach = reach
    guard self.places.count == shares.count, self.mounts.count == mounts.count else { return nil }
  }

  func run(
    _ command: ChildCommand, _ streams: ChildStreams, grace: Duration, started: @escaping @Sendable (Int32) -> Void
  ) async throws -> ChildExit {
    // A signal to end does not reach the processes inside, so there is no grace period.
    try await connection.run(
      { number in
        LaunchRequest(
          run: number, stage: stage, places: places, mounts: mounts, toolchain: toolchain,
          reachesDependencies: reach == .dependencies,
          words: [command.executable.string] + command.arguments, environment: command.environment,
          workingDirectory: command.workingDirectory?.string)
      }, streams, started: started)
  }

  func end(_ child: Int32) { connection.end(process: child) }

  /// The other process has already done this when it reports that the child has ended.
  func finish(_ child: Int32) {}
}
