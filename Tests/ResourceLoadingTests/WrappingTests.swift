// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import HTTPTypes
import ResourceLoading
import ReviewTesting
import Testing

struct WrappingTests {
  @Test(arguments: [
    ("https://shapes.example.com/a", true), ("https://SHAPES.example.com:443/", true),
    ("http://shapes.example.com/a", false), ("https://shapes.example.com:8443/a", false),
    ("https://evil.example.com/a", false), ("https://shapes.example.com.evil.com/", false),
  ])
  func `gives the credential to its own origin only`(address: String, isGiven: Bool) async throws {
    let stub = StubTransport { _ in answer("") }
    let transport = AuthorizingTransport(
      stub, field: HTTPField(name: .authorization, value: "Bearer s3cret-text"), for: try server().origin)
    _ = try await transport.send(TransportRequest(HTTPRequest(at: try #require(HTTPAddress(address)))))
    let fields = try #require(await stub.requests.first).head.headerFields
    #expect(fields[.authorization] == (isGiven ? "Bearer s3cret-text" : nil))
    #expect(fields.filter { !$0.isSecret } == [])
  }

  @Test func `logs a line without secrets`() async throws {
    let lines = Locked<[String]>([])
    let stub = StubTransport { _ in answer("body s3cret-text") }
    let transport = LoggingTransport(stub, secrets: ["s3cret-text", ""], clock: InstantClock()) { line in
      lines.withLock { $0.append(line) }
    }
    let address = try server().appending("s3cret-text", query: ["private_token": "abc", "page": "2"])
    _ = try await transport.send(TransportRequest(HTTPRequest(at: address, headerFields: [.cookie: "c00kie"])))
    #expect(
      lines.withLock { $0 } == ["GET https://shapes.example.com/v1/***?private_token=***&page=2: 200 in 0 ms"])
  }

  @Test func `logs an error and passes it on`() async throws {
    let lines = Locked<[String]>([])
    let stub = StubTransport { (_) throws(TransportError) in throw TransportError(.timedOut, "too slow") }
    let transport = LoggingTransport(stub, clock: InstantClock()) { line in lines.withLock { $0.append(line) } }
    await #expect(throws: TransportError(.timedOut, "too slow")) {
      try await transport.send(TransportRequest(HTTPRequest(at: try server())))
    }
    #expect(lines.withLock { $0 } == ["GET https://shapes.example.com/v1: timedOut (too slow) in 0 ms"])
  }

  @Test func `a dry run sends only requests that read, and records the others`() async throws {
    let stub = StubTransport { _ in answer("read") }
    let transport = DryRunTransport(stub)
    let read = TransportRequest(HTTPRequest(at: try server()))
    let writes = [HTTPRequest.Method.post, .put, .patch, .delete].map { method in
      var request = read
      request.head.method = method
      return request
    }
    #expect(try await transport.send(read).body == Data("read".utf8))
    for write in writes { #expect(try await transport.send(write).head.status == .noContent) }
    #expect(await stub.requests == [read])
    #expect(await transport.withheld == writes)
  }
}
