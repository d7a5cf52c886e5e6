// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ResourceLoading
import Testing

struct OriginTests {
  @Test(arguments: [
    ("https", "example.com", "https://example.com"),
    ("HTTPS", "Example.COM:443", "https://example.com"),
    ("http", "example.com:8080", "http://example.com:8080"),
    ("https", "example.com:80", "https://example.com:80"),
    ("http", "[::1]:80", "http://[::1]"),
  ])
  func `the description of an origin is normalized`(scheme: String, authority: String, text: String) {
    #expect(Origin(scheme: scheme, authority: authority)?.description == text)
  }

  @Test(arguments: [
    ("ftp", "example.com"), ("https", ""), ("https", "user@example.com"), ("https", "example.com:0"),
    ("https", "example.com:65536"), ("https", "example.com:8a"), ("https", "exam ple.com"), ("https", "example.com\\a"),
    ("https", "[::1"), ("https", "[::1]x"), ("https", "exämple.com"),
  ])
  func `an invalid or ambiguous origin is rejected`(scheme: String, authority: String) {
    #expect(Origin(scheme: scheme, authority: authority) == nil)
  }

  @Test(arguments: [
    ("localhost", true), ("127.0.0.1:80", true), ("[::1]", true), ("127.evil.com", false), ("128.0.0.1", false),
  ])
  func `loopback addresses are recognized`(authority: String, isLoopback: Bool) {
    #expect(Origin(scheme: "http", authority: authority)?.isLoopback == isLoopback)
  }
}
