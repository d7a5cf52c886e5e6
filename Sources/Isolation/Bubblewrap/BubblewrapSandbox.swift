// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// Runs commands in separate namespaces. Source of the options: bwrap(1).
struct BubblewrapSandbox: LaunchableSandbox {
  private let commandLine: BubblewrapCommandLine
  private let readable: [FilePath]
  private let files: SystemFiles
  private let forwarder: ProxyForwarder?

  var limits: SandboxLimits { commandLine.limits }

  /// - Parameter scratch: an empty folder that the sandbox does not show.
  init(_ settings: SandboxSettings, scratch: FilePath) throws {
    guard let program = settings.program else { throw SandboxError("bubblewrap's program is not known") }
    commandLine = BubblewrapCommandLine(
      program: program, filter: scratch.appending("system-calls.bpf"), limits: settings.limits,
      entrance: settings.entrance, scratch: scratch,
      namespace: settings.userNamespace.map { UserNamespace(file: $0) }.flatMap { $0.isThere ? $0 : nil })
    readable = settings.readable
    forwarder = settings.forwarding.map { ProxyForwarder($0, by: .linked(settings.entrance.program)) }
    files = try SystemFiles(in: scratch)
    let calls = try SystemCallProgram(.sandbox(memoryIsLimited: settings.limits.isMemoryLimitedByKernel))
    try Data(calls.bytes).write(to: URL(fileURLWithPath: commandLine.filter.string))
  }

  func start(
    _ command: ChildCommand, showing folders: [SharedDirectory], reach: NetworkReach, verified: [VerifiedDirectory]
  ) throws -> SandboxStart {
    let forwarder = reach == .dependencies ? forwarder : nil
    let arguments = BubblewrapArguments(
      files: files, readable: readable,
      folders: commandLine.entrance.folders + folders + (forwarder?.folders ?? []), limits: limits,
      joinsNamespace: commandLine.namespace != nil)
    return try commandLine.start(
      forwarder?.leading(command) ?? command, sandbox: arguments.list, verified: verified)
  }
}
