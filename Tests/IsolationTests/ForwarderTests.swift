// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

struct ForwarderTests {
  @Test func `connections to the forwarder's port reach the proxy`() async throws {
    let server = try LoopbackService.echo("echo ")
    try await withProxy(allowing: ["git.test:\(server.port)"]) { proxy, socket in
      let forwarder = try Forwarder(to: socket)
      let client = try Connection(toPort: forwarder.port)
      #expect(client.tunnel(to: "git.test:\(server.port)") == nil)
      client.send("hello")
      client.endWriting()
      #expect(client.rest() == "echo hello")
      #expect(try Connection(toPort: forwarder.port).tunnel(to: "evil.test:443")?.contains("is not among") == true)
      forwarder.stop()
      #expect(throws: LoopbackService.CannotListen.self) { try Connection(toPort: forwarder.port) }
      #expect(proxy.account.requests == 2)
    }
  }

  @Test func `the usual port is used unless another process has it`() async throws {
    try await withProxy(allowing: []) { _, socket in
      let first = try Forwarder(to: socket)
      let other = try Forwarder(to: socket, port: first.port)
      #expect(other.port != first.port)
      #expect(Forwarder.environment(port: 7)["https_proxy"] == "http://127.0.0.1:7")
    }
  }

  @Test func `the error names the socket when there is no proxy`() async throws {
    try await withScratchDirectory { folder in
      let error = #expect(throws: SocketError.self) { try Forwarder(to: folder.path.appending("proxy")) }
      #expect(error?.description.hasPrefix("cannot connect to the socket \(folder.path)/proxy: ") == true)
    }
  }
}
