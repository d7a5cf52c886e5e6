// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewTesting
import SystemPackage
import Testing

@testable import CurlTransport

struct UnixSocketTests {
  private func request(_ method: HTTPRequest.Method, _ url: String, _ body: RequestBody = .none) throws
    -> TransportRequest
  {
    TransportRequest(HTTPRequest(method, at: try #require(HTTPAddress(url))), body: body)
  }

  private func failure(_ settings: CurlSettings) async throws -> TransportError? {
    do {
      _ = try await CurlTransport(settings).send(request(.get, "http://localhost/"))
      return nil
    } catch let error as TransportError {
      return error
    }
  }

  @Test func `requests go to the socket, whatever host and proxy are named`() async throws {
    try await withScratchDirectory { folder in
      let path = folder.path.appending("control.socket")
      try await withLoopbackServer(at: path) { request in
        .text("\(request.method) \(request.target) at \(request.fields["host"] ?? "")")
      } body: { server in
        let proxy = ProxySettings(environment: ["http_proxy": "http://127.0.0.1:9"])
        let transport = CurlTransport(CurlSettings(proxy: proxy, unixSocket: path))
        let first = try await transport.send(request(.post, "http://localhost/jobs/1/retry", .bytes(Data("{}".utf8))))
        let second = try await transport.send(request(.get, "http://nowhere.invalid/x"))
        let bodies = (first.body, second.body)
        #expect(String(decoding: bodies.0, as: UTF8.self) == "POST /jobs/1/retry at localhost")
        #expect(String(decoding: bodies.1, as: UTF8.self) == "GET /x at nowhere.invalid")
        #expect(server.requests.map(\.body) == [Data("{}".utf8), Data()])
      }
    }
  }

  @Test func `a socket without a listening process is a connection error`() async throws {
    try await withScratchDirectory { folder in
      let path = folder.path.appending("control.socket")
      let settings = CurlSettings(unixSocket: path)
      #expect(try await failure(settings)?.code == .couldNotConnect)
      try await withLoopbackServer(at: path) { _ in
        .text("ok")
      } body: { _ in
      }
      // The file still exists, and refuses connections.
      #expect(folder.exists("control.socket"))
      #expect(try await failure(settings)?.code == .couldNotConnect)
    }
  }

  @Test func `a path that is too long for a socket address is rejected`() async throws {
    let path = FilePath("/" + String(repeating: "x", count: 107))
    #expect(
      try await failure(CurlSettings(unixSocket: path))
        == TransportError(
          .badRequest, "the path of the socket \(path) has more than the 107 bytes that an address holds"))
    let longest = FilePath("/" + String(repeating: "x", count: 106))
    #expect(try await failure(CurlSettings(unixSocket: longest))?.code == .couldNotConnect)
  }
}
