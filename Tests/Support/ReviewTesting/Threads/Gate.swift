// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop

/// Suspends callers until it is opened.
package final class Gate: Sendable {
  private let signal = ChangeSignal()
  private let state = Locked((isOpen: false, arrivals: 0))

  package init() {}

  package func open() {
    state.withLock { $0.isOpen = true }
    signal.notify()
  }

  /// - Throws: `CancellationError` when the task is cancelled before it is opened.
  package func pass() async throws {
    state.withLock { $0.arrivals += 1 }
    signal.notify()
    try await signal.wait { state.withLock { $0.isOpen } }
  }

  /// The number of callers so far.
  package var arrivals: Int { state.withLock { $0.arrivals } }

  /// Waits until a number of callers have arrived.
  package func arrived(_ count: Int = 1) async throws {
    try await signal.wait { state.withLock { $0.arrivals >= count } }
  }
}
