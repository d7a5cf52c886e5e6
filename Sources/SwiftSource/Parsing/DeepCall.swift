// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CLinux
import Foundation

/// Runs a function on a thread with much stack, and waits for it no longer than a limit.
///
/// The parser goes down by recursion, in places without a bound of its own, and on some broken code it takes time
/// without bound too. A thread cannot be ended from outside: one that is late is left behind, runs only while nothing else wants
/// the processor, and is gone when the process is.
struct DeepCall<Value: Sendable>: Sendable {
  private let condition = NSCondition()
  private let value = Locked<Value?>(nil)
  private let threadNumber = Locked<Int32?>(nil)

  /// Only what is used of it becomes real memory.
  private static var stackBytes: Int { 256 << 20 }

  private init() {}

  /// - Returns: `nil` when the function takes longer than the limit.
  static func run(within limit: Duration, _ function: @escaping @Sendable () -> Value) -> Value? {
    let call = DeepCall()
    let thread = Thread {
      call.threadNumber.withLock { $0 = reviewbot_thread_number() }
      call.finish(with: function())
    }
    thread.stackSize = stackBytes
    thread.start()
    return call.wait(within: limit)
  }

  private func finish(with value: Value) {
    condition.lock()
    defer { condition.unlock() }
    self.value.withLock { $0 = value }
    condition.signal()
  }

  private func wait(within limit: Duration) -> Value? {
    let seconds = Double(limit.components.seconds) + Double(limit.components.attoseconds) / 1e18
    let deadline = Date(timeIntervalSinceNow: seconds)
    condition.lock()
    defer { condition.unlock() }
    while value.withLock({ $0 == nil }), condition.wait(until: deadline) {}
    let value = value.withLock { $0 }
    // Still running: it has not passed `finish`, which waits for the condition that is held here.
    if value == nil, let thread = threadNumber.withLock({ $0 }) { _ = reviewbot_let_thread_stand_back(thread) }
    return value
  }
}
