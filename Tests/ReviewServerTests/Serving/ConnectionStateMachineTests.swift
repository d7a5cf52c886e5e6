// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import NIOCore
import Testing

@testable import ReviewServer

/// The rules of a connection, event by event, with a clock that the test sets.
struct ConnectionStateMachineTests {
  @Test func `a request that arrives in one read sets no deadline`() {
    var connection = TimedConnection()
    #expect(connection.on(.requestHead) == [.forward])
    #expect(connection.on(.requestBody) == [.forward])
    #expect(connection.on(.requestEnd) == [.forward])
    #expect(connection.on(.readCompleted) == [])
    #expect(connection.deadline == nil)
  }

  @Test func `a request's deadline is set by its first read, and not extended by later ones`() {
    var connection = TimedConnection()
    _ = connection.on(.requestHead)
    _ = connection.on(.readCompleted)
    #expect(connection.deadline == .seconds(8))
    connection.now += .seconds(7)
    #expect(connection.on(.requestBody) == [.forward])
    _ = connection.on(.readCompleted)
    #expect(connection.deadline == .seconds(8))
    #expect(connection.on(.deadlineReached) == [])
    connection.now += .seconds(1)
    let refusal: [ConnectionStateMachine.Action] = [
      .report(.requestTimeout), .respond(.requestTimeout), .closeOutput(acceptingBytes: 1_000),
    ]
    #expect(connection.on(.deadlineReached) == refusal)
    #expect(connection.deadline == .seconds(11))
  }

  @Test func `a complete request has no deadline, and the next one has its own`() {
    var connection = TimedConnection()
    for event in [ConnectionStateMachine.Event.requestHead, .readCompleted, .requestEnd, .readCompleted] {
      _ = connection.on(event)
    }
    #expect(connection.deadline == nil)
    connection.now += .seconds(100)
    _ = connection.on(.requestHead)
    _ = connection.on(.readCompleted)
    #expect(connection.deadline == .seconds(108))
  }

  @Test func `a response that ends the connection closes it when the request is complete`() {
    var connection = TimedConnection()
    _ = connection.on(.requestHead)
    _ = connection.on(.requestEnd)
    #expect(connection.on(.responseHead(closes: true)) == [])
    #expect(connection.on(.responseEnd) == [.flush, .close])
    #expect(connection.on(.requestHead) == [])
    #expect(connection.deadline == nil)
  }

  @Test func `a response that does not end the connection leaves it open`() {
    var connection = TimedConnection()
    _ = connection.on(.requestHead)
    _ = connection.on(.requestEnd)
    // An informational response, and the final one.
    for _ in 0..<2 { _ = connection.on(.responseHead(closes: false)) }
    #expect(connection.on(.responseEnd) == [])
    #expect(connection.on(.requestHead) == [.forward])
  }

  @Test func `a connection lingers until its request ends`() {
    var connection = TimedConnection.lingering()
    #expect(connection.on(.requestBody) == [])
    #expect(connection.on(.readCompleted) == [])
    #expect(connection.on(.requestEnd) == [.close])
    #expect(connection.deadline == nil)
    #expect(connection.on(.requestEnd) == [])
  }

  @Test func `a connection lingers for a limited time`() {
    var connection = TimedConnection.lingering()
    #expect(connection.deadline == .seconds(3))
    // A second response neither reaches the client nor extends the time.
    connection.now += .seconds(2)
    _ = connection.on(.responseHead(closes: true))
    #expect(connection.on(.responseEnd) == [])
    #expect(connection.deadline == .seconds(3))
    connection.now += .seconds(1)
    #expect(connection.on(.deadlineReached) == [.close])
    #expect(connection.on(.deadlineReached) == [])
  }

  @Test func `a request that was answered early gets no second response at its deadline`() {
    var connection = TimedConnection()
    _ = connection.on(.requestHead)
    _ = connection.on(.readCompleted)
    _ = connection.on(.responseHead(closes: false))
    _ = connection.on(.responseEnd)
    connection.now += .seconds(8)
    #expect(connection.on(.deadlineReached) == [.closeOutput(acceptingBytes: 1_000)])
  }

  @Test func `a connection beyond the limit gets an error response to its first request`() {
    var connection = TimedConnection(.full)
    #expect(connection.openedActions == [])
    let refusal: [ConnectionStateMachine.Action] = [
      .report(.serviceUnavailable), .respond(.serviceUnavailable), .closeOutput(acceptingBytes: 1_000),
    ]
    #expect(connection.on(.requestHead) == refusal)
    #expect(connection.on(.requestBody) == [])
    #expect(connection.on(.requestEnd) == [.close])
  }

  @Test func `a connection beyond the limit of its address is closed without a response`() {
    var connection = TimedConnection(.addressFull)
    #expect(connection.openedActions == [.report(.tooManyRequests), .close])
    #expect(connection.on(.opened(.addressFull)) == [])
    #expect(connection.on(.requestHead) == [])
  }

  @Test func `a client that does not read responses is disconnected`() {
    var connection = TimedConnection()
    _ = connection.on(.writabilityChanged(isWritable: false))
    connection.now += .seconds(5)
    _ = connection.on(.writabilityChanged(isWritable: false))
    #expect(connection.deadline == .seconds(8))
    _ = connection.on(.writabilityChanged(isWritable: true))
    #expect(connection.deadline == nil)
    _ = connection.on(.writabilityChanged(isWritable: false))
    connection.now += .seconds(8)
    #expect(connection.on(.deadlineReached) == [.close])
    #expect(connection.deadline == nil)
  }

  @Test func `the earlier of two deadlines counts`() {
    var connection = TimedConnection()
    _ = connection.on(.writabilityChanged(isWritable: false))
    connection.now += .seconds(2)
    _ = connection.on(.requestHead)
    _ = connection.on(.readCompleted)
    #expect(connection.deadline == .seconds(8))
    _ = connection.on(.writabilityChanged(isWritable: true))
    #expect(connection.deadline == .seconds(10))
  }

  @Test func `a closed connection forwards nothing, whatever the order of events`() {
    let events: [ConnectionStateMachine.Event] = [
      .requestHead, .requestBody, .requestEnd, .readCompleted, .responseHead(closes: true), .responseEnd,
      .writabilityChanged(isWritable: false), .deadlineReached, .opened(.admitted),
    ]
    for first in events {
      for second in events {
        var connection = TimedConnection.lingering()
        _ = connection.on(.requestEnd)
        #expect(connection.on(first) == [])
        connection.now += .seconds(1_000)
        #expect(connection.on(second) == [])
        #expect(connection.deadline == nil, "after \(first), \(second)")
      }
    }
  }
}

/// A state machine, and the current time of its events.
private struct TimedConnection {
  private var machine: ConnectionStateMachine
  /// Since the connection was opened.
  var now = TimeAmount.zero
  let openedActions: [ConnectionStateMachine.Action]

  init(_ admission: ConnectionLimit.Admission = .admitted) {
    var limits = IntakeLimits()
    limits.request = .seconds(8)
    limits.lingering = .seconds(3)
    limits.lingeringBytes = 1_000
    machine = ConnectionStateMachine(limits)
    openedActions = machine.handle(.opened(admission), at: .uptimeNanoseconds(0))
  }

  /// A connection whose response ended it before its request was complete.
  static func lingering() -> TimedConnection {
    var connection = TimedConnection()
    _ = connection.on(.requestHead)
    _ = connection.on(.responseHead(closes: true))
    #expect(connection.on(.responseEnd) == [.flush, .closeOutput(acceptingBytes: 1_000)])
    return connection
  }

  var deadline: TimeAmount? { machine.deadline.map { $0 - .uptimeNanoseconds(0) } }

  mutating func on(_ event: ConnectionStateMachine.Event) -> [ConnectionStateMachine.Action] {
    machine.handle(event, at: .uptimeNanoseconds(0) + now)
  }
}
