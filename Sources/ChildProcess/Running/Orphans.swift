// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CLinux
import Foundation

/// Descendants that left their process group and whose parent has ended.
package enum Orphans {
  /// Makes orphaned descendants this process's children, so that they can be found and ended after each run.
  ///
  /// - Returns: whether the system agreed.
  @discardableResult
  package static func adopt() -> Bool {
    let agreed = reviewbot_become_subreaper() == 0
    state.withLock { $0.isAdopting = agreed }
    return agreed
  }

  private struct State {
    var isAdopting = false
    /// The children that were started on purpose and still run.
    var running: Set<pid_t> = []
  }

  private static let state = Locked(State())

  static func started(_ child: pid_t) { state.withLock { _ = $0.running.insert(child) } }
  static func ended(_ child: pid_t) { state.withLock { _ = $0.running.remove(child) } }

  /// Ends every child of this process that was not started on purpose. Does nothing unless this process adopts orphans.
  static func end() {
    guard state.withLock({ $0.isAdopting }) else { return }
    // Ending an orphan can orphan its own children, which then come to us: go on until there are none.
    for _ in 0..<100 {
      let orphans = adopted()
      if orphans.isEmpty { return }
      for orphan in orphans {
        kill(orphan, SIGKILL)
        var status: Int32 = 0
        waitpid(orphan, &status, 0)
      }
    }
  }

  /// The children of this process that were not started on purpose; none unless it adopts orphans.
  static func adopted() -> [pid_t] {
    let (isAdopting, running) = state.withLock { ($0.isAdopting, $0.running) }
    guard isAdopting else { return [] }
    let own = getpid()
    return ProcessTable.read().entries.filter { $0.parent == own && !running.contains($0.process) }.map(\.process)
  }
}
