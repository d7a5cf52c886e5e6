// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import Isolation

struct UpstreamProxyTests {
  @Test func `the proxy and its exceptions are read from the environment`() throws {
    #expect(try UpstreamProxy.from(environment: ["http_proxy": "http://other:1"]) == nil)
    #expect(try UpstreamProxy.from(environment: ["https_proxy": ""]) == nil)
    let proxy = try #require(
      try UpstreamProxy.from(environment: [
        "https_proxy": "http://Proxy.corp:3128/", "no_proxy": "localhost, .inner.corp,git.example.com",
      ]))
    #expect((proxy.host, proxy.port) == ("proxy.corp", 3128))
    #expect(proxy.serves("github.com"))
    #expect(proxy.serves("notinner.corp"))
    for host in ["localhost", "inner.corp", "a.inner.corp", "git.example.com", "a.git.example.com"] {
      #expect(!proxy.serves(host), "\(host)")
    }
    let none = try #require(try UpstreamProxy.from(environment: ["ALL_PROXY": "proxy:3128", "NO_PROXY": "*"]))
    #expect(!none.serves("github.com"))
  }

  @Test(arguments: [
    "http://ada:swordfish@proxy:1", "socks5://proxy:1", "https://proxy:1", "http://:1", "http://[::1]:1",
  ])
  func `an unusable proxy is reported by its variable and without its password`(text: String) throws {
    let error = #expect(throws: UpstreamProxy.Unusable.self) {
      try UpstreamProxy.from(environment: ["HTTPS_PROXY": text])
    }
    let description = try #require(error?.description)
    #expect(description.contains("HTTPS_PROXY"))
    #expect(!description.contains("swordfish"))
  }
}
