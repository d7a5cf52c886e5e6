// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewTesting
import SystemPackage
import Testing

@testable import CurlTransport

struct CurlTransportTests {
  private func request(
    _ method: HTTPRequest.Method = .get, _ url: String, fields: HTTPFields = [:], body: RequestBody = .none
  ) throws -> TransportRequest {
    TransportRequest(HTTPRequest(method, at: try #require(HTTPAddress(url)), headerFields: fields), body: body)
  }

  /// Returns the code of the error of a request to the address; `nil` if it succeeds.
  private func failure(of url: String, _ settings: CurlSettings = CurlSettings()) async throws -> TransportError.Code? {
    do {
      _ = try await CurlTransport(settings).send(request(.get, url))
      return nil
    } catch let error as TransportError {
      return error.code
    }
  }

  @Test func `status, header fields and body are returned`() async throws {
    try await withLoopbackServer { _ in
      LoopbackResponse(404, fields: [("X-Shape", "square"), ("X-Shape", "circle")], body: Data("nothing here".utf8))
    } body: { server in
      let response = try await CurlTransport(CurlSettings()).send(request(.get, server.url + "/a%20b?c=d"))
      #expect(response.head.status.code == 404)
      let name = try #require(HTTPField.Name("x-shape"))
      #expect(response.head.headerFields[values: name] == ["square", "circle"])
      #expect(response.body == Data("nothing here".utf8))
      #expect(server.requests.map(\.target) == ["/a%20b?c=d"])
    }
  }

  @Test(arguments: [HTTPRequest.Method.get, .head, .post, .put, .patch, .delete])
  func `each method is sent with the given fields and no others`(method: HTTPRequest.Method) async throws {
    try await withLoopbackServer { _ in
      LoopbackResponse(204)
    } body: { server in
      let fields: HTTPFields = [.userAgent: "test", .accept: "text/plain", .contentType: "text/x"]
      let hasBody = method != .get && method != .head
      let body: RequestBody = hasBody ? .bytes(Data("größer\u{0}".utf8)) : .none
      _ = try await CurlTransport(CurlSettings()).send(request(method, server.url, fields: fields, body: body))
      let received = try #require(server.requests.first)
      #expect(received.method == method.rawValue)
      #expect(received.body == (hasBody ? Data("größer\u{0}".utf8) : Data()))
      var expected = [
        "host": "127.0.0.1:\(server.port)", "accept-encoding": "gzip", "user-agent": "test", "accept": "text/plain",
        "content-type": "text/x",
      ]
      if hasBody { expected["content-length"] = "9" }
      #expect(received.fields == expected)
    }
  }

  @Test func `a POST without a body is sent with an empty body`() async throws {
    try await withLoopbackServer { _ in
      LoopbackResponse(204)
    } body: { server in
      _ = try await CurlTransport(CurlSettings()).send(request(.post, server.url))
      #expect(server.requests.first?.fields["content-length"] == "0")
    }
  }

  @Test func `later requests reuse a connection`() async throws {
    try await withLoopbackServer { _ in
      .text("ok")
    } body: { server in
      let transport = CurlTransport(CurlSettings())
      for _ in 0..<5 { _ = try await transport.send(request(.get, server.url)) }
      #expect(server.requests.map(\.connection) == [1, 1, 1, 1, 1])
    }
  }

  @Test func `a POST is not repeated when the connection is closed without an answer`() async throws {
    try await withLoopbackServer {
      $0.method == "POST" ? .resetting : .text("ok")
    } body: { server in
      let transport = CurlTransport(CurlSettings())
      _ = try await transport.send(request(.get, server.url))
      await #expect(throws: TransportError.self) { try await transport.send(request(.post, server.url)) }
      #expect(server.requests.map(\.method) == ["GET", "POST"])
    }
  }

  @Test func `concurrent requests use a limited number of connections`() async throws {
    try await withLoopbackServer {
      .text($0.target)
    } body: { server in
      let transport = CurlTransport(CurlSettings(connectionsPerHost: 3))
      try await withThrowingTaskGroup(of: String.self) { group in
        for number in 0..<60 {
          let request = try request(.get, "\(server.url)/\(number)")
          group.addTask {
            String(decoding: try await transport.send(request).body, as: UTF8.self)
          }
        }
        let responses = try await group.reduce(into: Set<String>()) { $0.insert($1) }
        #expect(responses == Set((0..<60).map { "/\($0)" }))
      }
      #expect(server.journal.connections <= 3)
    }
  }

  @Test func `a gzip body is decompressed`() async throws {
    try await withLoopbackServer { _ in
      .gzippedZeros(100_000)
    } body: { server in
      let response = try await CurlTransport(CurlSettings()).send(request(.get, server.url))
      #expect(response.body == Data(count: 100_000))
    }
  }

  @Test(arguments: ["bomb", "bomb in an error", "announced", "unannounced", "head", "fields"])
  func `responses above the limits are rejected`(kind: String) async throws {
    try await withLoopbackServer { _ in
      switch kind {
      case "bomb": return .gzippedZeros(2 << 20)
      case "bomb in an error":
        var response = LoopbackResponse.gzippedZeros(2 << 20)
        response.status = 500
        return response
      case "fields": return LoopbackResponse(fields: (0..<5_000).map { ("X-\($0)", "") })
      case "announced": return LoopbackResponse(body: Data(count: 70_000))
      case "head": return LoopbackResponse(fields: (0..<100).map { ("X-\($0)", String(repeating: "x", count: 100)) })
      default:
        var response = LoopbackResponse(body: Data(count: 70_000))
        response.hasContentLength = false
        return response
      }
    } body: { (server) async throws in
      let settings = CurlSettings(maximumBodyBytes: 65_536, maximumHeadBytes: 8_192)
      #expect(try await failure(of: server.url, settings) == .tooLarge)
    }
  }

  @Test func `a body of exactly the limit is accepted`() async throws {
    try await withLoopbackServer { _ in
      LoopbackResponse(body: Data(count: 65_536))
    } body: { (server) async throws in
      #expect(try await failure(of: server.url, CurlSettings(maximumBodyBytes: 65_536)) == nil)
    }
  }

  @Test(arguments: [
    LoopbackResponse.resetting, .text("half of it", manner: .resettingAfter(bytes: 4)),
  ])
  func `a broken connection is an error`(response: LoopbackResponse) async throws {
    try await withLoopbackServer { _ in
      response
    } body: { (server) async throws in
      #expect(try await failure(of: server.url) == .failed)
    }
  }

  @Test func `failures to resolve and to connect have different errors`() async throws {
    #expect(try await failure(of: "http://nowhere.invalid/") == .couldNotResolve)
    let port = try await withLoopbackServer { _ in
      .silent
    } body: { server in
      server.port
    }
    #expect(try await failure(of: "http://127.0.0.1:\(port)/") == .couldNotConnect)
  }

  @Test func `a server without TLS is a TLS error`() async throws {
    try await withLoopbackServer { _ in
      .text("plain")
    } body: { (server) async throws in
      #expect(try await failure(of: "https://127.0.0.1:\(server.port)/") == .tls)
    }
  }

  @Test(arguments: [
    (LoopbackResponse.silent, CurlSettings(totalTimeout: .milliseconds(150))),
    (.text("slow", manner: .hangingAfter(bytes: 2)), CurlSettings(totalTimeout: .milliseconds(150))),
    (
      .text("slowly", manner: .dripping(bytes: 1, every: .milliseconds(50))),
      CurlSettings(totalTimeout: .milliseconds(150))
    ),
    (.silent, CurlSettings(totalTimeout: .seconds(60), idleTimeout: .seconds(1))),
  ])
  func `requests end at their time limits`(response: LoopbackResponse, settings: CurlSettings) async throws {
    try await withLoopbackServer { _ in
      response
    } body: { (server) async throws in
      // The responses never end, so this line is only reached with a timeout.
      #expect(try await failure(of: server.url, settings) == .timedOut)
    }
  }

  @Test(arguments: [LoopbackResponse.silent, .text("slow", manner: .hangingAfter(bytes: 2))])
  func `cancelling the task ends the transfer`(response: LoopbackResponse) async throws {
    try await withLoopbackServer { _ in
      response
    } body: { server in
      let transport = CurlTransport(CurlSettings(totalTimeout: .seconds(86_400), idleTimeout: .seconds(86_400)))
      let request = try request(.get, server.url)
      let task = Task { try await transport.send(request) }
      await server.wait { $0.requests.count == 1 }
      task.cancel()
      await #expect(throws: TransportError(.cancelled, "the request was cancelled")) { try await task.value }
      // The connection is also closed for the server: no transfer continues in the background.
      await server.wait { $0.closed == [1] }
    }
  }

  @Test func `a cancelled task sends no request`() async throws {
    try await withLoopbackServer { _ in
      .text("ok")
    } body: { server in
      let transport = CurlTransport(CurlSettings())
      let request = try request(.get, server.url)
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await transport.send(request)
      }
      await #expect(throws: TransportError.self) { try await task.value }
      #expect(server.requests.isEmpty)
    }
  }

  @Test func `the configured proxy is used except for excluded hosts`() async throws {
    try await withLoopbackServer {
      .text($0.target)
    } body: { proxy in
      let proxied = ProxySettings(environment: ["http_proxy": proxy.url, "no_proxy": "127.0.0.1"])
      let transport = CurlTransport(CurlSettings(proxy: proxied))
      let body = try await transport.send(request(.get, "http://shapes.invalid/a")).body
      #expect(body == Data("http://shapes.invalid/a".utf8))
      try await withLoopbackServer { _ in
        .text("direct")
      } body: { (server) async throws in
        #expect(try await transport.send(request(.get, server.url)).body == Data("direct".utf8))
      }
    }
  }

  @Test func `an invalid certificate file is a TLS error that names the file`() async throws {
    try await withScratchDirectory { folder in
      let file = try folder.write("ca.pem", "not a certificate")
      let settings = CurlSettings(certificateAuthorities: file.string)
      try await withLoopbackServer { _ in
        .text("plain")
      } body: { server in
        let request = try request(.get, "https://127.0.0.1:\(server.port)/")
        let error = await #expect(throws: TransportError.self) { try await CurlTransport(settings).send(request) }
        #expect(error?.code == .tls)
        // The server without TLS is an error as well, but with another message.
        #expect(error?.message.contains(file.string) == true, "\(error?.message ?? "")")
      }
    }
  }
}
