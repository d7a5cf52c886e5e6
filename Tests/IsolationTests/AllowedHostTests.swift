// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import NetworkAddressing
import Testing

@testable import Isolation

struct AllowedHostTests {
  @Test func `a host is read with its port and its address range, and the default port is 443`() throws {
    let plain = try #require(AllowedHost("GitHub.com"))
    #expect((plain.host, plain.port, plain.description) == ("github.com", 443, "github.com"))
    let other = try #require(AllowedHost("git.example.com:8443"))
    #expect((other.host, other.port, other.description) == ("git.example.com", 8443, "git.example.com:8443"))
    #expect(AllowedHost("github.com:443") == plain)
    let own = try #require(AllowedHost("git.corp:8443=10.7.0.0/16"))
    #expect((own.host, own.port, own.description) == ("git.corp", 8443, "git.corp:8443"))
    #expect(own.range == AddressRange("10.7.0.0/16"))
    #expect(AllowedHost("git.corp=10.7.0.1")?.range == AddressRange("10.7.0.1/32"))
  }

  @Test func `the worker receives a host with its port and its address range`() throws {
    let hosts = ["git.corp:8443=10.7.0.0/16", "github.com"].compactMap { AllowedHost($0) }
    #expect(try JSONDecoder().decode([AllowedHost].self, from: try JSONEncoder().encode(hosts)) == hosts)
  }

  @Test(arguments: [
    "", ":443", "a b", "https://github.com", "github.com/", "github.com:", "github.com:0", "github.com:65536",
    "github.com:+443", "github.com: 443", "user@github.com", "[::1]", "::1", ".github.com", "-x", "*.github.com",
    "gith\u{fc}b.com", "github.com\r\nX:1", "git.corp=", "git.corp=10.0.0.0/40", "=10.0.0.1", "git.corp=host",
    String(repeating: "a", count: 254),
  ])
  func `invalid hosts, ports and address ranges are rejected`(text: String) {
    #expect(AllowedHost(text) == nil)
  }
}
