// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// Runs commands in separate namespaces. Source of the options: bwrap(1).
struct BubblewrapSandbox: LaunchableSandbox {
  private let program: FilePath
  let limits: SandboxLimits
  private let readable: [FilePath]
  private let files: SystemFiles
  private let filter: FilePath
  private let passage: Passage?
  private let entrance: SandboxEntrance
  private let scratch: FilePath
  private let namespace: UserNamespace?

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

  func start(
    _ command: ChildCommand, showing folders: [SharedDirectory], reach: NetworkReach, verified: [VerifiedDirectory]
  ) throws -> SandboxStart {
    let passage = reach == .dependencies ? passage : nil
    let arguments = BubblewrapArguments(
      files: files, readable: readable, folders: entrance.folders + folders + (passage?.folders ?? []), limits: limits,
      joinsNamespace: namespace != nil)
    let commandLine = BubblewrapCommandLine(
      program: program, filter: filter, limits: limits, entrance: entrance, scratch: scratch, namespace: namespace)
    return try commandLine.start(
      passage?.leading(command) ?? command, sandbox: arguments.list, verified: verified)
  }
}
