// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop

/// The lines that a program has printed so far, read immediately, so that the program is never blocked.
package final class PrintedLines: Sendable {
  private let state = Locked((lines: [String](), isOver: false))
  private let signal = ChangeSignal()

  /// Reads the output of a program on a separate thread.
  package init(of program: HelperProgram) {
    ThreadPool.shared.run { [state, signal] in
      // The output ends with the program.
      while let line = try? program.line() {
        state.withLock { $0.lines.append(line) }
        signal.notify()
      }
      state.withLock { $0.isOver = true }
      signal.notify()
    }
  }

  package var all: [String] { state.withLock { $0.lines } }

  /// Waits until the lines fulfil a condition.
  ///
  /// - Returns: `false` when the program printed its last line before they did.
  package func wait(until condition: ([String]) -> Bool) async throws -> Bool {
    var isFulfilled = false
    try await signal.wait {
      let (lines, isOver) = state.withLock { $0 }
      isFulfilled = condition(lines)
      return isFulfilled || isOver
    }
    return isFulfilled
  }
}
