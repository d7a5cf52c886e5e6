// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// Runs commands somewhere: on this machine as it is, or where they see only a part of it.
package protocol CommandRunner: Sendable {
  /// How a file or folder of this machine is called where the commands run.
  func inside(_ path: FilePath) -> FilePath

  /// Runs a command whose paths are all ``inside(_:)``; otherwise as ``ChildProcess/run(_:limits:consume:)``.
  func run(
    _ command: ChildCommand, limits: ChildLimits, consume: @escaping @Sendable (OutputLine) -> Void
  ) async throws(ChildProcessError) -> ChildResult
}

/// Runs commands on this machine as it is.
package struct DirectRunner: CommandRunner {
  package init() {}

  package func inside(_ path: FilePath) -> FilePath { path }

  package func run(
    _ command: ChildCommand, limits: ChildLimits, consume: @escaping @Sendable (OutputLine) -> Void
  ) async throws(ChildProcessError) -> ChildResult {
    try await ChildProcess.run(command, limits: limits, consume: consume)
  }
}
