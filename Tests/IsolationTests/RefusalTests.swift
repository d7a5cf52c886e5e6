// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import NetworkAddressing
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

struct RefusalTests {
  private static let https = "only https is allowed, by CONNECT"
  private static let hosts = "the hosts that dependencies may be fetched from"

  @Test(arguments: [
    ("CONNECT evil.test:443 HTTP/1.1", 403, "evil.test is not among \(hosts)"),
    ("CONNECT git.test:80 HTTP/1.1", 403, "git.test:80 is not among \(hosts)"),
    ("CONNECT git.test:22 HTTP/1.1", 403, "git.test:22 is not among \(hosts)"),
    ("CONNECT a.git.test:443 HTTP/1.1", 403, "a.git.test is not among \(hosts)"),
    ("CONNECT git.test.:443 HTTP/1.1", 403, "git.test. is not among \(hosts)"),
    ("CONNECT git.test.evil.test:443 HTTP/1.0", 403, "git.test.evil.test is not among \(hosts)"),
    ("CONNECT 127.0.0.1:443 HTTP/1.1", 403, "127.0.0.1 is not among \(hosts)"),
    ("CONNECT git.test HTTP/1.1", 403, "the target is not HOST:PORT"),
    ("CONNECT [::1]:443 HTTP/1.1", 403, "the target is not HOST:PORT"),
    ("CONNECT git.test@evil.test:443 HTTP/1.1", 403, "the target is not HOST:PORT"),
    ("CONNECT git.test:443443 HTTP/1.1", 403, "the target is not HOST:PORT"),
    ("CONNECT git.test\u{0}.evil.test:443 HTTP/1.1", 403, "the target is not HOST:PORT"),
    ("GET http://git.test/shapes.git HTTP/1.1", 403, "\(https): use an https URL for git.test"),
    ("GET http://ada:swordfish@git.test/ HTTP/1.1", 403, "\(https): use an https URL for git.test"),
    ("POST https://git.test/ HTTP/1.1", 403, "\(https): use an https URL for git.test"),
    ("CONNECT git.test:443=127.0.0.1 HTTP/1.1", 403, "the target is not HOST:PORT"),
    ("GET / HTTP/1.1", 403, https),
    ("connect git.test:443 HTTP/1.1", 403, https),
    ("CONNECT git.test:443", 400, "not an HTTP request"),
    ("CONNECT git.test:443 HTTP/2", 400, "not an HTTP request"),
    ("CONNECT  git.test:443 HTTP/1.1", 400, "not an HTTP request"),
    ("\u{16}\u{3}\u{1}", 400, "not an HTTP request"),
  ])
  func `a refusal gives its reason in one line`(request: String, status: Int, reason: String) async throws {
    try await withProxy(allowing: ["git.test"]) { proxy, socket in
      let client = try Connection(to: socket)
      client.send("\(request)\r\nHost: git.test\r\n\r\n")
      let lines = client.rest().split(separator: "\r\n", omittingEmptySubsequences: false)
      #expect(lines.first == "HTTP/1.1 \(status) reviewbot: \(reason)")
      #expect(lines.last == "reviewbot: \(reason)\n", "the body says it too, for who shows that")
      #expect(proxy.account.refused == [reason: 1])
      #expect(proxy.account.log == ["dependencies: \(reason)"])
      #expect(proxy.account.opened == [:])
      // The report names no host that the client chose.
      let isForeign = reason.hasSuffix(Self.hosts) || reason.contains("URL")
      #expect(proxy.account.notes.count == 1)
      #expect(isForeign == (proxy.account.notes != ["dependencies: \(reason)"]))
      #expect(!proxy.account.notes.contains { $0.contains(".test") || $0.contains("127.0.0.1") })
    }
  }

  @Test func `a request head over the size limit is refused while more is sent`() async throws {
    try await withProxy(allowing: ["git.test"]) { proxy, socket in
      let client = try Connection(to: socket)
      client.send("CONNECT git.test:443 HTTP/1.1\r\nX: " + String(repeating: "x", count: 1 << 20))
      #expect(client.rest().hasPrefix("HTTP/1.1 431 reviewbot: the request's head has more than 8192 bytes\r\n"))
      #expect(proxy.account.refused == ["the request's head has more than 8192 bytes": 1])
    }
  }

  @Test func `a slow client's connection is closed to make room for the next`() async throws {
    var limits = ProxyLimits()
    limits.connections = 1
    limits.headTime = .milliseconds(500)
    try await withProxy(allowing: ["git.test"], limits: limits) { proxy, socket in
      let slow = try Connection(to: socket)
      slow.send("CONNECT git.test:44")
      let next = try Connection(to: socket)
      next.send("CONNECT evil.test:443 HTTP/1.1\r\n\r\n")
      #expect(slow.rest().hasPrefix("HTTP/1.1 408 "))
      // If the host stalled between the two lines above, that connection timed out as well: another one gets the place.
      var (answer, count) = (next.rest(), 2)
      while answer.hasPrefix("HTTP/1.1 408 ") {
        let another = try Connection(to: socket)
        another.send("CONNECT evil.test:443 HTTP/1.1\r\n\r\n")
        (answer, count) = (another.rest(), count + 1)
      }
      #expect(answer.hasPrefix("HTTP/1.1 403 "))
      #expect(proxy.account.refused.values.reduce(0, +) == count)
    }
  }

  @Test func `refusals are listed up to a limit, and the rest are counted`() async throws {
    try await withProxy(allowing: ["git.test"]) { proxy, socket in
      for number in 0..<60 {
        _ = try Connection(to: socket).tunnel(to: "h\(number).test:443")
      }
      let account = proxy.account
      #expect(account.refused.count == ProxyAccount.maximumListed + 1)
      #expect(account.refused[ProxyAccount.others] == 10)
      #expect(account.log.contains("dependencies: more refusals than are listed"))
      #expect(
        account.notes == [
          "dependencies: 60 connections were refused, to a host that is not allowed; the log has the names of such hosts "
            + "(check --verbose); if a dependency needs one, allow it with --allow-host HOST"
        ])
    }
  }

  @Test func `requests without https are counted in the report, and named in the log`() async throws {
    try await withProxy(allowing: ["git.test"]) { proxy, socket in
      let client = try Connection(to: socket)
      client.send("GET http://evil.test/shapes.git HTTP/1.1\r\n\r\n")
      _ = client.rest()
      #expect(
        proxy.account.notes == [
          "dependencies: 1 request was refused, because only https is allowed; the log has the names of the hosts"
        ])
      #expect(proxy.account.log == ["dependencies: \(Self.https): use an https URL for evil.test"])
    }
  }

  @Test(arguments: ["10.0.0.1", "127.0.0.2", "169.254.169.254", "::1", "::ffff:127.0.0.2", "64:ff9b::7f00:2"])
  func `a host with an address outside the public internet is refused`(address: String) async throws {
    try await withProxy(allowing: ["git.test"], resolver: ScriptedResolver([address])) { _, socket in
      let shown = try #require(NetworkAddress(address)).description
      let response = try Connection(to: socket).tunnel(to: "git.test:443")
      #expect(
        response
          == "HTTP/1.1 403 reviewbot: git.test is at \(shown), which is not on the public internet: if this is intended, allow it with --allow-host git.test=\(shown)"
      )
    }
  }

  @Test func `an unknown host is reported with status 502`() async throws {
    try await withProxy(allowing: ["git.test"], resolver: ScriptedResolver([])) { _, socket in
      let response = try Connection(to: socket).tunnel(to: "git.test:443")
      #expect(response == "HTTP/1.1 502 reviewbot: unknown host git.test")
    }
  }

  @Test func `a host that does not answer is reported with status 502`() async throws {
    let port = try LoopbackService.echo().port
    try await withProxy(allowing: ["git.test:\(port)"]) { _, socket in
      let response = try Connection(to: socket).tunnel(to: "git.test:\(port)")
      #expect(response == "HTTP/1.1 502 reviewbot: cannot reach git.test:\(port)")
    }
  }
}
