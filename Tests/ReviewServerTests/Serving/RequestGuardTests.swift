// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Testing

@testable import ReviewServer

/// The guard of a simulated connection, on an event loop whose time the test sets.
struct RequestGuardTests {
  private let head = "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test func `a request that takes too long is answered with 408 at its time limit`() throws {
    let connection = try GuardedConnection { $0.request = .seconds(8) }
    try connection.receive(head)
    // A byte now and then does not extend the deadline, which depends on the beginning of the request.
    for _ in 0..<7 {
      connection.loop.advanceTime(by: .seconds(1))
      try connection.receive("1\r\nx\r\n")
    }
    connection.loop.advanceTime(by: .milliseconds(999))
    #expect(try connection.sent() == "")
    connection.loop.advanceTime(by: .milliseconds(1))
    #expect(try connection.sent().hasPrefix("HTTP/1.1 408 "))
    #expect(connection.refusals == [.requestTimeout])
    #expect(connection.closings == [.output])
  }

  @Test func `a complete request has no time limit`() throws {
    let connection = try GuardedConnection { $0.request = .seconds(8) }
    try connection.receive(head)
    try connection.receive("1\r\nx\r\n0\r\n\r\n")
    connection.loop.advanceTime(by: .seconds(1_000))
    #expect(try connection.sent() == "")
    #expect(connection.closings == [])
  }

  @Test func `a connection lingers for a limited time after a closing response`() throws {
    let connection = try GuardedConnection { $0.lingering = .seconds(3) }
    try connection.receive(head)
    try connection.answerClosing()
    #expect(connection.closings == [.output])
    connection.loop.advanceTime(by: .milliseconds(2_999))
    #expect(connection.closings == [.output])
    connection.loop.advanceTime(by: .milliseconds(1))
    #expect(connection.closings == [.output, .all])
  }

  @Test(arguments: [1, 100, 10_000])
  func `a connection lingers for a limited number of bytes after a closing response`(chunk: Int) throws {
    let text = "\(String(chunk, radix: 16))\r\n\(String(repeating: "x", count: chunk))\r\n"
    // Bytes that the parser removes count too.
    let connection = try GuardedConnection { $0.lingeringBytes = 5 * text.utf8.count }
    try connection.receive(head + text)
    try connection.answerClosing()
    for _ in 0..<5 { try connection.receive(text) }
    #expect(connection.closings == [.output])
    #expect(connection.forwarded == 1)
    try connection.receive("1")
    #expect(connection.closings == [.output, .all])
    #expect(connection.forwarded == 1)
  }

  @Test func `a lingering connection is closed when its request ends`() throws {
    let connection = try GuardedConnection()
    try connection.receive(head)
    try connection.answerClosing()
    try connection.receive("1\r\nx\r\n0\r\n\r\n")
    #expect(connection.closings == [.output, .all])
    #expect(connection.forwarded == 0)
  }

  @Test func `a closing response to a complete request closes the connection at once`() throws {
    let connection = try GuardedConnection()
    try connection.receive(head + "0\r\n\r\n")
    try connection.answerClosing()
    #expect(connection.closings == [.all])
  }

  @Test func `a connection beyond the limit is answered with 503, and one after a close is accepted`() throws {
    let connectionLimit = ConnectionLimit(1)
    let first = try GuardedConnection(connectionLimit: connectionLimit)
    let second = try GuardedConnection(connectionLimit: connectionLimit)
    try second.receive(head)
    #expect(try second.sent().hasPrefix("HTTP/1.1 503 "))
    #expect(second.refusals == [.serviceUnavailable])
    #expect(second.closings == [.output])
    try second.receive("0\r\n\r\n")
    #expect(second.closings == [.output, .all])
    try first.end()
    try second.end()
    let third = try GuardedConnection(connectionLimit: connectionLimit)
    try third.receive(head)
    #expect(try third.sent() == "")
  }

  @Test func `a client that does not read responses loses the connection, and one that resumes does not`() throws {
    let connection = try GuardedConnection { $0.request = .seconds(8) }
    connection.setWritable(false)
    connection.loop.advanceTime(by: .milliseconds(7_999))
    connection.setWritable(true)
    connection.loop.advanceTime(by: .seconds(100))
    #expect(connection.closings == [])
    connection.setWritable(false)
    connection.loop.advanceTime(by: .seconds(8))
    #expect(connection.closings == [.all])
  }
}
