// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CSourceSupport
import Foundation

/// A thread with a stack that is large enough for deep syntax trees, and a limit of processor time for them.
///
/// The recursion of the parser is not bounded everywhere, nor is the time that it takes for some broken code. Code that
/// walks a tree recurses as deeply as the tree is. The limit is processor time, so that the load of the machine does
/// not affect whether a file is checked. A thread cannot be terminated from outside: one that exceeds the limit
/// continues with the lowest priority until the process ends.
public final class DeepStack: Sendable {
  /// The limit of the depth of a tree that is walked on such a thread.
  static let maximumDepth = 20_000

  private let condition = NSCondition()
  private let isFinished = Locked(false)
  private let limit = Locked<Limit?>(nil)
  private let thread = Locked<reviewbot_thread?>(nil)

  private struct Limit {
    /// The processor time at which the thread is given up.
    let end: Duration
    /// The elapsed time at which it is, because it gets little of a processor.
    let last: ContinuousClock.Instant
  }

  /// The limit of elapsed time as a multiple of that of processor time.
  private static let smallestShare = 30
  /// Only the used part of the stack takes physical memory.
  private static let stackBytes = 512 << 20

  private init() {}

  /// Runs a function, which may limit its time.
  ///
  /// - Returns: `nil` if the function takes longer than its limit.
  public static func run<Value: Sendable>(_ function: @escaping @Sendable (DeepStack) -> Value) -> Value? {
    let stack = DeepStack()
    let value = Locked<Value?>(nil)
    let thread = Thread {
      stack.thread.withLock { $0 = reviewbot_current_thread() }
      let result = function(stack)
      value.withLock { $0 = result }
      stack.finish()
    }
    thread.stackSize = stackBytes
    thread.start()
    stack.wait()
    return value.withLock { $0 }
  }

  /// Limits the rest of the function to some processor time from now on.
  func begin(_ duration: Duration) {
    let last = ContinuousClock.now.advanced(by: duration * Self.smallestShare)
    set(Limit(end: processorTime + duration, last: last))
  }

  /// Ends the limit.
  func end() { set(nil) }

  private func set(_ new: Limit?) {
    condition.lock()
    defer { condition.unlock() }
    limit.withLock { $0 = new }
    condition.signal()
  }

  private func finish() {
    condition.lock()
    defer { condition.unlock() }
    isFinished.withLock { $0 = true }
    condition.signal()
  }

  private func wait() {
    condition.lock()
    defer { condition.unlock() }
    while !isFinished.withLock({ $0 }) {
      guard let limit = limit.withLock({ $0 }) else {
        condition.wait()
        continue
      }
      let rest = limit.end - processorTime
      guard rest > .zero, ContinuousClock.now < limit.last else { break }
      _ = condition.wait(until: Date(timeIntervalSinceNow: max(rest, .milliseconds(10)) / .seconds(1)))
    }
    // A thread that is not finished still runs, because `finish` waits for the lock that is held here.
    guard !isFinished.withLock({ $0 }), let thread = thread.withLock({ $0 }) else { return }
    _ = reviewbot_let_thread_stand_back(thread)
  }

  /// The processor time that the thread has used.
  private var processorTime: Duration {
    guard let thread = thread.withLock({ $0 }) else { return .zero }
    return .nanoseconds(reviewbot_processor_time(thread))
  }
}
