// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

@testable import ConfigurationFiles
import NetworkAddressing
import Testing

struct ConfigurationValueTests {
  @Test(arguments: [
    ("1s", 1, "1s"), ("90s", 90, "90s"), ("120s", 120, "2m"), ("25m", 1_500, "25m"), ("60m", 3_600, "1h"),
    ("48h", 172_800, "2d"), ("3650d", 315_360_000, "3650d"), ("007m", 420, "7m"),
  ])
  func `parses a duration`(text: String, seconds: Int, canonical: String) {
    #expect(TimeSpan(text)?.seconds == seconds)
    #expect(TimeSpan(text)?.description == canonical)
  }

  @Test(arguments: [
    "", "s", "0s", "0d", "10", "-1s", "+1s", "1.5h", "1 h", "1w", "1S", "3651d", "999999d", "1234567s", "1h30m", "١s",
  ])
  func `rejects an invalid duration`(text: String) {
    #expect(TimeSpan(text) == nil)
  }

  @Test(arguments: [
    ("1K", 1_024, "1K"), ("2048K", 2 << 20, "2M"), ("25M", 25 << 20, "25M"), ("1024G", 1 << 40, "1T"),
    ("1024T", 1 << 50, "1024T"),
  ])
  func `parses a size`(text: String, bytes: Int, canonical: String) {
    #expect(ByteSize(text)?.bytes == bytes)
    #expect(ByteSize(text)?.description == canonical)
  }

  @Test(arguments: ["", "M", "0M", "10", "10MB", "10m", "1.5G", "-1G", "1025T", "999999T"])
  func `rejects an invalid size`(text: String) {
    #expect(ByteSize(text) == nil)
  }

  @Test(arguments: [
    ("acme/shapes", nil, false, false), ("acme/*", "acme", false, true), ("acme/lib-*", "acme", false, true),
    ("acme/**", "acme", true, true), ("acme/tools/*", "acme/tools", false, true), ("acme/*/x", "acme", true, true),
    ("*/*", nil, false, true), ("*/shapes", nil, false, true), ("ac*/x", nil, false, true),
  ])
  func `a pattern names the owner whose repositories are listed`(
    text: String, owner: String?, hasSubgroups: Bool, canMatch: Bool
  ) throws {
    let pattern = try #require(RepositoryPattern(text))
    #expect(pattern.owner?.name == owner)
    #expect(pattern.owner?.hasSubgroups ?? false == hasSubgroups)
    #expect(pattern.isPattern == canMatch)
    #expect(pattern.canMatch(account: "Acme"))
    #expect(pattern.canMatch(account: "other") == text.hasPrefix("*"))
  }

  @Test(arguments: ["10.0.0.7", "10.0.0.0/8", "0.0.0.0/0", "::1", "fd00::/64"])
  func `parses the address of a proxy`(text: String) {
    let address = ProxyAddress(text)
    #expect(address?.range == AddressRange(text))
    #expect(address?.description == text)
  }

  @Test(arguments: [
    "", "proxy", "10.0.0", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/8/8", "::1/129", "10.0.0.0/-1", "fe80::1%lo",
  ])
  func `rejects an invalid address of a proxy`(text: String) {
    #expect(ProxyAddress(text) == nil)
  }

  @Test(arguments: [
    ("127.0.0.1:8080", "127.0.0.1", 8080, true), ("0.0.0.0:0", "0.0.0.0", 0, false),
    ("[::1]:65535", "::1", 65_535, true),
    ("[::]:80", "::", 80, false), ("127.9.9.9:1", "127.9.9.9", 1, true),
  ])
  func `parses a listen address`(text: String, host: String, port: Int, isLoopback: Bool) {
    let address = ListenAddress(text)
    #expect(address?.host == host)
    #expect(address?.port == port)
    #expect(address?.isLoopback == isLoopback)
    #expect(address?.description == text)
  }

  @Test(arguments: [
    "", ":80", "*:80", "localhost:80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "::1:80", "[127.0.0.1]:80",
    "[::1]", "[::1%lo]:80", "127.0.0.1:+1", "1.2.3:80", "[::1]:80 ",
  ])
  func `rejects an invalid listen address`(text: String) {
    #expect(ListenAddress(text) == nil)
  }

  @Test(arguments: [
    ("https://github.com", "https://github.com"), ("https://GitHub.com:443/", "https://github.com"),
    ("https://git.example.com:8443/Forge/x_y~", "https://git.example.com:8443/Forge/x_y~"),
    ("http://localhost:3000", "http://localhost:3000"), ("http://127.0.0.1:80/", "http://127.0.0.1"),
    ("http://[::1]:3000/a", "http://[::1]:3000/a"), ("https://[2001:DB8::1]", "https://[2001:db8::1]"),
  ])
  func `parses a web address`(text: String, canonical: String) {
    #expect(WebAddress(text)?.url == canonical)
  }

  @Test(arguments: [
    "", "github.com", "http://github.com", "https://", "https:///a", "https://ada@github.com", "https://a:b@github.com",
    "https://a/?q", "https://a/#f", "https://a/../b", "https://a//b", "https://a b", "https://a:0", "https://a:70000",
    "https://[::1", "https://[1.2.3.4]", "https://[::1]x", "https://[::1].evil", "HTTPS://a", "ftp://a",
    "http://127.evil.com",
    "https://a/%2e%2e",
  ])
  func `rejects an invalid web address`(text: String) {
    #expect(WebAddress(text) == nil)
  }

  @Test(arguments: [
    "", "/", "a", "./a", "/a/../b", "/a//b", "/a/.", "//", "/a\nb", "/a\u{0}",
    "/" + String(repeating: "a", count: 1_024),
  ])
  func `rejects an invalid absolute path`(text: String) {
    #expect(AbsolutePath(text) == nil)
  }

  @Test(arguments: [
    ("acme/shapes", ["acme/shapes", "Acme/Shapes"], ["acme/shapes2", "acme", "acme/shapes/x", "evil/acme/shapes"]),
    ("acme/*", ["acme/a", "ACME/b"], ["acme", "acme/a/b", "acme2/a", "x/acme/a"]),
    ("Acme/**", ["acme/a", "acme/a/b"], ["acme", "acme2/a"]),
    ("*/*", ["a/b"], ["a", "a/b/c"]), ("acme/swift-*", ["acme/swift-nio"], ["acme/swift", "acme/x/swift-a"]),
  ])
  func `matches repositories with a pattern`(pattern: String, inside: [String], outside: [String]) throws {
    let pattern = try #require(RepositoryPattern(pattern))
    #expect(inside.filter { !pattern.matches($0) } == [])
    #expect(outside.filter { pattern.matches($0) } == [])
  }

  @Test(arguments: [
    "", "acme", "*", "**", "/acme", "acme/", "a//b", "a/../b", "a/.", "https://github.com/a/b", "a/b c", "a/{b,c}",
    "a/[b]", "a/?",
  ])
  func `rejects an invalid repository pattern`(text: String) {
    #expect(RepositoryPattern(text) == nil)
  }

  @Test(arguments: [
    "git.example.com", "git.example.com:8443", "git.example.com=10.0.0.0/8", "h:1=fd00::/8", "h=10.1.2.3", "h=::1/128",
  ])
  func `parses a dependency host`(text: String) {
    #expect(DependencyHost(text)?.description == text)
  }

  @Test(arguments: [
    "", "https://h", "h/", "h:", "h:0", "h:70000", "-h", ".h", "h=", "h=x", "h=10.0.0.0/33", "h=::/129",
    "h=10.0.0.0/8/8", "a@h", "h h",
  ])
  func `rejects an invalid dependency host`(text: String) {
    #expect(DependencyHost(text) == nil)
  }

  @Test(arguments: [
    ("https://github.com/acme/", true), ("git@github.com:acme/", true), ("ssh://git@h:22/a", true),
    ("/srv/mirrors/", true),
    ("https://token@github.com/", false), ("https://a:b@github.com/", false), ("ssh://ada@h/", false),
    ("http://h/", false),
    ("file:///srv", false), ("ext::sh -c x", false), ("/srv/../etc", false), ("/a\"b", false), ("/a b", false),
    ("git@h", false),
    ("/a]\n[x", false), ("/a#b", false), ("", false),
  ])
  func `validates addresses of URL replacements`(text: String, isAccepted: Bool) {
    #expect((RewriteAddress(text) != nil) == isAccepted)
  }

  @Test(arguments: [
    ("octocat", true), ("dependabot[bot]", true), ("a.b_c-d", true), ("", false), ("[bot]", false), ("@a", false),
    ("-a", false),
    ("a b", false), ("a[x]", false),
  ])
  func `validates account names`(text: String, isAccepted: Bool) {
    #expect((AccountName(text) != nil) == isAccepted)
  }

  @Test(arguments: [
    ("swift:6.3", true), ("r.example.com:5000/a/b@sha256:0f", true), ("/srv/root", true), ("-v", false), ("/", false),
    ("/a/../b", false), ("a b", false), ("", false),
  ])
  func `validates image names`(text: String, isAccepted: Bool) {
    #expect((ImageName(text) != nil) == isAccepted)
  }

  @Test(arguments: [
    ("runsc", true), ("crun-1.8", true), ("/usr/local/bin/runsc", true), ("--privileged", false), ("bin/runsc", false),
    ("/usr/../runsc x", false), ("", false), ("a b", false),
  ])
  func `validates runtime names`(text: String, isAccepted: Bool) {
    #expect((RuntimeName(text) != nil) == isAccepted)
  }

  @Test func `compares accounts and repositories case-insensitively`() {
    var forge = ServedForge()
    forge.trustedAccounts = ["OctoCat"]
    forge.repositories = ["acme/shapes", "ada/*"]
    #expect(forge.trusts("octocat"))
    #expect(!forge.trusts("octocat2"))
    #expect(forge.covers("Ada/anything"))
    #expect(!forge.covers("acme/other"))
  }
}
