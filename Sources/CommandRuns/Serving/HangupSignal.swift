// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation

/// SIGHUP, which requests that the configuration is read again.
struct HangupSignal {
  /// An element for each signal; those that arrive before the next element is taken are one.
  let requests: AsyncStream<Void>
  private let source: SignalSource

  /// Returns when the signal is handled: one that arrives from then on is in ``requests``.
  init() async {
    let (requests, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.requests = requests
    source = await SignalSource(SIGHUP) { continuation.yield() }
  }

  func cancel() { source.cancel() }
}
