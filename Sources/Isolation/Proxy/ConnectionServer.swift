// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CLinux
import Foundation

/// Serves each connection on its own thread, so that a waiting connection does not block others.
final class ConnectionServer: Sendable {
  /// Enough for a name lookup, which runs plug-ins of the C library.
  private static let stackBytes = 512 << 10

  private struct State {
    var isStopped = false
    var nextID = 0
    var served: [Int: Descriptor] = [:]
  }

  private let listener: Descriptor
  private let limit: Int
  private let serve: @Sendable (Descriptor) -> Void
  private let state = Locked(State())
  /// Signalled when a connection ends and when the server stops.
  private let condition = NSCondition()

  init(_ listener: Descriptor, atOnce limit: Int, serve: @escaping @Sendable (Descriptor) -> Void) {
    self.listener = listener
    self.limit = limit
    self.serve = serve
    Self.thread { self.accept() }
  }

  /// Stops accepting, ends all connections, and waits a moment until their threads have ended.
  ///
  /// - Parameter time: the longest wait. A thread in a name lookup cannot be interrupted, and ends later.
  func stop(waiting time: TimeInterval = 2) {
    let served = state.withLock { state in
      state.isStopped = true
      return state.served
    }
    listener.end()
    for connection in served.values { connection.end() }
    let deadline = Date(timeIntervalSinceNow: time)
    condition.lock()
    defer { condition.unlock() }
    condition.broadcast()
    while state.withLock({ !$0.served.isEmpty }), condition.wait(until: deadline) {}
  }

  private func accept() {
    while waitForRoom() {
      let number = reviewbot_accept(listener.number)
      if number >= 0 {
        begin(Descriptor(adopting: number))
      } else if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(-number) {
        // Retries once other connections have ended and released descriptors.
        usleep(20_000)
      } else if ![EINTR, ECONNABORTED, EAGAIN].contains(-number) {
        return
      }
    }
  }

  private func begin(_ connection: Descriptor) {
    let id: Int? = state.withLock { state in
      guard !state.isStopped else { return nil }
      state.nextID += 1
      state.served[state.nextID] = connection
      return state.nextID
    }
    guard let id else { return }
    Self.thread {
      self.serve(connection)
      self.state.withLock { _ = $0.served.removeValue(forKey: id) }
      self.condition.lock()
      self.condition.broadcast()
      self.condition.unlock()
    }
  }

  /// - Returns: whether the server continues.
  private func waitForRoom() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while true {
      let (isStopped, isFull) = state.withLock { ($0.isStopped, $0.served.count >= limit) }
      if isStopped { return false }
      if !isFull { return true }
      condition.wait()
    }
  }

  private static func thread(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.stackSize = stackBytes
    thread.start()
  }
}

/// The number of bytes that may still pass.
final class ByteBudget: Sendable {
  private let remaining: Locked<Int>
  private let larger: ByteBudget?

  /// - Parameter larger: a budget from which every byte is taken as well.
  init(_ bytes: Int, within larger: ByteBudget? = nil) {
    remaining = Locked(bytes)
    self.larger = larger
  }

  /// - Returns: `false` when fewer bytes are left; then no more bytes may pass.
  func take(_ bytes: Int) -> Bool {
    let isWithin = remaining.withLock { remaining in
      remaining -= bytes
      return remaining >= 0
    }
    return isWithin && larger?.take(bytes) ?? true
  }

  var isSpent: Bool { remaining.withLock { $0 <= 0 } || larger?.isSpent ?? false }
}

struct Deadline {
  private let end: ContinuousClock.Instant

  init(after time: Duration) {
    end = ContinuousClock.now + time
  }

  /// Waits until a socket is ready for an operation.
  ///
  /// - Returns: `false` when the deadline passes first.
  func wait(for descriptor: Descriptor, _ events: Int16) -> Bool {
    var place = pollfd(fd: descriptor.number, events: events, revents: 0)
    while true {
      let result = poll(&place, 1, Self.milliseconds(ContinuousClock.now.duration(to: end)))
      if result > 0 { return true }
      guard result < 0, errno == EINTR else { return false }
    }
  }

  /// The timeout for `poll`: rounded up, so that waiting never turns into busy polling.
  static func milliseconds(_ time: Duration) -> Int32 {
    let parts = time.components
    guard parts.seconds >= 0, parts.attoseconds >= 0 else { return 0 }
    let milliseconds = parts.seconds.multipliedReportingOverflow(by: 1000)
    guard !milliseconds.overflow else { return Int32.max }
    return Int32(
      clamping: milliseconds.partialValue + (parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
