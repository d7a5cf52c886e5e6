// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation

/// Brings messages to hooks, one after the other, on a thread of its own.
final class HookMessenger: Sendable {
  private struct Line: Sendable {
    var messages: [HookMessage] = []
    /// Whether the first was overtaken.
    var isLate = false
    var isEnded = false
  }

  private static let patience: DispatchTimeInterval = .seconds(1)

  private let line = Locked(Line())
  /// Counts the messages, and the end.
  private let bell = DispatchSemaphore(value: 0)
  private let threads = DispatchGroup()

  func begin(_ forge: BuiltInForge) {
    threads.enter()
    let thread = Thread { [self] in
      while let message = next(forge) { bring(message, forge) }
      threads.leave()
    }
    thread.name = "forge.hooks"
    thread.start()
  }

  func send(_ messages: [HookMessage]) {
    line.withLock { $0.messages += messages }
    for _ in messages { bell.signal() }
  }

  /// Ends after the message that is on its way.
  func end() async {
    line.withLock { $0.isEnded = true }
    bell.signal()
    await withCheckedContinuation { continuation in
      threads.notify(queue: .global()) { continuation.resume() }
    }
  }

  /// Waits for a message; `nil` at the end. When it is to mix them up, the next one overtakes, if it comes in time.
  private func next(_ forge: BuiltInForge) -> HookMessage? {
    bell.wait()
    let reorders = forge.look { $0.deliveryFault.reorders }
    if reorders, line.withLock({ $0.messages.count == 1 && !$0.isLate }) {
      if bell.wait(timeout: .now() + Self.patience) == .success { bell.signal() }
    }
    return line.withLock { line in
      guard !line.isEnded, !line.messages.isEmpty else { return nil }
      let overtakes = reorders && !line.isLate && line.messages.count > 1
      line.isLate = overtakes
      return line.messages.remove(at: overtakes ? 1 : 0)
    }
  }

  private func bring(_ message: HookMessage, _ forge: BuiltInForge) {
    forge.change(delivery: message.delivery) { $0.hasBegun = true }
    if message.delay != .zero { Thread.sleep(forTimeInterval: message.delay / .seconds(1)) }
    let answer = HookConnection.send(message)
    forge.change(delivery: message.delivery) { delivery in
      delivery.code = answer?.status ?? 0
      delivery.answerFields = answer?.fields ?? [:]
    }
  }
}
