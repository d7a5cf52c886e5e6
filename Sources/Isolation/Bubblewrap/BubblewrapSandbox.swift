// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// Runs commands in separate namespaces. Source of the options: bwrap(1).
struct BubblewrapSandbox: LaunchableSandbox {
  private let program: FilePath
  private let limits: SandboxLimits
  private let readable: [FilePath]
  private let files: SystemFiles
  private let filter: FilePath
  private let passage: Passage?
  private let entrance: SandboxEntrance
  private let scratch: FilePath
  private let namespace: UserNamespace?

  var hidesMachine: Bool { true }

  /// - Parameter scratch: an empty folder that the sandbox does not show.
  init(_ settings: SandboxSettings, scratch: FilePath) throws {
    guard let program = settings.program else { throw SandboxError("bubblewrap's program is not known") }
    self.program = program
    limits = settings.limits
    readable = settings.readable
    passage = settings.passage.map { Passage($0, by: .linked(settings.entrance.program)) }
    entrance = settings.entrance
    self.scratch = scratch
    namespace = settings.userNamespace.map(UserNamespace.init).flatMap { $0.isThere ? $0 : nil }
    files = try SystemFiles(in: scratch)
    filter = scratch.appending("system-calls.bpf")
    let calls = try SystemCallProgram(.sandbox(memoryIsLimited: limits.isMemoryLimitedByKernel))
    try Data(calls.bytes).write(to: URL(fileURLWithPath: filter.string))
  }

  func runner(showing folders: [SharedDirectory]) -> any CommandRunner { bubblewrap(showing: folders) }

  func start(
    _ command: ChildCommand, showing folders: [SharedDirectory], reach: NetworkReach, verified: [VerifiedDirectory]
  ) throws -> SandboxStart {
    try bubblewrap(showing: folders).start(command, reach: reach, verified: verified)
  }

  private func bubblewrap(showing folders: [SharedDirectory]) -> BubblewrapRunner {
    BubblewrapRunner(
      arguments: BubblewrapArguments(
        files: files, readable: readable, folders: entrance.folders + folders, limits: limits,
        joinsNamespace: namespace != nil),
      passage: passage,
      commandLine: BubblewrapCommandLine(
        program: program, filter: filter, limits: limits, entrance: entrance, scratch: scratch, namespace: namespace),
      names: SandboxPaths(folders),
      resources: limits.resources)
  }
}

/// Runs each command in a new bubblewrap sandbox with the same folders.
struct BubblewrapRunner: CommandRunner {
  let arguments: BubblewrapArguments
  let passage: Passage?
  let commandLine: BubblewrapCommandLine
  let names: SandboxPaths
  let resources: ResourceLimits

  func inside(_ path: FilePath) -> FilePath { names.name(of: path) }

  func run(
    _ command: ChildCommand, limits: ChildLimits, reach: NetworkReach, consume: @escaping @Sendable (OutputLine) -> Void
  ) async throws(ChildProcessError) -> ChildResult {
    let start = try start(command, reach: reach)
    defer { start.end() }
    // A signal to end does not reach the processes inside, and none of them outlives the first kill.
    return try await ChildProcess.run(start.command, limits: limits.limiting(resources), consume: consume)
  }

  /// Prepares a command.
  ///
  /// - Parameter verified: folders whose identity is checked when the command starts.
  func start(
    _ command: ChildCommand, reach: NetworkReach, verified: [VerifiedDirectory] = []
  ) throws(ChildProcessError) -> SandboxStart {
    var command = command
    var arguments = arguments
    if reach == .dependencies, let passage {
      command = passage.leading(command)
      arguments.folders += passage.folders
    }
    return try commandLine.start(command, sandbox: arguments.list, verified: verified)
  }
}
