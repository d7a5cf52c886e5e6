// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation

/// Runs a command transparently: with this process's input, output and process group, with termination signals
/// forwarded, and with the command's exit status.
package enum ForegroundCommand {
  private static let passedOn = [SIGTERM, SIGINT, SIGHUP]

  /// Runs the command and waits for it.
  ///
  /// - Parameter commandLine: the command, which is looked up in `PATH`, and its arguments.
  /// - Returns: its exit status, or 128 plus the number of the signal that ended it.
  package static func run(_ commandLine: [String], environment: [String: String]) throws(ChildProcessError) -> Int32 {
    // Signals that arrive before the child has started are delivered after its start.
    let state = Locked<(child: PlainChild?, early: [Int32])>((nil, []))
    let sources = passedOn.map { number in
      SignalSource(blocking: number) {
        state.withLock { state in
          if let child = state.child { child.signal(number) } else { state.early.append(number) }
        }
      }
    }
    defer { for source in sources { source.cancel() } }
    let child = try PlainChild(commandLine, environment: environment, input: .inherited, output: .inherited)
    state.withLock { state in
      state.child = child
      state.early.forEach(child.signal)
    }
    return child.wait()
  }
}
