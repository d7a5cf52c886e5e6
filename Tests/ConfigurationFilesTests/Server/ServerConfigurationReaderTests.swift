// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import Testing

@testable import ConfigurationFiles

struct ServerConfigurationReaderTests {
  private let reader = ServerConfigurationReader()

  @Test func `what is not written is as by default`() throws {
    let read = try reader.read(text: "version: 1\n\(ServerSample.forge)\nlimits:\nlog: {}\n", file: "f")
    #expect(read == ServerSample.small)
  }

  @Test func `reads every key`() throws {
    #expect(try reader.read(text: ServerSample.everyKey, file: "f") == ServerSample.everyValue)
  }

  @Test(arguments: [ServerSample.small, ServerSample.everyValue])
  func `what is written back is read again`(configuration: ServerConfiguration) throws {
    #expect(try reader.read(text: configuration.text, file: "f") == configuration)
    let data = try JSONEncoder().encode(configuration)
    #expect(try JSONDecoder().decode(ServerConfiguration.self, from: data) == configuration)
  }

  @Test(arguments: [
    ("", ["1:1: the file is empty; copy config/reviewbot-server.yml and change it"]),
    ("- a", ["1:1: the file is not a mapping; begin the file with version: 1"]),
    (
      "listen: x",
      [
        "1:1: the version is missing; begin the file with version: 1",
        "1:1: forges is missing; name a forge to take webhooks from, as config/reviewbot-server.yml does",
        "1:9: listen: expected an address with a port such as 127.0.0.1:8080 or \"[::1]:8080\", found \"x\"; "
          + "write the port too, after a colon",
      ]
    ),
    (
      "version: 2\nforges: &a []", ["2:9: anchors are not accepted; write the value where it is needed"]
    ),
    (
      "version: 1\nforges: []\nlog: {level: verbose}\nlog: {}",
      ["3:1: the key \"log\" is there twice; keep one of them"]
    ),
    (
      "version: 1\nforges: []\nliste: 1\ncoverage: {target: 80}\nlimits: {worker: 1, tests: 1}",
      [
        "2:9: forges: expected a list of 1 to 20 forges, found 0",
        "3:1: there is no key \"liste\"; did you mean listen?",
        "4:1: \"coverage\" is not for the operator to set; it belongs in the .reviewbot.yml of a repository",
        "5:10: there is no key \"worker\"; did you mean workers?",
        "5:21: \"tests\" is not for the operator to set; it belongs in the .reviewbot.yml of a repository",
      ]
    ),
    (
      "version: 1\nforges: {}\nsandbox: auto",
      [
        "2:9: forges: expected a list of 1 to 20 forges, found a mapping; put brackets around it",
        "3:10: sandbox: expected keys, found \"auto\"",
      ]
    ),
  ])
  func `says what is wrong with the file`(text: String, problems: [String]) {
    #expect(found(text) == problems.map { "f:" + $0 })
  }

  @Test(arguments: [
    ("x", ["3:5: forges: expected a mapping with kind, webhook_secrets, token and repositories, found \"x\""]),
    (
      "{}",
      [
        "3:5: forges: kind is missing; write it, as in kind: github",
        "3:5: forges: webhook_secrets is missing; write it, as in webhook_secrets: [/etc/reviewbot/github-webhook-secret]",
        "3:5: forges: repositories is missing; write it, as in repositories: [acme/shapes, \"acme/*\"]",
        "3:5: forges: token is missing; write it, as in token: /etc/reviewbot/github-token",
      ]
    ),
    (
      "{kind: gitea, webhook_secrets: [/s], app: {id: 1, key: /k}, repositories: [a/b/c]}",
      [
        "3:5: forges: url is missing; write where the server is, as in url: https://git.example.com",
        "3:42: forges: app: only GitHub has apps; use token",
        "3:65: forges: repositories: \"a/b/c\" cannot be a repository of gitea; "
          + "write OWNER/NAME; only GitLab has groups in groups",
      ]
    ),
    (
      "{kind: githb, webhook_secrets: [/a, /b, /c], token: /t, app: {id: a/b}, repositories: [], secret: x}",
      [
        "3:12: forges: kind: expected one of github, gitlab, gitea, found \"githb\"; did you mean github?",
        "3:36: forges: webhook_secrets: expected a list of 1 to 2 files, found 3",
        "3:61: forges: app: there is a token too; keep one of them",
        "3:66: forges: app: key is missing; write it, as in key: /etc/reviewbot/app.pem",
        "3:71: forges: app: id: expected an app's number or client id such as \"12345\", found \"a/b\"",
        "3:91: forges: repositories: expected a list of 1 to 1000 repositories, found 0",
        "3:95: forges: there is no key \"secret\"; there are: name, kind, url, api, webhook_secrets, token, app, "
          + "repositories, strangers, trusted, drafts",
      ]
    ),
    (
      "{kind: github, name: Hub, url: \"http://git.example.com\", webhook_secrets: [/s, /s], token: /t, repositories: [acme, a/b, a/b]}",
      [
        "3:26: forges: name: expected a name of 1 to 40 small letters, digits and -, such as github or our-gitlab, found \"Hub\"",
        "3:36: forges: url: expected a web address such as https://git.example.com, found \"http://git.example.com\"; "
          + "use https: over http everybody on the way would see the token",
        "3:84: forges: webhook_secrets: \"/s\" is there twice; keep one of them",
        "3:115: forges: repositories: expected a repository such as acme/shapes or \"acme/*\", found \"acme\"; "
          + "write OWNER/NAME, or \"OWNER/*\" for all of an owner",
        "3:126: forges: repositories: \"a/b\" is there twice; keep one of them",
      ]
    ),
    (
      "{kind: github, webhook_secrets: [/s], token: /t, repositories: [a/b], trusted: [\"@ada\"], strangers: aprove, drafts: no}",
      [
        "3:85: forges: trusted: expected an account such as octocat, found \"@ada\"; write it without @",
        "3:105: forges: strangers: expected one of approve, run, ignore, found \"aprove\"; did you mean approve?",
        "3:121: forges: drafts: expected one of review, skip, found \"no\"",
      ]
    ),
    (
      "{kind: github, webhook_secrets: [/s], token: /t, repositories: [a/b]}\n  - {kind: github, webhook_secrets: [/s], token: /t, repositories: [a/c]}",
      ["4:5: forges: \"github\" is there twice; keep one of them"]
    ),
  ])
  func `says what is wrong with a forge`(forge: String, problems: [String]) {
    #expect(found("version: 1\nforges:\n  - \(forge)\n") == problems.map { "f:" + $0 })
  }

  @Test(arguments: [
    (
      "listen: localhost:1\noperation_listen: \":9090\"",
      [
        "3:9: listen: expected an address with a port such as 127.0.0.1:8080 or \"[::1]:8080\", found \"localhost:1\"; "
          + "write the address in digits, not a name",
        "4:19: operation_listen: expected an address with a port such as 127.0.0.1:8080 or \"[::1]:8080\", found \":9090\"; "
          + "write 0.0.0.0 before the port for all addresses",
      ]
    ),
    (
      "operation_listen: 127.0.0.1:8080",
      ["3:1: operation_listen: 127.0.0.1:8080 is where webhooks come in; give it another port, or remove it"]
    ),
    (
      "trusted_proxies: [proxy.example.com, 10.0.0.0/33, \"::1/129\"]",
      [
        "3:19: trusted_proxies: expected an address such as 10.0.0.7, 10.0.0.0/24 or \"fd00::/64\", "
          + "found \"proxy.example.com\"; write the address in digits, not a name",
        "3:38: trusted_proxies: expected an address such as 10.0.0.7, 10.0.0.0/24 or \"fd00::/64\", "
          + "found \"10.0.0.0/33\"; write as many bits as the address may have",
        "3:51: trusted_proxies: expected an address such as 10.0.0.7, 10.0.0.0/24 or \"fd00::/64\", "
          + "found \"::1/129\"; write as many bits as the address may have",
      ]
    ),
    (
      "state: var/lib\nname: a--b",
      [
        "3:8: state: expected an absolute path such as /srv/reviewbot, found \"var/lib\"; "
          + "begin it with /, at the machine's root",
        "4:7: name: expected a name of 1 to 60 letters, digits, - _ . and /, without --, such as reviewbot, found \"a--b\"",
      ]
    ),
    (
      "sandbox: {level: container}",
      ["3:11: level: container needs an image; write it too, as in image: swift:6.3-bookworm"]
    ),
    (
      "sandbox: {level: bubblewrap}",
      ["3:18: level: expected one of auto, bwrap, container, none, found \"bubblewrap\""]
    ),
    (
      "dependencies: {allowed_hosts: [\"https://a.b/c\"], tokens: [{host: a.b}], mirrors: [{from: https://a.b/, to: /srv}, {to: x}]}",
      [
        "3:32: allowed_hosts: expected a host such as git.example.com, git.example.com:8443 or git.example.com=10.0.0.0/8, "
          + "found \"https://a.b/c\"; write the host alone, without https:// and path",
        "3:59: tokens: file is missing; write it, as in file: /etc/reviewbot/git-token",
        "3:104: mirrors: to: only one of from and to ends with /; end both with /, or neither",
        "3:115: mirrors: from is missing; write it, as in from: https://github.com/acme/",
        "3:120: mirrors: to: expected a beginning of a URL, or folder, such as https://github.com/acme/, "
          + "git@github.com:acme/ or /srv/mirrors/acme/, found \"x\"",
      ]
    ),
    (
      "limits: {workers: 0, fetch: 30, free_space: 2GB, body: 26M, shutdown: 2d}",
      [
        "3:19: workers: expected a whole number from 1 to 64, found \"0\"",
        "3:29: fetch: expected a duration from 1s to 1d, found \"30\"; write a number and s, m, h or d, as in 90s",
        "3:45: free_space: expected a size from 1M to 1024T, found \"2GB\"; write a number and K, M, G or T, as in 20G",
        "3:56: body: expected a size from 1K to 25M, found \"26M\"",
        "3:71: shutdown: expected a duration from 1s to 1d, found \"2d\"",
      ]
    ),
    (
      "limits: {bodies_in_flight: 10M, body: 20M}",
      ["3:10: bodies_in_flight: 10M is less than one body of 20M; make it larger, or body smaller"]
    ),
    (
      "retention: {deliveries: 1d, job: 1d}\nreconcile: {every: 30s}\nlog: {level: warn, format: [text]}",
      [
        "3:25: deliveries: expected a duration from 3d to 3650d, found \"1d\"",
        "3:29: there is no key \"job\"; did you mean jobs?",
        "4:20: every: expected a duration from 1m to 1d, or off, such as 15m, found \"30s\"",
        "5:14: level: expected one of trace, debug, info, notice, warning, error, critical, found \"warn\"",
        "5:28: format: expected one of text, json, found a list",
      ]
    ),
  ])
  func `says what is wrong with a key`(lines: String, problems: [String]) {
    #expect(found("version: 1\n\(ServerSample.forge)\n\(lines)\n") == problems.map { "f:" + $0 })
  }

  @Test func `no stranger's code runs without a sandbox`() {
    let text = "version: 1\n\(ServerSample.forge.dropLast(2)), strangers: run}]\nsandbox: {level: none}\n"
    #expect(
      found(text) == [
        "f:3:11: level: without a sandbox, strangers' code would run beside the forge's token; "
          + "write auto, or let no forge have strangers: run"
      ])
  }

  /// Somebody may write the secret where its file's path belongs.
  @Test(arguments: [
    "{kind: github, webhook_secrets: s3cr3t, token: s3cr3t, repositories: [a/b]}",
    "{kind: github, webhook_secrets: [s3cr3t, {s3cr3t: s3cr3t}], token: [s3cr3t], repositories: [a/b]}",
    "{kind: github, webhook_secrets: {a: s3cr3t}, app: s3cr3t, repositories: [a/b]}",
    "{kind: github, webhook_secrets: [/s], app: {id: 1, key: s3cr3t}, repositories: [a/b], url: \"https://ada:s3cr3t@git.example.com\"}",
    "{kind: github}\ndependencies: {tokens: s3cr3t, mirrors: [{from: \"https://s3cr3t@a/\", to: \"https://ada:s3cr3t@b/\"}]}",
    "{kind: github}\ndependencies: {tokens: [s3cr3t, {host: a, file: s3cr3t}]}",
  ])
  func `shows no secret that was written by mistake`(forge: String) {
    let found = found("version: 1\nforges:\n  - \(forge)\n")
    #expect(found.count >= 2)
    // A key is a name, wherever it stands.
    #expect(!found.contains { $0.contains("s3cr3t") }, "\(found)")
  }

  @Test func `reads a file, and says why it cannot`() async throws {
    try await withScratchFolder { folder in
      let file = "\(try folder.write("server.yml", "version: 1\n\(ServerSample.forge)\n"))"
      #expect(try reader.read(file: file) == ServerSample.small)
      let large = "\(try folder.write("large.yml", String(repeating: "#", count: 65_537)))"
      #expect(found(file: large) == ["\(large):1:1: the file has more than 65536 bytes; name the right file"])
      let missing = "\(folder.path)/missing.yml"
      #expect(
        found(file: missing) == [
          "\(missing):1:1: the file cannot be read: No such file or directory; make it, or correct the path"
        ])
      #expect(
        found(file: "\(folder.path)") == ["\(folder.path):1:1: the file is not a regular file; name a file"])
      let pipe = "\(folder.path)/pipe"
      #expect(mkfifo(pipe, 0o600) == 0)
      #expect(found(file: pipe) == ["\(pipe):1:1: the file is not a regular file; name a file"])
    }
  }

  @Test func `survives damage to any place of a file`() {
    let text = Array(ServerConfigurationReference().defaultFile.utf8)
    let pieces = [
      "&a ", "*a", "!t ", "- ", ": ", "\n", "  ", "\"", "[", "}", "|", "? ", "#", "\u{0}", "---\n", "\t", "@",
    ]
    // Always the same numbers, so that a failure can be seen again.
    var number: UInt64 = 1
    for _ in 0..<200 {
      number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let place = Int((number >> 33) % UInt64(text.count))
      let piece = pieces[Int((number >> 20) % UInt64(pieces.count))]
      let damaged = String(decoding: text[..<place] + Array(piece.utf8) + text[place...], as: UTF8.self)
      #expect(found(damaged).allSatisfy { $0.hasPrefix("f:") })
    }
  }

  private func found(_ text: String) -> [String] {
    problems { () throws(ConfigurationError) in try reader.read(text: text, file: "f") }
  }

  private func found(file: String) -> [String] {
    problems { () throws(ConfigurationError) in try reader.read(file: file) }
  }

  private func problems(_ read: () throws(ConfigurationError) -> ServerConfiguration) -> [String] {
    do {
      _ = try read()
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }
}
