// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// Runs commands somewhere: on this machine as it is, or where they see only a part of it.
package protocol CommandRunner: Sendable {
  /// How a file or folder of this machine is called where the commands run.
  func inside(_ path: FilePath) -> FilePath

  /// Runs a command whose paths are all ``inside(_:)``; otherwise as ``ChildProcess/run(_:limits:consume:)``.
  ///
  /// - Parameter reach: what the command may reach, as far as the place can limit it.
  func run(
    _ command: ChildCommand, limits: ChildLimits, reach: NetworkReach, consume: @escaping @Sendable (OutputLine) -> Void
  ) async throws(ChildProcessError) -> ChildResult
}

/// What a command can speak with.
package enum NetworkReach: Sendable {
  /// Nothing but itself.
  case nothing
  /// The hosts that the package's dependencies come from.
  case dependencies
}

/// Runs commands on this machine as it is.
package struct DirectRunner: CommandRunner {
  private let resources: ResourceLimits?

  /// - Parameter resources: what ends a command that takes too much, unless its own limits say so.
  package init(resources: ResourceLimits? = nil) {
    self.resources = resources
  }

  package func inside(_ path: FilePath) -> FilePath { path }

  package func run(
    _ command: ChildCommand, limits: ChildLimits, reach: NetworkReach, consume: @escaping @Sendable (OutputLine) -> Void
  ) async throws(ChildProcessError) -> ChildResult {
    return try await ChildProcess.run(command, limits: limits.limiting(resources), consume: consume)
  }
}

/// Where code under review runs.
package protocol Sandbox: Sendable {
  /// Whether commands see nothing of this machine's files but what they are shown and the system's own.
  var hidesMachine: Bool { get }

  /// A place whose commands see the given folders, and of the rest what every program needs.
  ///
  /// - Parameter folders: the outermost first, where one is in another.
  func runner(showing folders: [SharedDirectory]) -> any CommandRunner
}

/// A folder of this machine that commands in a sandbox see.
package struct SharedDirectory: Hashable, Sendable {
  /// On this machine.
  package let path: FilePath
  /// What it is called in the sandbox.
  package let name: FilePath
  package let isWritable: Bool

  package init(_ path: FilePath, as name: FilePath, isWritable: Bool = false) {
    self.path = path
    self.name = name
    self.isWritable = isWritable
  }
}

/// No sandbox: commands see all of this machine that its user sees.
package struct Unsandboxed: Sandbox {
  private let resources: ResourceLimits?

  package var hidesMachine: Bool { false }

  /// - Parameter resources: what ends a command that takes too much.
  package init(resources: ResourceLimits? = nil) {
    self.resources = resources
  }

  package func runner(showing folders: [SharedDirectory]) -> any CommandRunner {
    DirectRunner(resources: resources)
  }
}
