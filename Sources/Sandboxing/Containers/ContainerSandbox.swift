// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import Foundation
import SystemPackage

/// Runs commands in containers, each in one of its own.
struct ContainerSandbox: LaunchableSandbox {
  private let commandLine: ContainerCommandLine
  private let readable: [FilePath]
  private let passage: Passage?
  private let resources: ResourceLimits

  var hidesMachine: Bool { true }

  /// - Parameter scratch: an empty folder that the sandbox does not show.
  init(_ settings: SandboxSettings, scratch: FilePath) throws {
    guard let program = settings.program else { throw SandboxError("the container program is not known") }
    guard let image = settings.image else { throw SandboxError("there is no image to make containers from") }
    let inner = InnerProgram.bundled(settings.entrance.program)
    let filter = scratch.appending("system-calls.bpf")
    let profile = scratch.appending("system-calls.json")
    let calls = try SystemCallProgram(.sandbox(memoryIsLimited: settings.limits.isMemoryLimitedByKernel))
    try Data(calls.bytes).write(to: URL(fileURLWithPath: filter.string))
    try Data(SystemCallProfile.reviewbot.text.utf8).write(to: URL(fileURLWithPath: profile.string))
    commandLine = ContainerCommandLine(
      arguments: ContainerArguments(settings, program: program, profile: profile), image: image, inner: inner,
      entrance: settings.entrance, filter: filter, environment: settings.programEnvironment, scratch: scratch,
      places: settings.places)
    readable = settings.readable
    passage = settings.passage.map { Passage($0, by: InnerProgram(folders: [], words: inner.words)) }
    resources = settings.limits.resources
  }

  func runner(showing folders: [SharedFolder]) -> any CommandRunner {
    ContainerRunner(sandbox: self, folders: folders, names: FolderNames(folders), resources: resources)
  }

  func start(
    _ command: ChildCommand, showing folders: [SharedFolder], reach: NetworkReach, verified: [VerifiedFolder]
  ) throws -> SandboxStart {
    let leads = reach == .dependencies ? passage : nil
    // What is not there cannot be shown.
    let own = readable.filter { FileManager.default.fileExists(atPath: $0.string) }.map {
      SharedFolder(FolderNames.resolved($0), as: $0)
    }
    return try commandLine.start(
      leads?.leading(command) ?? command, showing: own + folders + (leads?.folders ?? []), verified: verified)
  }
}

/// One place that a container program makes again for each command.
struct ContainerRunner: CommandRunner {
  let sandbox: ContainerSandbox
  let folders: [SharedFolder]
  let names: FolderNames
  let resources: ResourceLimits

  func inside(_ path: FilePath) -> FilePath { names.name(of: path) }

  func run(
    _ command: ChildCommand, limits: ChildLimits, reach: NetworkReach, consume: @escaping @Sendable (OutputLine) -> Void
  ) async throws(ChildProcessError) -> ChildResult {
    let start: SandboxStart
    do {
      start = try sandbox.start(command, showing: folders, reach: reach, verified: [])
    } catch {
      throw ChildProcessError(code: .cannotStart, executable: command.executable, underlying: "\(error)")
    }
    var status: ChildExit?
    defer { start.end(status) }
    let result = try await ChildProcess.run(start.command, limits: limits.limiting(resources), consume: consume)
    if case .exited(let code) = result.ending { status = .exited(code) }
    return result
  }
}
