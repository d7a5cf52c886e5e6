// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CLinux
import Foundation

/// Checks the bytes of a file before it is parsed, for constructs that the parser handles by unbounded recursion.
///
/// The check is approximate and ignores strings and comments, because no real file comes near the limits.
enum NestingGuard {
  /// The limit of the nesting of brackets.
  static let maximumBrackets = 200
  /// The limit of words in a file that nest expressions without brackets, as in `try await try …`.
  static let maximumPrefixes = 20_000
  /// The limit of consecutive `#`.
  static let maximumHashes = 64

  static func accepts(_ bytes: [UInt8]) -> Bool {
    var depth = 0
    var angles = 0
    var hashes = 0
    var prefixes = 0
    var wordStart: Int?
    return bytes.withUnsafeBufferPointer { bytes in
      for (index, byte) in bytes.enumerated() {
        hashes = byte == UInt8(ascii: "#") ? hashes + 1 : 0
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"):
          wordStart = wordStart ?? index
          continue
        case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "{"):
          depth += 1
          angles = 0
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
        case UInt8(ascii: "="), UInt8(ascii: ";"): angles = 0
        // A comparison has space before it; directly after a name, `<` may begin generic arguments.
        case UInt8(ascii: "<"): if index > 0, isNamePart(bytes[index - 1]) { angles += 1 }
        case UInt8(ascii: ">"): angles = max(0, angles - 1)
        default: break
        }
        if let start = wordStart {
          if isPrefix(bytes[start..<index]) { prefixes += 1 }
          wordStart = nil
        }
        if depth > maximumBrackets || angles > maximumBrackets || hashes > maximumHashes || prefixes > maximumPrefixes {
          return false
        }
      }
      return true
    }
  }

  private static let prefixWords = [
    "try", "await", "repeat", "inout", "each", "any", "some", "unsafe", "copy", "consume", "borrowing", "consuming",
    "if", "else", "throw", "return",
  ].map { Array($0.utf8) }

  private static func isPrefix(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    word.count >= 2 && word.count <= 9 && prefixWords.contains { $0.elementsEqual(word) }
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: ">"), UInt8(ascii: "`"):
      true
    default: false
    }
  }
}

/// Runs a function on a thread with a large stack and a time limit.
///
/// The limit is processor time, so that the load of the machine does not affect whether a file has a tree.
///
/// The recursion of the parser is not bounded everywhere, nor is the time that it takes for some broken code. A thread
/// cannot be terminated from outside: one that exceeds the limit continues with the lowest priority until the process
/// ends.
struct DeepCall<Value: Sendable>: Sendable {
  private let condition = NSCondition()
  private let value = Locked<Value?>(nil)
  private let threadNumber = Locked<Int32?>(nil)
  /// The processor time of the thread.
  private let threadClock = Locked<clockid_t?>(nil)

  /// The limit of elapsed time as a multiple of that of processor time, for a thread that gets little of a processor.
  private static var smallestShare: Int { 30 }
  /// Only the used part of the stack takes physical memory.
  private static var stackBytes: Int { 256 << 20 }

  private init() {}

  /// - Returns: `nil` if the function takes longer than the limit.
  static func run(within limit: Duration, _ function: @escaping @Sendable () -> Value) -> Value? {
    let call = DeepCall()
    let thread = Thread {
      call.threadNumber.withLock { $0 = reviewbot_thread_number() }
      var clock = clockid_t()
      if pthread_getcpuclockid(pthread_self(), &clock) == 0 { call.threadClock.withLock { $0 = clock } }
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
    let start = ContinuousClock.now
    condition.lock()
    defer { condition.unlock() }
    while value.withLock({ $0 == nil }) {
      let rest = limit - processorTime
      guard rest > .zero, start.duration(to: .now) < limit * Self.smallestShare else { break }
      _ = condition.wait(until: Date(timeIntervalSinceNow: max(rest, .milliseconds(10)) / .seconds(1)))
    }
    let value = value.withLock { $0 }
    // The thread still runs, because `finish` waits for the lock that is held here.
    if value == nil, let thread = threadNumber.withLock({ $0 }) { _ = reviewbot_let_thread_stand_back(thread) }
    return value
  }

  /// The processor time that the thread has used.
  private var processorTime: Duration {
    var time = timespec()
    guard let clock = threadClock.withLock({ $0 }), clock_gettime(clock, &time) == 0 else { return .zero }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// The reason why a file has no syntax tree.
package enum ParseRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  case notSwift
  case tooLarge(limit: Int)
  /// Nested so deeply that walking the tree could exhaust the stack.
  case tooDeep
  case tooSlow(limit: Duration)
  /// Parsing other files took too long.
  case noTimeLeft

  package var description: String {
    switch self {
    case .notSwift: "it is not a Swift file"
    case .tooLarge(let limit): "it has more than \(limit) bytes"
    case .tooDeep: "its syntax is nested too deeply"
    case .tooSlow(let limit): "parsing it takes longer than \(limit)"
    case .noTimeLeft: "parsing other files took too long"
    }
  }
}
