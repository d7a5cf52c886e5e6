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
  /// - Parameter starter: who starts the child and ends it.
  /// - Throws: ``ChildProcessError`` when the program cannot be started. However it ends is a result.
  package static func run(
    _ command: ChildCommand, limits: ChildLimits, starter: any ChildStarter = OwnStarter(),
    consume: @escaping @Sendable (OutputLine) -> Void = { _ in }
  ) async throws(ChildProcessError) -> ChildResult {
    // Another starter may see other files than we do.
    guard !(starter is OwnStarter) || access(command.executable.string, X_OK) == 0 else {
      throw ChildProcessError(code: .notFound, executable: command.executable, underlying: "")
    }
    let run = ChildRun(starter: starter, limits: limits, consume: consume)
    do {
      return try await run.perform(command)
    } catch {
      throw ChildProcessError(code: .cannotStart, executable: command.executable, underlying: "\(error)")
    }
  }
}
