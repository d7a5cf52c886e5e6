// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import Isolation
import SystemPackage

/// A sandbox that notes when a command was ended because of something that the machine could not give: the code under review is not to
/// blame, and a later try may come to something.
package struct ShortageNotes: Sandbox {
  private let sandbox: any Sandbox
  private let first = Locked<String?>(nil)

  package init(_ sandbox: any Sandbox) {
    self.sandbox = sandbox
  }

  package var hidesMachine: Bool { sandbox.hidesMachine }

  /// As the end of a sentence; `nil` when there was enough of everything.
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
