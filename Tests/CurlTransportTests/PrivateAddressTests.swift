// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import HTTPTypes
import NetworkAddressing
import ResourceLoading
import ReviewTesting
import Testing

@testable import CurlTransport

/// The addresses that a server may redirect to.
struct PrivateAddressTests {
  /// Resolves the hosts of a test, each with one list of addresses after the other; the last one stays.
  private final class Names: HostResolver {
    private let resolutions: Locked<[String: [[String]]]>

    init(_ resolutions: [String: [[String]]]) { self.resolutions = Locked(resolutions) }

    func addresses(of host: String) -> [NetworkAddress] {
      resolutions.withLock { resolutions in
        guard let all = resolutions[host], let first = all.first else { return [] }
        if all.count > 1 { resolutions[host] = Array(all.dropFirst()) }
        return first.compactMap { NetworkAddress($0) }
      }
    }
  }

  /// The address of the forge in these tests, which represents a public one: this loopback address is permitted. All
  /// other loopback addresses are not.
  private static let forge = "127.0.0.1"

  private func settings(proxy: ProxySettings = .none) throws -> CurlSettings {
    CurlSettings(
      proxy: proxy, addresses: AddressPolicy(permitting: [try #require(AddressRange(Self.forge))]))
  }

  /// Returns the outcome of a request to a server that redirects.
  private func outcome(
    of location: @escaping @Sendable (Int) -> String, names: [String: [[String]]] = [:], proxy: ProxySettings = .none
  ) async throws -> (error: TransportError?, requests: Int) {
    try await withLoopbackServer { request in
      request.target.hasPrefix("/start") ? .redirect(302, to: location(request.port)) : .text("found")
    } body: { server in
      let transport = CurlTransport(try settings(proxy: proxy), resolver: Names(names))
      do {
        let head = HTTPRequest(at: try #require(HTTPAddress(server.url + "/start")))
        _ = try await transport.send(TransportRequest(head))
        return (nil, server.requests.count)
      } catch let error as TransportError {
        return (error, server.requests.count)
      }
    }
  }

  @Test(arguments: [
    // By address, in all spellings that programs connect to.
    ("http://127.0.0.2/", "127.0.0.2"), ("http://10.0.0.1/", "10.0.0.1"), ("http://192.168.1.1:8080/x", "192.168.1.1"),
    ("http://172.16.0.1/", "172.16.0.1"), ("http://169.254.169.254/latest/meta-data/", "169.254.169.254"),
    ("http://100.64.0.1/", "100.64.0.1"), ("http://0.0.0.0/", "0.0.0.0"), ("http://[::1]/", "::1"),
    ("http://[fd00::1]/", "fd00::1"), ("http://[fe80::1]/", "fe80::1"),
    ("http://[::ffff:10.0.0.1]/", "::ffff:10.0.0.1"),
    ("http://[64:ff9b::a00:1]/", "64:ff9b::a00:1"), ("http://[2002:a00:1::1]/", "2002:a00:1::1"),
    ("http://2130706434/", "127.0.0.2"), ("http://0x7f000002/", "127.0.0.2"), ("http://0177.0.0.2/", "127.0.0.2"),
    ("http://127.2/", "127.0.0.2"), ("http://0xa.1/", "10.0.0.1"),
    // By name.
    ("http://private.example/", "10.0.0.1"), ("http://loopback.example/", "127.0.0.2"),
    ("http://metadata.example/", "169.254.169.254"), ("http://mapped.example/", "::ffff:192.168.0.1"),
    ("http://six.example/", "fd00::2"),
  ]) func `a redirect to an address that is not public is refused`(location: String, address: String) async throws {
    let names = [
      "private.example": [["10.0.0.1"]], "loopback.example": [["127.0.0.2"]], "metadata.example": [["169.254.169.254"]],
      "mapped.example": [["::ffff:192.168.0.1"]], "six.example": [["fd00::2"]],
    ]
    let (error, requests) = try await outcome(of: { _ in location }, names: names)
    let found = try #require(error)
    #expect(found.code == .redirectRefused)
    // The message contains the host, its address and the remedy.
    let origin = try #require(HTTPAddress(location)).origin
    #expect(
      found.message == "the server redirects to \(origin), which is at \(address) and not on the public internet; "
        + "if that is the forge, name \(origin) as its address")
    #expect(requests == 1)
  }

  @Test func `a redirect to a host with a public address is followed`() async throws {
    for host in ["public.example", Self.forge] {
      let (error, requests) = try await outcome(
        of: { "http://\(host):\($0)/end" }, names: ["public.example": [[Self.forge]]])
      #expect(error == nil, "\(host)")
      #expect(requests == 2)
    }
  }

  @Test func `a redirect to a host with a private and a public address connects only to the public one`() async throws {
    try await withLoopbackServer { request in
      request.target == "/start" ? .redirect(302, to: "http://mixed.example:\(request.port)/end") : .text("public")
    } body: { server in
      let other = try LoopbackServer(at: server.port, of: "127.0.0.2") { _ in .text("private") }
      let names = Names(["mixed.example": [["127.0.0.2", Self.forge]]])
      let request = TransportRequest(HTTPRequest(at: try #require(HTTPAddress(server.url + "/start"))))
      let body = try? await CurlTransport(try settings(), resolver: names).send(request).body
      await other.stop()
      #expect(body == Data("public".utf8))
      #expect(server.requests.map(\.target) == ["/start", "/end"])
      #expect(other.journal.connections == 0)
    }
  }

  @Test func `the address of each connection is checked, even if the name resolved to another before`() async throws {
    // DNS rebinding: the name resolves to a public address first, and to a private one the next time.
    let names = Names(["rebinding.example": [[Self.forge], ["127.0.0.2"]]])
    try await withLoopbackServer { request in
      request.target == "/start" ? .redirect(302, to: "http://rebinding.example:\(request.port)/end") : .text("found")
    } body: { server in
      let transport = CurlTransport(try settings(), resolver: names)
      let request = TransportRequest(HTTPRequest(at: try #require(HTTPAddress(server.url + "/start"))))
      _ = try await transport.send(request)
      await #expect { _ = try await transport.send(request) } throws: {
        ($0 as? TransportError)?.code == .redirectRefused
      }
      #expect(server.requests.map(\.target) == ["/start", "/end", "/start"])
    }
  }

  @Test func `a forge in a private network can redirect only within its own origin`() async throws {
    try await withLoopbackServer { _ in
      .text("neighbour")
    } body: { neighbour in
      try await withLoopbackServer { request in
        switch request.target {
        case "/own": .redirect(302, to: "/end")
        case "/whole": .redirect(302, to: "http://127.0.0.1:\(request.port)/end")
        case "/port": .redirect(302, to: neighbour.url)
        default: .text("found")
        }
      } body: { forge in
        let transport = CurlTransport(CurlSettings())
        func send(_ path: String) async throws -> Data {
          let head = HTTPRequest(at: try #require(HTTPAddress(forge.url + path)))
          return try await transport.send(TransportRequest(head)).body
        }
        #expect(try await send("/own") == Data("found".utf8))
        #expect(try await send("/whole") == Data("found".utf8))
        // The check also applies if a connection to the neighbour exists that was opened for another purpose.
        _ = try await transport.send(TransportRequest(HTTPRequest(at: try #require(HTTPAddress(neighbour.url)))))
        await #expect { _ = try await send("/port") } throws: { ($0 as? TransportError)?.code == .redirectRefused }
        #expect(neighbour.requests.count == 1)
      }
    }
  }

  @Test(arguments: [
    ("http://127.0.0.2/", true), ("http://2130706434/", true), ("http://[::ffff:10.0.0.1]/", true),
    ("http://localhost/", true), ("http://forge.example/", false), ("http://127.0.0.1:9/", false),
  ]) func `redirects to private addresses are refused before the proxy`(location: String, isRefused: Bool)
    async throws
  {
    try await withLoopbackServer { request in
      request.target.hasSuffix("/start") ? .redirect(302, to: location) : .text("found")
    } body: { proxy in
      let transport = CurlTransport(try settings(proxy: ProxySettings(environment: ["http_proxy": proxy.url])))
      let request = TransportRequest(HTTPRequest(at: try #require(HTTPAddress("http://api.example/start"))))
      do {
        _ = try await transport.send(request)
        #expect(!isRefused)
      } catch let error as TransportError {
        #expect(isRefused && error.code == .redirectRefused, "\(error)")
      }
      #expect(proxy.requests.count == (isRefused ? 1 : 2))
    }
  }
}

extension LoopbackRequest {
  /// The port of the server.
  fileprivate var port: Int { fields["host"].flatMap { $0.split(separator: ":").last }.flatMap { Int($0) } ?? 0 }
}
