// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation

/// Delivers messages to hooks one at a time, on its own thread.
final class DeliveryQueue: Sendable {
  private struct Contents: Sendable {
    var messages: [HookMessage] = []
    /// Whether the first message was overtaken.
    var isFirstLate = false
    var isEnded = false
  }

  /// How long a message waits for another one that may overtake it.
  private static let patience: DispatchTimeInterval = .seconds(30)

  private let contents = Locked(Contents())
  /// Counts the messages and the end.
  private let available = DispatchSemaphore(value: 0)
  private let threads = DispatchGroup()

  func begin(_ forge: BuiltInForge) {
    threads.enter()
    let thread = Thread { [self] in
      while let message = next(forge) { deliver(message, forge) }
      threads.leave()
    }
    thread.name = "forge.hooks"
    thread.start()
  }

  func send(_ messages: [HookMessage]) {
    contents.withLock { $0.messages += messages }
    for _ in messages { available.signal() }
  }

  /// Ends after the message that is being delivered.
  func end() async {
    contents.withLock { $0.isEnded = true }
    available.signal()
    await withCheckedContinuation { continuation in
      threads.notify(queue: .global()) { continuation.resume() }
    }
  }

  /// Waits for a message; `nil` at the end. To reorder messages, the second one overtakes the first if it arrives in
  /// time.
  private func next(_ forge: BuiltInForge) -> HookMessage? {
    available.wait()
    let reorders = forge.look { $0.deliveryFault.reorders }
    if reorders, contents.withLock({ $0.messages.count == 1 && !$0.isFirstLate }) {
      if available.wait(timeout: .now() + Self.patience) == .success { available.signal() }
    }
    return contents.withLock { contents in
      guard !contents.isEnded, !contents.messages.isEmpty else { return nil }
      let overtakes = reorders && !contents.isFirstLate && contents.messages.count > 1
      contents.isFirstLate = overtakes
      return contents.messages.remove(at: overtakes ? 1 : 0)
    }
  }

  private func deliver(_ message: HookMessage, _ forge: BuiltInForge) {
    forge.change(delivery: message.delivery) { $0.hasBegun = true }
    if message.delay != .zero { Thread.sleep(forTimeInterval: message.delay / .seconds(1)) }
    let response = HookConnection.send(message)
    forge.change(delivery: message.delivery) { delivery in
      delivery.code = response?.status ?? 0
      delivery.answerFields = response?.fields ?? [:]
    }
  }
}
