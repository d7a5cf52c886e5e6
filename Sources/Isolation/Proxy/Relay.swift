// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Copies bytes between two sockets, in both directions, until both sides have closed their end.
struct Relay {
  enum Ending: Hashable, Sendable {
    case finished, idle, overBudget
  }

  /// The idle timeout: no bytes in either direction.
  let idle: Duration
  let budget: ByteBudget
  let count: @Sendable (_ sent: Int, _ received: Int) -> Void

  /// - Parameters:
  ///   - early: what the client sent already.
  ///   - early: what the server sent already.
  func run(
    _ client: Descriptor, _ server: Descriptor, fromClient early: [UInt8] = [], fromServer lateHead: [UInt8] = []
  ) -> Ending {
    client.sendAtOnce()
    server.sendAtOnce()
    var up = Direction(from: client, to: server, early)
    var down = Direction(from: server, to: client, lateHead)
    guard budget.take(early.count + lateHead.count) else { return .overBudget }
    defer {
      client.end()
      server.end()
    }
    while true {
      do {
        let sent = try up.move(budget)
        let received = try down.move(budget)
        count(sent, received)
      } catch {
        return error == .overBudget ? .overBudget : .finished
      }
      if up.isDone && down.isDone { return .finished }
      let wanted = [
        (client, up.wantsInput, down.wantsOutput), (server, down.wantsInput, up.wantsOutput),
      ]
      var polled = wanted.map { descriptor, input, output in
        let events = (input ? Int16(POLLIN) : 0) | (output ? Int16(POLLOUT) : 0)
        // A descriptor without requested events would report again and again that its peer is gone.
        return pollfd(fd: events == 0 ? -1 : descriptor.number, events: events, revents: 0)
      }
      let result = poll(&polled, nfds_t(polled.count), Deadline.milliseconds(idle))
      if result == 0 { return .idle }
      if result < 0, errno != EINTR { return .finished }
    }
  }
}

/// One direction of a relay: at most one full buffer is in transit.
private struct Direction {
  enum Interruption: Error {
    case broken, overBudget
  }

  private static let capacity = 64 << 10

  private let source: Descriptor
  private let target: Descriptor
  private var buffer: [UInt8]
  private var pending: Range<Int>
  private var hasEnded = false
  private(set) var isDone = false

  init(from source: Descriptor, to target: Descriptor, _ early: [UInt8]) {
    self.source = source
    self.target = target
    buffer = early + [UInt8](repeating: 0, count: max(0, Self.capacity - early.count))
    pending = 0..<early.count
  }

  var wantsInput: Bool { pending.isEmpty && !hasEnded }
  var wantsOutput: Bool { !pending.isEmpty }

  /// Moves the bytes that can be moved without waiting.
  ///
  /// - Returns: the number of bytes written to the target.
  mutating func move(_ budget: ByteBudget) throws(Interruption) -> Int {
    var moved = 0
    while !isDone {
      if pending.isEmpty {
        guard try fill(budget) else { break }
      }
      let count = try drain()
      moved += count
      if count == 0, !pending.isEmpty { break }
      // Lets the other direction take its turn.
      if moved >= Self.capacity { break }
    }
    return moved
  }

  private mutating func fill(_ budget: ByteBudget) throws(Interruption) -> Bool {
    guard !hasEnded else { return finish() }
    let count = buffer.withUnsafeMutableBytes { memory in
      recv(source.number, memory.baseAddress, memory.count, Descriptor.receiving)
    }
    if count > 0 {
      guard budget.take(count) else { throw .overBudget }
      pending = 0..<count
      return true
    }
    if count < 0 {
      guard errno == EAGAIN || errno == EINTR else { throw .broken }
      return false
    }
    hasEnded = true
    return finish()
  }

  private mutating func finish() -> Bool {
    isDone = true
    target.endWriting()
    return false
  }

  private mutating func drain() throws(Interruption) -> Int {
    let count = buffer.withUnsafeBytes { memory in
      Foundation.send(
        target.number, memory.baseAddress?.advanced(by: pending.lowerBound), pending.count, Descriptor.sending)
    }
    guard count >= 0 else {
      guard errno == EAGAIN || errno == EINTR else { throw .broken }
      return 0
    }
    pending = (pending.lowerBound + count)..<pending.upperBound
    return count
  }
}
