// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import Testing

@testable import DependencyMirroring

struct DependencyURLTests {
  @Test(arguments: [
    ("https://git.example.com/acme/shapes.git", "git.example.com", "https://git.example.com/acme/shapes"),
    ("https://Git.Example.com/acme/Shapes/", "git.example.com", "https://git.example.com/acme/Shapes"),
    ("https://ada@git.example.com/shapes", "git.example.com", "https://git.example.com/shapes"),
    ("https://git.example.com:443/a/b", "git.example.com", "https://git.example.com/a/b"),
    ("https://git.example.com:8443/a/b.git", "git.example.com:8443", "https://git.example.com:8443/a/b"),
    ("git@git.example.com:acme/shapes.git", "git.example.com", "https://git.example.com/acme/shapes"),
    ("git@git.example.com:/acme/shapes", "git.example.com", "https://git.example.com/acme/shapes"),
    ("ssh://git@git.example.com:2222/acme/shapes", "git.example.com", "https://git.example.com/acme/shapes"),
  ])
  func `HTTPS and SSH URLs are normalized to HTTPS`(text: String, authority: String, address: String) throws {
    let url = try #require(DependencyURL(text))
    #expect(url.authority == authority)
    #expect(url.address == address)
  }

  @Test(arguments: [
    "", "shapes", "../shapes", "/shapes", "file:///shapes", "http://git.example.com/shapes", "git://git.example.com/s",
    "https://", "https:///shapes", "https://git.example.com", "https://git.example.com/",
    "https://git.example.com/../x",
    "https://git.example.com/a//b", "https://git.example.com/a b", "https://git.example.com/a\nb", "https://-x/a",
    "https://git.example.com/a\"b", "https://git.example.com:x/a", "https://git.example.com/a?b", "ext::sh -c id",
    "https://git.example.com/\u{e9}", "https://[::1]/a", "https://git.example.com/a;b", "--upload-pack=id",
    "https://git.example.com/" + String(repeating: "a", count: 1024),
  ])
  func `invalid and unsupported URLs are rejected`(text: String) {
    #expect(DependencyURL(text) == nil)
  }

  @Test func `a URL is rewritten in all its forms`() throws {
    let url = try #require(DependencyURL("https://Git.example.com/acme/shapes.git"))
    #expect(
      url.rewrites(to: "/mirror").map(\.from) == [
        "https://git.example.com/acme/shapes", "https://git.example.com/acme/shapes.git",
        "git@git.example.com:acme/shapes", "git@git.example.com:acme/shapes.git",
        "ssh://git@git.example.com/acme/shapes", "ssh://git@git.example.com/acme/shapes.git",
        "https://Git.example.com/acme/shapes", "https://Git.example.com/acme/shapes.git",
      ])
    #expect(Set(url.rewrites(to: "/mirror").map(\.to)) == ["/mirror"])
  }
}
