// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import HTTPTypes
import ReviewTesting
import Testing

@testable import ResourceLoading

/// The order of writes that wait.
struct RequestLineTests {
  private let line = RequestLine(capacity: 1)
  private let order = Locked<[String]>([])

  /// Waits for the number of writes that wait for a place.
  private func wait(for count: Int) async { while line.waiting < count { await Task.yield() } }

  /// Lets writes arrive one after the other, while the only place is taken.
  private func arrive(
    _ urgencies: [WriteUrgency], in group: inout ThrowingTaskGroup<Void, any Error>
  ) async {
    for (number, urgency) in urgencies.enumerated() {
      group.addTask {
        let place = try await line.enter(urgency)
        order.withLock { $0.append("\(urgency) \(number)\(place.hasTurn ? " in turn" : "")") }
        line.leave()
      }
      await wait(for: number + 1)
    }
  }

  @Test func `results go before announcements, and each in the order of arrival`() async throws {
    _ = try await line.enter(.result)
    try await withThrowingTaskGroup(of: Void.self) { group in
      await arrive([.announcement, .result, .announcement, .result], in: &group)
      line.leave()
      try await group.waitForAll()
    }
    #expect(order.withLock { $0 } == ["result 1", "result 3", "announcement 0", "announcement 2"])
  }

  @Test func `an announcement passes its turn on to a result, and returns to its place before later ones`() async throws
  {
    let place = try await line.enter(.announcement)
    try await withThrowingTaskGroup(of: Void.self) { group in
      await arrive([.announcement, .result], in: &group)
      #expect(line.pass(place))
      let again = try await line.returnTo(place)
      #expect(!again.hasTurn)
      order.withLock { $0.append("again") }
      #expect(!line.pass(again))
      line.leave()
      try await group.waitForAll()
    }
    #expect(order.withLock { $0 } == ["result 1 in turn", "again", "announcement 0"])
  }

  @Test func `a result passes nothing on`() async throws {
    let place = try await line.enter(.result)
    try await withThrowingTaskGroup(of: Void.self) { group in
      await arrive([.announcement, .result], in: &group)
      #expect(!line.pass(place))
      line.leave()
      try await group.waitForAll()
    }
  }

  @Test func `a cancelled write leaves the line`() async throws {
    _ = try await line.enter(.result)
    let task = Task { try await line.enter(.result) }
    await wait(for: 1)
    task.cancel()
    await #expect { try await task.value } throws: { ($0 as? TransportError)?.code == .cancelled }
    #expect(line.waiting == 0)
    line.leave()
    _ = try await line.enter(.result)
  }

  /// The transport's writes, of which the announcement waits for the time that it reserved.
  @Test func `a result takes the time that an announcement waits for`() async throws {
    let clock = HeldClock()
    let base = StubTransport { [order] request in
      order.withLock { $0.append(request.head.path ?? "") }
      return answer("")
    }
    let policy = RateLimitPolicy(writeSpacing: .seconds(1), writeBurst: 1, writeRefill: .seconds(60))
    let transport = RateLimitingTransport(base, policy: policy, clock: clock)
    func write(_ path: String) throws -> TransportRequest {
      var head = HTTPRequest(.post, at: try server())
      head.path = path
      return TransportRequest(head)
    }
    _ = try await transport.send(write("/first"))
    let (announcement, result) = (try write("/announcement"), try write("/result"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await WriteUrgency.$current.withValue(.announcement) { _ = try await transport.send(announcement) }
      }
      await clock.untilSleeping()
      group.addTask { _ = try await transport.send(result) }
      while await transport.waitingWrites == 0 { await Task.yield() }
      clock.open()
      try await group.waitForAll()
    }
    #expect(order.withLock { $0 } == ["/first", "/result", "/announcement"])
    // The announcement reserved the time after the one that it passed on.
    #expect(clock.waits == [.seconds(60), .seconds(120)])
  }

  @Test func `requests of one urgency get a place in the order of their arrival`() async throws {
    _ = try await line.enter(.result)
    var tasks: [Task<Void, any Error>] = []
    for number in 0..<5 {
      // Each runs immediately, up to its place in the line.
      tasks.append(
        Task.immediate {
          _ = try await line.enter(.result)
          order.withLock { $0.append("\(number)") }
          line.leave()
        })
    }
    line.leave()
    for task in tasks { try await task.value }
    #expect(order.withLock { $0 } == ["0", "1", "2", "3", "4"])
  }

  @Test func `cancelled requests leave the line without taking a place`() async throws {
    _ = try await line.enter(.result)
    let tasks = (0..<20).map { _ in Task { try await line.enter(.result) } }
    for task in tasks { task.cancel() }
    for task in tasks {
      await #expect { _ = try await task.value } throws: { ($0 as? TransportError)?.code == .cancelled }
    }
    line.leave()
    _ = try await line.enter(.result)
    line.leave()
  }
}

/// A clock whose time never changes, and whose sleeps wait until it is opened.
private final class HeldClock: Clock, Sendable {
  private let gate = Gate()
  private let recorded = Locked<[Duration]>([])

  var now: InstantClock.Instant { InstantClock().now }
  var minimumResolution: Duration { .zero }
  var waits: [Duration] { recorded.withLock { $0 } }

  func open() { gate.open() }

  func untilSleeping() async { while waits.isEmpty { await Task.yield() } }

  func sleep(until deadline: InstantClock.Instant, tolerance: Duration?) async throws {
    recorded.withLock { $0.append(now.duration(to: deadline)) }
    try await gate.pass()
  }
}
