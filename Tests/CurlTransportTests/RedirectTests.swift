// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import NetworkAddressing
import ResourceLoading
import ReviewTesting
import Testing

@testable import CurlTransport

struct RedirectTests {
  private func next(
    _ method: HTTPRequest.Method = .get, from: String = "https://a.example.com/x", status: Int = 302,
    to location: String,
    hops: Int = 0
  ) throws -> TransportRequest? {
    var head = HTTPRequest(method, at: try #require(HTTPAddress(from)))
    head.headerFields = [.authorization: "Bearer s", .accept: "a/b", .contentType: "c/d"]
    if let name = HTTPField.Name("PRIVATE-TOKEN") { head.headerFields[name] = "s" }
    head.headerFields.append(.secret(.from, "s"))
    return try RedirectPolicy(maximum: 5).next(
      after: TransportRequest(head, body: method == .get ? .none : .bytes(Data("b".utf8))),
      response: HTTPResponse(status: .init(code: status), headerFields: [.location: location]), hops: hops)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect within the origin is followed with the credential`(status: Int) throws {
    let request = try #require(try next(status: status, to: "/y"))
    #expect(HTTPAddress(request.head)?.description == "https://a.example.com/y")
    #expect(request.head.headerFields[.authorization] == "Bearer s")
  }

  @Test(arguments: ["https://b.example.com/x", "https://a.example.com:444/x", "//b.example.com/x"])
  func `a redirect to another origin is followed without secrets`(location: String) throws {
    let request = try #require(try next(to: location))
    #expect(request.head.headerFields == [.accept: "a/b", .contentType: "c/d"])
  }

  @Test func `a redirect from http to https is followed without secrets`() throws {
    let request = try #require(try next(from: "http://a.example.com/x", to: "https://a.example.com/x"))
    #expect(request.head.headerFields == [.accept: "a/b", .contentType: "c/d"])
  }

  @Test(arguments: [
    "http://a.example.com/x", "file:///etc/passwd", "gopher://a/", "https://u:p@a.example.com/", "/a b",
  ])
  func `a redirect to http, another scheme or an invalid address is refused`(location: String) {
    #expect { try next(to: location) } throws: { ($0 as? TransportError)?.code == .redirectRefused }
  }

  @Test func `redirects above the maximum are refused`() throws {
    #expect(try next(to: "/y", hops: 4) != nil)
    #expect { try next(to: "/y", hops: 5) } throws: { ($0 as? TransportError)?.code == .redirectRefused }
  }

  @Test func `a 307 repeats a POST, and a 303 changes it to a GET`() throws {
    let repeated = try #require(try next(.post, status: 307, to: "/y"))
    #expect(repeated.head.method == .post)
    #expect(repeated.body == .bytes(Data("b".utf8)))
    let read = try #require(try next(.post, status: 303, to: "/y"))
    #expect(read.head.method == .get)
    #expect(read.body == .none)
    #expect(read.head.headerFields[.contentType] == nil)
  }

  @Test(arguments: [(301, "/y"), (302, "/y"), (307, "https://b.example.com/y"), (308, "https://b.example.com/y")])
  func `a redirected POST that loses its method or leaves the origin is refused`(status: Int, location: String) {
    #expect { try next(.post, status: status, to: location) } throws: {
      ($0 as? TransportError)?.code == .redirectRefused
    }
  }

  @Test(arguments: [200, 300, 304, 305])
  func `other status codes are not redirects`(status: Int) throws {
    #expect(try next(status: status, to: "/y") == nil)
  }

  @Test func `a redirect to another port is followed without credentials`() async throws {
    try await withLoopbackServer { _ in
      .text("stranger")
    } body: { stranger in
      try await withLoopbackServer { _ in
        .redirect(302, to: stranger.url + "/taken")
      } body: { server in
        var head = HTTPRequest(at: try #require(HTTPAddress(server.url)))
        head.headerFields = [.authorization: "Bearer s", .cookie: "s", .accept: "a/b"]
        if let name = HTTPField.Name("PRIVATE-TOKEN") { head.headerFields[name] = "s" }
        let loopback = AddressPolicy(permitting: [try #require(AddressRange("127.0.0.1"))])
        let response = try await CurlTransport(CurlSettings(addresses: loopback)).send(TransportRequest(head))
        #expect(response.body == Data("stranger".utf8))
        #expect(
          stranger.requests.map(\.fields) == [
            ["host": "127.0.0.1:\(stranger.port)", "accept": "a/b", "accept-encoding": "gzip"]
          ])
      }
    }
  }

  @Test func `a redirect loop ends at the maximum`() async throws {
    try await withLoopbackServer { _ in
      .redirect(302, to: "/again")
    } body: { server in
      let head = HTTPRequest(at: try #require(HTTPAddress(server.url)))
      await #expect {
        _ = try await CurlTransport(CurlSettings(maximumRedirects: 3)).send(TransportRequest(head))
      } throws: { ($0 as? TransportError)?.code == .redirectRefused }
      #expect(server.requests.count == 4)
    }
  }
}
