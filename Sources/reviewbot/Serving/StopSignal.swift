// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop

/// Somebody wants the daemon to end.
final class StopSignal: Sendable {
  private struct State {
    var isStopped = false
    var action: (@Sendable () -> Void)?
  }

  private let state = Locked(State())

  func stop() {
    let action = state.withLock { state in
      state.isStopped = true
      defer { state.action = nil }
      return state.action
    }
    action?()
  }

  /// Calls back once, at once if it was stopped before.
  func onStop(_ action: @escaping @Sendable () -> Void) {
    let isStopped = state.withLock { state in
      if !state.isStopped { state.action = action }
      return state.isStopped
    }
    if isStopped { action() }
  }

  var isStopped: Bool { state.withLock { $0.isStopped } }
}
