// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Dispatch
import Foundation
import Isolation
import ReviewContract

/// Ends a command in good order when somebody asks for it: children are ended, folders removed, and the exit status says
/// that it was cancelled.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Runs the command.
  ///
  /// - Parameter endsOnlyThen: whether the command goes on until it is asked to end, so that it says itself how it did.
  /// - Returns: what the command returns, or the status for cancelled when a signal came first.
  static func handle(
    endsOnlyThen: Bool = false, _ command: @escaping @Sendable () async -> Int32
  ) async -> Int32 {
    // Writing to a reader that is gone must fail, not end us before the report is posted. A handler, unlike ignoring,
    // is not passed on to the programs that we start.
    signal(SIGPIPE) { _ in }
    // Whoever outlives its parent below us comes to us and is ended after each child.
    Orphans.adopt()
    let task = Task { await command() }
    let wasAsked = Locked(false)
    let sources = signals.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { @Sendable in
        wasAsked.withLock { $0 = true }
        task.cancel()
      }
      source.resume()
      return source
    }
    let status = await task.value
    for source in sources { source.cancel() }
    return wasAsked.withLock { $0 } && !endsOnlyThen ? ExitStatus.superseded.code : status
  }
}
