// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Dispatch
import Foundation

/// A signal to this process as an event.
///
/// Dispatch registers a source some time after `resume()`, on another thread. A signal that arrives before that and is
/// ignored is lost. Both initializers therefore return when the source is registered.
package struct SignalSource {
  private let source: any DispatchSourceSignal

  /// - Parameters:
  ///   - number: the signal; its default action no longer takes place.
  ///   - handler: called on a thread of Dispatch; signals that arrive before it is called are coalesced into one.
  package init(_ number: Int32, handler: @escaping @Sendable () -> Void) async {
    source = Self.source(number, handler)
    let source = source
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      source.setRegistrationHandler { @Sendable in continuation.resume() }
      source.resume()
    }
  }

  /// Blocks the thread until the source is registered; for callers that are not asynchronous.
  package init(blocking number: Int32, handler: @escaping @Sendable () -> Void) {
    source = Self.source(number, handler)
    let isRegistered = DispatchSemaphore(value: 0)
    source.setRegistrationHandler { @Sendable in isRegistered.signal() }
    source.resume()
    isRegistered.wait()
  }

  /// No call of the handler begins after this. The signal stays ignored.
  package func cancel() { source.cancel() }

  private static func source(_ number: Int32, _ handler: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler(handler: handler)
    return source
  }
}
