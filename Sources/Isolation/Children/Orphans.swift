// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CLinux
import Foundation

/// Descendants that left their process group and whose parent has ended.
package enum Orphans {
  /// Makes orphaned descendants this process's children, so that they can be found and ended after each run.
  ///
  /// - Returns: whether the system call succeeded.
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
    /// The number of children that are being started, whose ids are not known yet.
    var launching = 0
    /// The number of launches so far.
    var launches = 0
    /// Whether orphans are to be ended once no launch is in progress.
    var isDue = false
  }

  private static let state = Locked(State())

  /// A child that is being started. Until its id is known it cannot be distinguished from an orphan, so that no orphans
  /// are ended before that.
  final class Launch: Sendable {
    private let isOver = Locked(false)

    init() {
      state.withLock { state in
        state.launching += 1
        state.launches += 1
      }
    }

    deinit {
      end()
    }

    func started(_ child: pid_t) {
      state.withLock { _ = $0.running.insert(child) }
      end()
    }

    private func end() {
      let isFirst = isOver.withLock { isOver in
        defer { isOver = true }
        return !isOver
      }
      guard isFirst else { return }
      let isDue = state.withLock { state in
        state.launching -= 1
        return state.isDue && state.launching == 0
      }
      if isDue { Orphans.end() }
    }
  }

  static func ended(_ child: pid_t) { state.withLock { _ = $0.running.remove(child) } }

  /// Ends every child of this process that was not started on purpose, as soon as none is being started, but for the
  /// process that keeps the namespaces of podman's user. Does nothing unless this process adopts orphans.
  package static func end() {
    let canBegin = state.withLock { state in
      state.isDue = state.launching > 0
      return state.isAdopting && !state.isDue
    }
    guard canBegin else { return }
    // Ending an orphan can orphan its own children, which this process then adopts: repeat until there are none.
    for _ in 0..<100 {
      let before = state.withLock { $0.launches }
      let orphans = adopted().filter { !PodmanPause.isPause($0) }
      // A launch in progress may have a child among them. The last launch to finish ends the orphans.
      let (isLaunching, hasLaunched) = state.withLock { state in
        state.isDue = state.launching > 0
        return (state.isDue, state.launches != before)
      }
      if isLaunching { return }
      if hasLaunched { continue }
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
    return ProcessTable.children(of: getpid()).filter { !running.contains($0) }
  }
}
