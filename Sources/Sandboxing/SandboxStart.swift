// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import SystemPackage

/// A command that is ready to run in a sandbox.
struct SandboxStart: Sendable {
  /// What is to be started outside.
  let command: ChildCommand
  private let clearUp: @Sendable (ChildExit?) -> Void

  /// - Parameter clearUp: removes what was made for it. Gets how it ended; `nil` when it was ended, or never started.
  init(_ command: ChildCommand, clearUp: @escaping @Sendable (ChildExit?) -> Void) {
    self.command = command
    self.clearUp = clearUp
  }

  /// To be called once it has ended.
  func end(_ status: ChildExit? = nil) { clearUp(status) }
}

/// A sandbox whose command lines one process prepares and another asks for.
protocol LaunchableSandbox: Sandbox {
  /// Prepares a command.
  ///
  /// - Parameter verified: folders that must be what is shown under their names when the command starts.
  func start(
    _ command: ChildCommand, showing folders: [SharedFolder], reach: NetworkReach, verified: [VerifiedFolder]
  ) throws -> SandboxStart
}
