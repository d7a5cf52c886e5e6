// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CLinux
import Foundation
import ReviewContract
package import SystemPackage

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
      directories: folders.map { LaunchedPlace($0, plan) }, connection: connection, names: SandboxPaths(folders),
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
  let directories: [LaunchedPlace]
  let connection: LauncherConnection
  let names: SandboxPaths
  let resources: ResourceLimits

  func inside(_ path: FilePath) -> FilePath { names.name(of: path) }

  func run(
    _ command: ChildCommand, limits: ChildLimits, reach: NetworkReach, consume: @escaping @Sendable (OutputLine) -> Void
  ) async throws(ChildProcessError) -> ChildResult {
    guard let starter = LaunchedStarter(connection: connection, directories: directories, reach: reach) else {
      let names = directories.map(\.folder.path.string).joined(separator: ", ")
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
  private let directories: [LaunchRequest.Place]
  private let mounts: [CheckoutMount]
  private let toolchain: Int
  private let reach: NetworkReach

  /// `nil` when the folders are not those of a stage.
  init?(connection: LauncherConnection, directories: [LaunchedPlace], reach: NetworkReach) {
    let shown = directories.filter { $0.toolchain == nil }
    let shares = shown.filter { $0.inCheckout == nil }
    let mounts = shown.compactMap { place in
      place.inCheckout.map { (path: $0, place: place, kind: CheckoutMount.kind(of: $0)) }
    }
    let stage = LaunchStage.showing(
      shares.map { LaunchStage.Share(name: $0.folder.name, isWritable: $0.folder.isWritable) },
      mounts.map { ($0.kind, $0.place.folder.isWritable) })
    guard let stage, let toolchain = directories.compactMap(\.toolchain).first else { return nil }
    self.connection = connection
    self.stage = stage
    self.directories = shares.compactMap(\.place)
    self.mounts = mounts.compactMap { mount in
      mount.place.place.map { CheckoutMount(kind: mount.kind, place: $0, path: mount.path) }
    }
    self.toolchain = toolchain
    self.reach = reach
    guard self.directories.count == shares.count, self.mounts.count == mounts.count else { return nil }
  }

  func run(
    _ command: ChildCommand, _ streams: ChildStreams, grace: Duration, started: @escaping @Sendable (Int32) -> Void
  ) async throws -> ChildExit {
    // A signal to end does not reach the processes inside, so there is no grace period.
    try await connection.run(
      { number in
        LaunchRequest(
          run: number, stage: stage, directories: directories, mounts: mounts, toolchain: toolchain,
          reachesDependencies: reach == .dependencies,
          commandLine: [command.executable.string] + command.arguments, environment: command.environment,
          workingDirectory: command.workingDirectory?.string)
      }, streams, started: started)
  }

  func end(_ child: Int32) { connection.end(process: child) }

  /// The other process has already done this when it reports that the child has ended.
  func finish(_ child: Int32) {}
}

/// The connection from the reviewing process to the process that starts its sandboxes.
package final class LauncherConnection: Sendable {
  /// The state of a run.
  struct Run: Sendable {
    let started: @Sendable (Int32) -> Void
    let ended: CheckedContinuation<ChildExit, any Error>
    var process: Int32?
  }

  private struct State {
    var next = 1
    var runs: [Int: Run] = [:]
    var isClosed = false
  }

  private let channel: LaunchChannel
  private let state = Locked(State())

  /// Starts the process that starts sandboxes. It inherits nothing but the socket.
  ///
  /// - Parameter group: the open file through which sandboxes enter their control group, where there is one. It is
  ///   closed.
  /// - Returns: the process, and this side's end of the socket, which stays open when this process becomes another
  ///   program.
  package static func launch(
    _ plan: LaunchPlan, program: FilePath = RunningExecutable.image, group: Int32? = nil
  ) throws -> (process: PlainChild, socket: Int32) {
    defer { if let group { close(group) } }
    var ends: [Int32] = [-1, -1]
    try SandboxError.check(reviewbot_make_socket_pair(&ends), "cannot create a socket")
    let process = try PlainChild(
      [RunningExecutable.path.string, LauncherProcess.subcommand], executing: program,
      environment: ["PATH": "/usr/bin:/bin"], in: "/", input: .descriptor(FileDescriptor(rawValue: ends[1])))
    close(ends[1])
    // The channel closes its socket at the end, and this one is for later.
    let copy = dup(ends[0])
    try LaunchChannel(ends[0]).send(plan, [group].compactMap(\.self))
    return (process, copy)
  }

  /// - Parameter socket: from ``launch(_:)``.
  package init(_ socket: Int32) {
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    channel = LaunchChannel(socket)
    let thread = Thread { [weak self, channel] in
      while let (reply, _) = try? channel.receive(LaunchReply.self) { self?.take(reply) }
      self?.closed()
    }
    thread.name = "launcher"
    thread.start()
  }

  private func take(_ reply: LaunchReply) {
    switch reply {
    case .started(let number, let process):
      state.withLock { state in
        state.runs[number]?.process = process
        return state.runs[number]
      }?.started(process)
    case .ended(let number, let status):
      remove(number)?.ended.resume(returning: status)
    case .refused(let number, let reason):
      remove(number)?.ended.resume(throwing: SandboxError("cannot start a sandbox: \(reason)"))
    }
  }

  private func remove(_ number: Int) -> Run? { state.withLock { $0.runs.removeValue(forKey: number) } }

  private func closed() {
    let runs = state.withLock { state in
      state.isClosed = true
      defer { state.runs = [:] }
      return state.runs.values
    }
    for run in runs { run.ended.resume(throwing: SandboxError("the process that starts sandboxes has ended")) }
  }

  /// Runs a command until it ends. Cancelling the task ends the command.
  func run(
    _ request: (Int) -> LaunchRequest, _ streams: ChildStreams, started: @escaping @Sendable (Int32) -> Void
  ) async throws -> ChildExit {
    let number = state.withLock { state in
      defer { state.next += 1 }
      return state.next
    }
    let request = request(number)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isClosed = state.withLock { state in
          if !state.isClosed { state.runs[number] = Run(started: started, ended: continuation) }
          return state.isClosed
        }
        guard !isClosed else {
          streams.close()
          return continuation.resume(throwing: SandboxError("the process that starts sandboxes has ended"))
        }
        do {
          defer { streams.close() }
          try channel.send(
            LaunchMessage.run(request), [streams.input, streams.output, streams.errors].map(\.rawValue))
        } catch {
          remove(number)?.ended.resume(throwing: error)
        }
      }
    } onCancel: {
      end(number)
    }
  }

  /// Ends the run of this process.
  func end(process: Int32) {
    if let number = state.withLock({ $0.runs.first { $0.value.process == process }?.key }) { end(number) }
  }

  private func end(_ number: Int) {
    // Sending fails only when the other process has ended, and then nothing runs any more.
    try? channel.send(LaunchMessage.end(run: number))
  }
}
