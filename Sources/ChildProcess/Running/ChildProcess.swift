// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Subprocess
import SystemPackage

/// Runs programs that may misbehave.
package enum ChildProcess {
  /// Runs the command in a session of its own until it ends or reaches a limit, handing over each line it writes.
  ///
  /// When this returns, nothing is left of the child's process group. `consume` is called on a background thread, one
  /// line at a time for each stream.
  ///
  /// - Throws: ``ChildProcessError`` when the program cannot be started. However it ends is a result.
  package static func run(
    _ command: ChildCommand, limits: ChildLimits,
    consume: @escaping @Sendable (OutputLine) -> Void = { _ in }
  ) async throws(ChildProcessError) -> ChildResult {
    guard access(command.executable.string, X_OK) == 0 else {
      throw ChildProcessError(code: .notFound, executable: command.executable, underlying: "")
    }
    let run = ChildRun(limits: limits, consume: consume)
    do {
      return try await run.perform(command)
    } catch {
      throw ChildProcessError(code: .cannotStart, executable: command.executable, underlying: "\(error)")
    }
  }
}
