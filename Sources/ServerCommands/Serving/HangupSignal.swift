// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation

/// SIGHUP, the request to reload the configuration.
struct HangupSignal {
  /// An element for each signal; signals that arrive before the next element is consumed are merged into one.
  let requests: AsyncStream<Void>
  private let source: SignalSource

  /// Returns after the handler is installed: later signals are elements of ``requests``.
  init() async {
    let (requests, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.requests = requests
    source = await SignalSource(SIGHUP) { continuation.yield() }
  }

  func cancel() { source.cancel() }
}
