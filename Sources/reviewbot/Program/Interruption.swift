// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import Isolation
import ReviewContract

/// Cancels a command on a termination signal: children are terminated, folders are removed, and the exit status is that
/// of a cancelled command.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM]

  /// Runs a command.
  ///
  /// - Parameter endsOnlyThen: whether the command runs until a signal, so its own exit status is used even then. Such a
  ///   command is a daemon: SIGHUP does not end it.
  /// - Returns: the exit status of the command, or that of a cancelled one after a signal.
  static func handle(
    endsOnlyThen: Bool = false, _ command: @escaping @Sendable () async -> Int32
  ) async -> Int32 {
    // Writing to a closed pipe must not end the process before the report is posted. Unlike `SIG_IGN`, a handler is not
    // inherited by child processes.
    signal(SIGPIPE) { _ in }
    if endsOnlyThen { signal(SIGHUP, SIG_IGN) }
    // Become the parent of orphaned descendants, which are terminated after each child.
    Orphans.adopt()
    let wasAsked = Locked(false)
    let task = Locked<Task<Int32, Never>?>(nil)
    var sources: [SignalSource] = []
    for number in endsOnlyThen ? signals : signals + [SIGHUP] {
      sources.append(
        await SignalSource(number) {
          wasAsked.withLock { $0 = true }
          task.withLock { $0?.cancel() }
        })
    }
    let started = Task { await command() }
    task.withLock { $0 = started }
    // A signal that came before there was a task has cancelled nothing yet.
    if wasAsked.withLock({ $0 }) { started.cancel() }
    let status = await started.value
    for source in sources { source.cancel() }
    return wasAsked.withLock { $0 } && !endsOnlyThen ? ExitStatus.superseded.code : status
  }
}
