// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import NetworkAddressing
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

/// Connections through an upstream proxy, which is here another instance of our proxy with a port.
struct UpstreamTests {
  private func upstream(_ forwarder: Forwarder, except hosts: String = "") throws -> UpstreamProxy {
    try #require(
      try UpstreamProxy.from(environment: [
        "https_proxy": "http://upstream.test:\(forwarder.port)", "no_proxy": hosts,
      ]))
  }

  @Test func `a tunnel goes through the upstream proxy, which resolves the host name`() async throws {
    let server = try LoopbackService.echo("echo ")
    let hosts = ["git.test:\(server.port)", "other.test:\(server.port)"]
    try await withProxy(allowing: [hosts[0]]) { outer, socket in
      let forwarder = try Forwarder(to: socket)
      let resolver = ScriptedResolver(["127.0.0.1"])
      try await withProxy(
        allowing: hosts, upstream: upstream(forwarder), addresses: .publicInternet, resolver: resolver
      ) { proxy, socket in
        let client = try Connection(to: socket)
        #expect(client.tunnel(to: hosts[0]) == nil)
        client.send("hello")
        #expect(client.text(10) == "echo hello")
        #expect(resolver.asked == ["upstream.test"])
        #expect(outer.account.opened == [hosts[0]: 1])
        // A refusal by the upstream proxy is not caused by this proxy's configuration.
        #expect(
          try Connection(to: socket).tunnel(to: hosts[1])
            == "HTTP/1.1 502 reviewbot: the proxy on the way to \(hosts[1]) answers 403")
        // Hosts that are not allowed here are not requested from the upstream proxy.
        #expect(try Connection(to: socket).tunnel(to: "evil.test:443")?.contains("evil.test is not among") == true)
        #expect(outer.account.requests == 2)
        #expect(proxy.account.requests == 3)
      }
      forwarder.stop()
    }
  }

  @Test func `hosts in no_proxy are reached without the upstream proxy`() async throws {
    let server = try LoopbackService.echo()
    try await withProxy(allowing: []) { outer, socket in
      let forwarder = try Forwarder(to: socket)
      try await withProxy(
        allowing: ["git.test:\(server.port)"], upstream: upstream(forwarder, except: "git.test")
      ) { _, socket in
        let client = try Connection(to: socket)
        #expect(client.tunnel(to: "git.test:\(server.port)") == nil)
      }
      #expect(outer.account.requests == 0)
      forwarder.stop()
    }
  }

  @Test func `a missing or invalid upstream proxy is reported`() async throws {
    let gone = try LoopbackService.echo().port
    let talker = try LoopbackService { connection in
      _ = connection.receive()
      connection.send("SSH-2.0-OpenSSH\r\n\r\n")
    }
    for port in [gone, talker.port] {
      let upstream = try UpstreamProxy.from(environment: ["https_proxy": "http://upstream.test:\(port)"])
      try await withProxy(allowing: ["git.test"], upstream: upstream) { _, socket in
        let response = try Connection(to: socket).tunnel(to: "git.test:443")
        #expect(
          response == "HTTP/1.1 502 reviewbot: cannot reach the proxy on the way to git.test")
      }
    }
  }
}
