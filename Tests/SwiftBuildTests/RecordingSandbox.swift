// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Isolation
import SystemPackage

/// Runs commands without isolation, and records them with their time limits.
struct RecordingSandbox: Sandbox, CommandRunner {
  let commands = Locked<[(arguments: [String], environment: [String: String], time: Duration)]>([])
  /// Whether a command is not run, and succeeds.
  var skips: @Sendable (ChildCommand) -> Bool = { _ in false }
  var hidesMachine = false
  /// Called before a recorded command runs.
  var before: @Sendable (ChildCommand) async -> Void = { _ in }

  func runner(showing folders: [SharedDirectory]) -> any CommandRunner { self }
  func inside(_ path: FilePath) -> FilePath { path }

  func run(
    _ command: ChildCommand, limits: ChildLimits, reach: NetworkReach, consume: @escaping @Sendable (OutputLine) -> Void
  ) async throws(ChildProcessError) -> ChildResult {
    commands.withLock { $0.append((command.arguments, command.environment, limits.time)) }
    await before(command)
    let command = skips(command) ? ChildCommand("/bin/true", environment: [:]) : command
    return try await Unsandboxed().run(command, limits: limits, reach: reach, consume: consume)
  }
}
