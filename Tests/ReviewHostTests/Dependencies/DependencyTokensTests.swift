// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Isolation
import ReviewContract
import ReviewTesting
import Testing

@testable import ReviewHost
@testable import WorkerProtocol

struct DependencyTokensTests {
  @Test func `a token is read from a file for each host, and is not in the description`() async throws {
    try await withScratchDirectory { folder in
      let first = try folder.write("first", "canary-1\n")
      let second = try folder.write("second=x", "canary-2")
      let tokens = try DependencyTokens(reading: ["Git.example.com=\(first)", "git.example.com:8443=\(second)"])
      #expect(tokens.reveal() == ["git.example.com": "canary-1", "git.example.com:8443": "canary-2"])
      #expect(!"\(tokens)".contains("canary"))
      #expect(DependencyTokens.none.isEmpty)
    }
  }

  @Test(arguments: [
    "", "git.example.com", "=FILE", "git.example.com=", "https://git.example.com=FILE", "git.example.com/a=FILE",
    "ada@git.example.com=FILE", "git example=FILE",
  ])
  func `an argument with an invalid host or without a file is rejected`(argument: String) {
    let error = #expect(throws: UsageError.self) { try DependencyTokens(reading: [argument]) }
    #expect(
      error?.description == "--dependency-token takes HOST=FILE, not \"\(argument)\"; "
        + "name the host without https://, and a file that contains its token")
  }

  @Test(arguments: ["\n", "a b", "a\nb\n"])
  func `a token file that does not contain exactly one token is rejected`(text: String) async throws {
    try await withScratchDirectory { folder in
      let file = try folder.write("token", text)
      let error = #expect(throws: UsageError.self) { try DependencyTokens(reading: ["git.example.com=\(file)"]) }
      #expect(
        error?.description
          == "the token file \"\(file)\" does not contain exactly one token; put the token alone on its first line")
    }
  }

  @Test func `a token file that cannot be read is rejected`() {
    let error = #expect(throws: UsageError.self) { try DependencyTokens(reading: ["git.example.com=/nonexistent"]) }
    #expect(
      error?.description == "cannot read the token file \"/nonexistent\": No such file or directory; "
        + "check --dependency-token and the file's permissions")
  }

  @Test func `two tokens for one host are rejected`() async throws {
    try await withScratchDirectory { folder in
      let file = try folder.write("token", "t")
      let error = #expect(throws: UsageError.self) {
        try DependencyTokens(reading: ["git.example.com=\(file)", "GIT.example.com=\(file)"])
      }
      #expect(
        error?.description == "--dependency-token is given twice for git.example.com; give one token for each host")
    }
  }
}

struct AllowedHostsTests {
  @Test(arguments: [
    ("https://Git.example.com/acme/shapes.git", [], "github.com git.example.com"),
    (
      "https://git.example.com:8443/a", ["other.test", "third.test:444"],
      "github.com git.example.com:8443 other.test third.test:444"
    ),
    ("file:///shapes", [], "github.com"), ("/shapes", [], "github.com"),
    ("http://git.example.com/shapes", [], "github.com"),
  ])
  func `github.com, the forge and given hosts are allowed`(url: String, arguments: [String], hosts: String) throws {
    let made = AllowedHosts.standard(cloneURL: url) + (try AllowedHosts.parse(arguments))
    #expect(made.map(\.description).joined(separator: " ") == hosts)
  }

  @Test(arguments: ["https://github.com", "a/b", "*.github.com", ""])
  func `an invalid allowed host is rejected`(argument: String) {
    let error = #expect(throws: UsageError.self) {
      try AllowedHosts.parse([argument])
    }
    #expect(
      error?.description == "--allow-host takes HOST, not \"\(argument)\"; name the host without https://")
  }
}
