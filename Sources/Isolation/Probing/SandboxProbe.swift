// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ContainedFiles
import Foundation
import ReviewContract
package import SystemPackage

extension SandboxSettings {
  /// Whether the sandbox is used although it does not prevent the attempt.
  package func permits(_ attempt: EscapeAttempt) -> Bool {
    switch attempt {
    // Where the kernel counts all memory, its owner does not matter.
    case .hideMemory: limits.isMemoryLimitedByKernel
    // Docker grants only root the capabilities to detach the mounts.
    case .seeMounts: level == .container && program?.isPodman == false
    default: false
    }
  }
}

/// Tests whether a sandbox works on this host by attempting to escape from it.
package struct SandboxProbe: Sendable {
  /// The result of a probe.
  package enum Outcome: Hashable, Codable, Sendable {
    case works
    /// The sandbox could not be started.
    case broken(reason: String)
    /// The sandbox runs commands, but these attempts succeed.
    case leaks([EscapeAttempt])
  }

  /// The hidden subcommand of this program that runs ``SandboxEscapeTest`` with the targets from its input, and prints
  /// the successful attempts in JSON.
  package static let subcommand = "__escape"
  private static let limits = ChildLimits(time: .seconds(20), outputBytes: 1 << 20)

  private let scratch: FilePath

  /// - Parameter scratch: a folder for the duration of the probe.
  package init(scratch: FilePath) {
    self.scratch = scratch
  }

  /// Starts the sandbox once and attempts to escape. A failure is an outcome, never an error.
  package func probe(_ settings: SandboxSettings) async -> Outcome {
    let folder = scratch.appending("probe-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(atPath: folder.string) }
    do {
      return try await probe(settings, in: folder)
    } catch {
      return .broken(reason: String(systemError: error))
    }
  }

  private func probe(_ settings: SandboxSettings, in folder: FilePath) async throws -> Outcome {
    let hidden = folder.appending("hidden")
    try FileManager.default.createDirectory(atPath: hidden.string, withIntermediateDirectories: true)
    let bait = try SandboxEscapeTestBed(in: hidden)
    // Runs concurrently, because a watched limit of memory takes some time to have an effect.
    async let takesMemory = takesMemory(settings, in: folder.appending("memory"))
    let place = folder.appending("escapes")
    let output = LineCollector()
    let result = try await run([], settings, in: place, input: Array(try JSONEncoder().encode(bait.targets))) {
      output.append($0)
    }
    guard result.isSuccess else {
      return .broken(reason: result.lastOutput ?? "it ended without output (\(result.ending))")
    }
    guard var escapes = try? JSONDecoder().decode([EscapeAttempt].self, from: Data(output.output.utf8)) else {
      return .broken(reason: "cannot parse its output")
    }
    let workspace = Self.workspace(in: place)
    if Self.leadsOut(workspace, to: bait.targets) { escapes.append(.leadOut) }
    if settings.level != .none, !escapes.contains(.beRoot), Self.isOfOtherUser(in: workspace, settings) {
      escapes.append(.beRoot)
    }
    if try await takesMemory { escapes.append(.takeMemory) }
    let leaks = escapes.filter { !settings.permits($0) }
    return leaks.isEmpty ? .works : .leaks(leaks)
  }

  private func takesMemory(_ settings: SandboxSettings, in folder: FilePath) async throws -> Bool {
    var settings = settings
    settings.limits.resources.memoryBytes = MemoryAttempt.limitBytes
    return try MemoryAttempt.worked(try await run([MemoryAttempt.argument], settings, in: folder) { _ in })
  }

  private static func workspace(in folder: FilePath) -> FilePath { folder.appending("workspace") }

  /// Runs this program in a sandbox whose folders are in the given one.
  private func run(
    _ arguments: [String], _ settings: SandboxSettings, in folder: FilePath, input: [UInt8] = [],
    consume: @escaping @Sendable (OutputLine) -> Void
  ) async throws -> ChildResult {
    let workspace = Self.workspace(in: folder)
    try FileManager.default.createDirectory(atPath: workspace.string, withIntermediateDirectories: true)
    if let guest = settings.guest { try RunIdentity.give([workspace], to: guest) }
    let sandbox = try settings.sandbox(scratch: folder)
    let program = Self.program(settings)
    // A container shows the program anyway.
    let programFolders = settings.level == .container ? [] : program.folders
    let runner = sandbox.runner(
      showing: [SharedDirectory(workspace, as: CheckoutNames.source, isWritable: true)] + programFolders)
    let commandLine = program.commandLine + [Self.subcommand] + arguments
    let command = ChildCommand(
      FilePath(commandLine[0]), Array(commandLine.dropFirst()), environment: ["PATH": "/usr/bin:/bin"],
      workingDirectory: runner.inside(workspace), input: input)
    return try await runner.run(command, limits: Self.limits, reach: .nothing, consume: consume)
  }

  /// Returns how this program is started inside the sandbox.
  private static func program(_ settings: SandboxSettings) -> InnerProgram {
    switch settings.level {
    case .bwrap: .linked(settings.entrance.program)
    case .container: .bundled(settings.entrance.program)
    case .none: InnerProgram(folders: [], commandLine: [settings.entrance.program.string])
    }
  }

  /// Whether files in the workspace belong to another user than the expected one of the code under review outside.
  private static func isOfOtherUser(in workspace: FilePath, _ settings: SandboxSettings) -> Bool {
    let expected = settings.guest ?? geteuid()
    return ((try? FileManager.default.contentsOfDirectory(atPath: workspace.string)) ?? []).contains { name in
      var status = stat()
      return lstat(workspace.appending(name).string, &status) == 0 && status.st_uid != expected
    }
  }

  /// Reads the results as a review does.
  private static func leadsOut(_ workspace: FilePath, to targets: EscapeTargets) -> Bool {
    let directory = ContainedDirectory(workspace)
    let names = SandboxEscapeTest.links(to: targets).map(\.name)
    let file = FilePath(targets.file).name
    return (names + ["folder/\(file)"]).contains { name in
      (try? directory.text(at: name, limit: 1 << 10))?.contains(targets.canary) == true
    }
  }
}
