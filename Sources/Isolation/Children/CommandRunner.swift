// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// Runs commands in some place: directly on the host, or where they see only a part of it.
package protocol CommandRunner: Sendable {
  /// Returns the path of a file or folder of the host in the place where the commands run.
  func inside(_ path: FilePath) -> FilePath

  /// Runs a command whose paths are all ``inside(_:)``; otherwise as ``ChildProcess/run(_:limits:consume:)``.
  ///
  /// - Parameter reach: the network access of the command, as far as the place can limit it.
  func run(
    _ command: ChildCommand, limits: ChildLimits, reach: NetworkReach, consume: @escaping @Sendable (OutputLine) -> Void
  ) async throws(ChildProcessError) -> ChildResult
}

/// The network access of a command.
package enum NetworkReach: Sendable {
  /// No access.
  case nothing
  /// The hosts that the package's dependencies come from.
  case dependencies
}

/// The place where code under review runs.
package protocol Sandbox: Sendable {
  /// Whether commands see only the shown files of the host and the system's own.
  var hidesMachine: Bool { get }

  /// Returns a runner whose commands see the given folders and the files that every program needs.
  ///
  /// - Parameter folders: an outer folder comes before the folders in it.
  func runner(showing folders: [SharedDirectory]) -> any CommandRunner
}

/// A folder of the host that commands in a sandbox see.
package struct SharedDirectory: Hashable, Sendable {
  /// The path on the host.
  package let path: FilePath
  /// The path in the sandbox.
  package let name: FilePath
  package let isWritable: Bool

  package init(_ path: FilePath, as name: FilePath, isWritable: Bool = false) {
    self.path = path
    self.name = name
    self.isWritable = isWritable
  }
}

/// No sandbox: commands run directly on the host, and see everything that the user can.
package struct Unsandboxed: Sandbox, CommandRunner {
  private let resources: ResourceLimits?

  package var hidesMachine: Bool { false }

  /// - Parameter resources: the limits of a command that has none of its own.
  package init(resources: ResourceLimits? = nil) {
    self.resources = resources
  }

  package func runner(showing folders: [SharedDirectory]) -> any CommandRunner { self }

  package func inside(_ path: FilePath) -> FilePath { path }

  package func run(
    _ command: ChildCommand, limits: ChildLimits, reach: NetworkReach, consume: @escaping @Sendable (OutputLine) -> Void
  ) async throws(ChildProcessError) -> ChildResult {
    try await ChildProcess.run(command, limits: limits.limiting(resources), consume: consume)
  }
}
