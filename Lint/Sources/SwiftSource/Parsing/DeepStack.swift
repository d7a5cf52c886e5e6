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
  private let isGivenUp = Locked(false)
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
    let worker = idle.withLock { $0.popLast() } ?? Worker()
    worker.perform {
      stack.thread.withLock { $0 = reviewbot_current_thread() }
      let result = function(stack)
      value.withLock { $0 = result }
      return stack.finish(on: worker)
    }
    stack.wait()
    return value.withLock { $0 }
  }

  /// Threads that have finished a function. Making one, with a stack of this size, takes as long as parsing a small file.
  private static let idle = Locked<[Worker]>([])

  /// A thread that runs one function after another.
  private final class Worker: Sendable {
    /// Returns whether the thread takes another function.
    typealias Work = @Sendable () -> Bool

    private let condition = NSCondition()
    private let work = Locked<Work?>(nil)

    init() {
      let thread = Thread { while self.next()() {} }
      thread.stackSize = stackBytes
      thread.start()
    }

    func perform(_ new: @escaping Work) {
      condition.lock()
      work.withLock { $0 = new }
      condition.unlock()
      // Without the lock, for which the other thread would wait again.
      condition.signal()
    }

    private func next() -> Work {
      condition.lock()
      defer { condition.unlock() }
      while true {
        if let taken = work.withLock({ work in work.take() }) { return taken }
        condition.wait()
      }
    }
  }

  /// Limits the rest of the function to some processor time from now on.
  func begin(_ duration: Duration) {
    let last = ContinuousClock.now.advanced(by: duration * Self.smallestShare)
    let new = Limit(end: processorTime + duration, last: last)
    limit.withLock { $0 = new }
  }

  /// Ends the limit.
  func end() { limit.withLock { $0 = nil } }

  /// - Returns: whether the thread takes another function. One that was given up has the lowest priority, and one whose
  ///   limit was not ended may have used much of its stack, which keeps its memory as long as the thread exists.
  private func finish(on worker: Worker) -> Bool {
    condition.lock()
    let isReusable = limit.withLock { $0 == nil } && !isGivenUp.withLock { $0 }
    if isReusable { Self.idle.withLock { $0.append(worker) } }
    isFinished.withLock { $0 = true }
    condition.unlock()
    condition.signal()
    return isReusable
  }

  /// How often the limit is looked at. The waiting thread is not woken when it begins and ends, which would be several
  /// switches of threads for each file.
  private static let interval = Duration.milliseconds(50)

  private func wait() {
    condition.lock()
    defer { condition.unlock() }
    while !isFinished.withLock({ $0 }) {
      var next = Self.interval
      if let limit = limit.withLock({ $0 }) {
        let rest = limit.end - processorTime
        guard rest > .zero, ContinuousClock.now < limit.last else { break }
        next = min(next, max(rest, .milliseconds(10)))
      }
      _ = condition.wait(until: Date(timeIntervalSinceNow: next / .seconds(1)))
    }
    // A thread that is not finished still runs, because `finish` waits for the lock that is held here.
    guard !isFinished.withLock({ $0 }), let thread = thread.withLock({ $0 }) else { return }
    isGivenUp.withLock { $0 = true }
    _ = reviewbot_let_thread_stand_back(thread)
  }

  /// The processor time that the thread has used.
  private var processorTime: Duration {
    guard let thread = thread.withLock({ $0 }) else { return .zero }
    return .nanoseconds(reviewbot_processor_time(thread))
  }
}
