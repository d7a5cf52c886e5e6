// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import NetworkAddressing
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

struct TunnelTests {
  @Test func `a tunnel carries data in both directions`() async throws {
    let server = try LoopbackService.echo("echo ")
    try await withProxy(allowing: ["git.test:\(server.port)"]) { proxy, socket in
      let client = try Connection(to: socket)
      #expect(client.tunnel(to: "GIT.test:\(server.port)") == nil)
      client.send("hello")
      #expect(client.text(10) == "echo hello")
      client.endWriting()
      #expect(client.rest() == "")
      proxy.stop()
      #expect(proxy.account.opened == ["git.test:\(server.port)": 1])
      #expect(proxy.account.refused == [:])
      #expect((proxy.account.sentBytes, proxy.account.receivedBytes) == (5, 10))
    }
  }

  @Test func `data that is sent together with the request is passed on`() async throws {
    let server = try LoopbackService.echo()
    try await withProxy(allowing: ["git.test:\(server.port)"]) { _, socket in
      let client = try Connection(to: socket)
      client.send("CONNECT git.test:\(server.port) HTTP/1.1\r\n\r\nearly")
      client.endWriting()
      #expect(client.rest() == "HTTP/1.1 200 Connection established\r\n\r\nearly")
    }
  }

  @Test func `a tunnel stays open for the answer after the client has ended writing`() async throws {
    let server = try LoopbackService { connection in connection.send("after: \(connection.rest())") }
    try await withProxy(allowing: ["git.test:\(server.port)"]) { _, socket in
      let client = try Connection(to: socket)
      #expect(client.tunnel(to: "git.test:\(server.port)") == nil)
      client.send("question")
      client.endWriting()
      #expect(client.rest() == "after: question")
    }
  }

  @Test func `a tunnel carries many bytes unchanged to a reader that starts late`() async throws {
    let line = (0..<4093).map { UInt8(truncatingIfNeeded: $0) }
    let bytes = [[UInt8]](repeating: line, count: 2000).flatMap { $0 }
    let isFull = Gate()
    let server = try LoopbackService { connection in
      _ = connection.receive()
      let rest = connection.sendUntilFull(bytes)
      isFull.open()
      connection.send(rest)
    }
    try await withProxy(allowing: ["git.test:\(server.port)"]) { proxy, socket in
      let client = try Connection(to: socket)
      #expect(client.tunnel(to: "git.test:\(server.port)") == nil)
      client.send("now")
      try await isFull.pass()
      var received: [UInt8] = []
      while true {
        let more = client.receive()
        if more.isEmpty { break }
        received += more
      }
      #expect(received == bytes)
      client.endWriting()
      proxy.stop()
      #expect(proxy.account.receivedBytes == bytes.count)
    }
  }

  @Test func `a tunnel connects to the checked address without resolving the name again`() async throws {
    let (server, inner) = try LoopbackService.pair(at: ("127.0.0.1", "public "), ("127.0.0.2", "inner "))
    let resolver = ScriptedResolver(["127.0.0.1"], ["127.0.0.2"], ["127.0.0.2", "127.0.0.1"])
    try await withProxy(allowing: ["git.test:\(server.port)"], resolver: resolver) { proxy, socket in
      let first = try Connection(to: socket)
      #expect(first.tunnel(to: "git.test:\(server.port)") == nil)
      first.send("1")
      #expect(first.text(8) == "public 1")
      #expect(resolver.asked == ["git.test"], "a second question could have another answer")

      let second = try Connection(to: socket)
      let refusal = second.tunnel(to: "git.test:\(server.port)")
      #expect(refusal?.contains("127.0.0.2, which is not on the public internet") == true)

      let third = try Connection(to: socket)
      #expect(third.tunnel(to: "git.test:\(server.port)") == nil)
      third.send("3")
      #expect(third.text(8) == "public 3")
      #expect(inner.connections == 0)
      #expect(proxy.account.opened == ["git.test:\(server.port)": 2])
    }
  }

  @Test func `a host in a private network is reachable when its address is allowed for it`() async throws {
    let server = try LoopbackService.echo()
    let hosts = ["git.test:\(server.port)=127.0.0.0/31", "git.test:\(server.port)", "other.test:\(server.port)"]
    try await withProxy(allowing: hosts, addresses: .publicInternet) { _, socket in
      let client = try Connection(to: socket)
      #expect(client.tunnel(to: "git.test:\(server.port)") == nil)
      #expect(try Connection(to: socket).tunnel(to: "other.test:\(server.port)")?.hasPrefix("HTTP/1.1 403 ") == true)
    }
  }

  @Test func `the next address is tried when one does not answer`() async throws {
    let server = try LoopbackService.echo()
    let resolver = ScriptedResolver(["127.0.0.3", "127.0.0.1"])
    let policy = AddressPolicy(permitting: [try #require(AddressRange("127.0.0.0/8"))])
    try await withProxy(allowing: ["git.test:\(server.port)"], addresses: policy, resolver: resolver) { _, socket in
      let client = try Connection(to: socket)
      #expect(client.tunnel(to: "git.test:\(server.port)") == nil)
    }
  }

  @Test func `a tunnel ends at its byte limit, and a run at the limit of all its tunnels`() async throws {
    let server = try LoopbackService { connection in
      // More than any limit here.
      while connection.send([UInt8](repeating: 120, count: 64 << 10)) {}
    }
    let limits = ProxyLimits.patient(connectionBytes: 1 << 20, runBytes: 3 << 19)
    try await withProxy(allowing: ["git.test:\(server.port)"], limits: limits) { proxy, socket in
      var received: [Int] = []
      for _ in 0..<2 {
        let client = try Connection(to: socket)
        #expect(client.tunnel(to: "git.test:\(server.port)") == nil)
        received.append(client.rest().utf8.count)
      }
      // Data that would exceed a limit is not split.
      let piece = 64 << 10
      #expect(received[0] <= 1 << 20 && received[0] > (1 << 20) - piece)
      let all = received[0] + received[1]
      #expect(all <= 3 << 19 && all > (3 << 19) - piece)
      let response = try #require(try Connection(to: socket).tunnel(to: "git.test:\(server.port)"))
      #expect(response.hasPrefix("HTTP/1.1 403 reviewbot: cannot connect to"))
      #expect(proxy.account.receivedBytes <= 3 << 19)
    }
  }

  @Test func `an idle connection is closed`() async throws {
    let server = try LoopbackService.echo()
    var limits = ProxyLimits.patient()
    limits.idle = .milliseconds(100)
    try await withProxy(allowing: ["git.test:\(server.port)"], limits: limits) { _, socket in
      let client = try Connection(to: socket)
      #expect(client.tunnel(to: "git.test:\(server.port)") == nil)
      #expect(client.rest() == "")
    }
  }

  @Test func `a tunnel ends when the proxy stops, and no new connection is accepted`() async throws {
    let server = try LoopbackService.echo()
    try await withProxy(allowing: ["git.test:\(server.port)"]) { proxy, socket in
      let client = try Connection(to: socket)
      #expect(client.tunnel(to: "git.test:\(server.port)") == nil)
      proxy.stop()
      #expect(client.rest() == "")
      #expect(throws: SocketError.self) { try Connection(to: socket) }
    }
  }

  @Test(.thorough) func `a thousand connections are served in order, few of them at once`() async throws {
    let server = try LoopbackService.echo()
    var limits = ProxyLimits.patient()
    limits.connections = 16
    try await withProxy(allowing: ["git.test:\(server.port)"], limits: limits) { proxy, socket in
      let clients = try (0..<1000).map { _ in try Connection(to: socket) }
      for client in clients { client.send("CONNECT git.test:\(server.port) HTTP/1.1\r\n\r\n") }
      var mostAhead = 0
      // A served connection keeps its place until it ends, so that the first client is answered first.
      for (number, client) in clients.enumerated() {
        client.send("\(number)")
        client.endWriting()
        try #require(client.rest() == "HTTP/1.1 200 Connection established\r\n\r\n\(number)")
        mostAhead = max(mostAhead, server.connections - number - 1)
      }
      #expect(mostAhead <= limits.connections)
      #expect(server.connections == 1000)
      proxy.stop()
      #expect(proxy.account.requests == 1000)
      #expect(proxy.account.opened == ["git.test:\(server.port)": 1000])
    }
  }

  @Test func `the path of a socket can be longer than a socket address`() async throws {
    try await withScratchDirectory { folder in
      let deep = try folder.folder(
        [String](repeating: String(repeating: "d", count: 40), count: 5).joined(separator: "/"))
      let socket = deep.path.appending("proxy")
      let proxy = try DependencyProxy(socket: socket, allowing: [])
      defer { proxy.stop() }
      #expect(try Connection(to: socket).tunnel(to: "git.test:443")?.hasPrefix("HTTP/1.1 403 ") == true)
      let attributes = try FileManager.default.attributesOfItem(atPath: socket.string)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      let error = #expect(throws: SocketError.self) { try DependencyProxy(socket: socket, allowing: []) }
      #expect(error?.description.contains(socket.string) == true)
    }
  }
}
