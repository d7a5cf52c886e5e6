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
      let running = state.withLock { $0.running }
      let orphans = children().filter { !running.contains($0) }
      if orphans.isEmpty { return }
      for orphan in orphans {
        kill(orphan, SIGKILL)
        var status: Int32 = 0
        waitpid(orphan, &status, 0)
      }
    }
  }

  private static func children() -> [pid_t] {
    let own = getpid()
    // The list can change under our eyes; whoever is gone needs no ending.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { name in
      guard let process = pid_t(name), let stat = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8)
      else { return nil }
      // The command's name is in parentheses and may hold anything, so count from the last one: state, then parent.
      let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
      return fields.count > 2 && pid_t(fields[2]) == own ? process : nil
    }
  }
}
