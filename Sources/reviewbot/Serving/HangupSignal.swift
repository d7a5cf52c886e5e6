// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Dispatch
import Foundation

/// SIGHUP, which requests that the configuration is read again.
enum HangupSignal {
  /// Calls `body` for each signal until the task is cancelled. Signals that arrive while it runs are one.
  static func handle(_ body: @Sendable () -> Void) async {
    // Without a handler the signal would end the process.
    signal(SIGHUP, SIG_IGN)
    let (signals, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
    source.setEventHandler { @Sendable in continuation.yield() }
    source.resume()
    for await _ in signals { body() }
    source.cancel()
  }
}
