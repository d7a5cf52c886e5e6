// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import Isolation
import SystemPackage

/// A sandbox that records whether a command was ended because the host ran out of a resource. The code under review is
/// not the cause, and a retry may succeed.
package struct ShortageNotes: Sandbox {
  let sandbox: any Sandbox
  private let first = Locked<String?>(nil)

  package var hidesMachine: Bool { sandbox.hidesMachine }

  /// The first shortage, as the end of a sentence; `nil` if there was none.
  package var shortage: String? { first.withLock { $0 } }

  package func runner(showing folders: [SharedDirectory]) -> any CommandRunner {
    NotingRunner(runner: sandbox.runner(showing: folders)) { shortage in first.withLock { $0 = $0 ?? shortage } }
  }
}

private struct NotingRunner: CommandRunner {
  let runner: any CommandRunner
  let note: @Sendable (String) -> Void

  func inside(_ path: FilePath) -> FilePath { runner.inside(path) }

  func run(
    _ command: ChildCommand, limits: ChildLimits, reach: NetworkReach, consume: @escaping @Sendable (OutputLine) -> Void
  ) async throws(ChildProcessError) -> ChildResult {
    let result = try await runner.run(command, limits: limits, reach: reach, consume: consume)
    if let shortage = result.ending.shortage { note(shortage) }
    return result
  }
}
