// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import Testing

@testable import ConfigurationFiles

struct ServerConfigurationReaderTests {
  private let reader = ServerConfigurationReader()

  @Test func `missing keys have default values`() throws {
    let read = try reader.read(text: "version: 1\n\(ServerSample.forge)\nlimits:\nlog: {}\n", file: "f")
    #expect(read == ServerSample.small)
  }

  @Test func `every key is read`() throws {
    #expect(try reader.read(text: ServerSample.everyKey, file: "f") == ServerSample.everyValue)
  }

  @Test(arguments: [ServerSample.small, ServerSample.everyValue])
  func `a configuration is unchanged after writing and reading`(configuration: ServerConfiguration) throws {
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
        "1:1: version is missing; begin the file with version: 1",
        "1:1: forges is missing; add a forge, as in config/reviewbot-server.yml",
        "1:9: listen: expected an address with a port such as 127.0.0.1:8080 or \"[::1]:8080\", found \"x\"; "
          + "append a colon and the port",
      ]
    ),
    (
      "listen: 8080",
      [
        "1:1: version is missing; begin the file with version: 1",
        "1:1: forges is missing; add a forge, as in config/reviewbot-server.yml",
        "1:9: listen: expected an address with a port such as 127.0.0.1:8080 or \"[::1]:8080\", found \"8080\"; "
          + "write the address too: 127.0.0.1:8080 for this machine, 0.0.0.0:8080 for all addresses",
      ]
    ),
    (
      "version: 2\nforges: &a []", ["2:9: anchors are not accepted; write the value where it is needed"]
    ),
    (
      "version: 1\nforges: []\nlog: {level: verbose}\nlog: {}",
      ["3:1: duplicate key \"log\"; keep one of them"]
    ),
    (
      "version: 1\nforges: []\nliste: 1\ncoverage: {target: 80}\nlimits: {worker: 1, tests: 1}",
      [
        "2:9: forges: expected a list of 1 to 20 forges, found 0",
        "3:1: unknown key \"liste\"; did you mean listen?",
        "4:1: \"coverage\" is a key of .reviewbot.yml; move it to the .reviewbot.yml of a repository",
        "5:10: unknown key \"worker\"; did you mean workers?",
        "5:21: \"tests\" is a key of .reviewbot.yml; move it to the .reviewbot.yml of a repository",
      ]
    ),
    (
      "version: 1\nforges: {}\nsandbox: auto",
      [
        "2:9: forges: expected a list of 1 to 20 forges, found a mapping; write it in brackets",
        "3:10: sandbox: expected keys, found \"auto\"",
      ]
    ),
  ])
  func `problems of the file are reported with their location`(text: String, problems: [String]) {
    #expect(found(text) == problems.map { "f:" + $0 })
  }

  @Test(arguments: [
    ("x", ["3:5: forges: expected a mapping with kind, webhook_secrets, token and repositories, found \"x\""]),
    (
      "{}",
      [
        "3:5: forges: kind is missing; add it, as in kind: github",
        "3:5: forges: webhook_secrets is missing; add it, as in webhook_secrets: [/etc/reviewbot/github-webhook-secret]",
        "3:5: forges: repositories is missing; add it, as in repositories: [acme/shapes, \"acme/*\"]",
        "3:5: forges: token is missing; add it, as in token: /etc/reviewbot/github-token",
      ]
    ),
    (
      "{kind: gitea, webhook_secrets: [/s], app: {id: 1, key: /k}, repositories: [a/b/c]}",
      [
        "3:5: forges: url is missing; add the address of the server, as in url: https://git.example.com",
        "3:42: forges: app: supported for GitHub only; use token",
        "3:65: forges: repositories: \"a/b/c\" cannot be a repository of gitea; "
          + "write OWNER/NAME; only GitLab has subgroups",
      ]
    ),
    (
      "{kind: githb, webhook_secrets: [/a, /b, /c], token: /t, app: {id: a/b}, repositories: [], secret: x}",
      [
        "3:12: forges: kind: expected one of github, gitlab, gitea, found \"githb\"; did you mean github?",
        "3:36: forges: webhook_secrets: expected a list of 1 to 2 files, found 3",
        "3:61: forges: app: cannot be combined with token; remove one of them",
        "3:66: forges: app: key is missing; add it, as in key: /etc/reviewbot/app.pem",
        "3:71: forges: app: id: expected an app's number or client id such as \"12345\", found \"a/b\"",
        "3:91: forges: repositories: expected a list of 1 to 1000 repositories, found 0",
        "3:95: forges: unknown key \"secret\"; valid names are name, kind, url, api, webhook_secrets, token, app, "
          + "sign_in, repositories, fork_pull_requests, trusted_accounts, drafts, write_spacing",
      ]
    ),
    (
      "{kind: github, name: Hub, url: \"http://git.example.com\", webhook_secrets: [/s, /s], token: /t, repositories: [acme, a/b, a/b]}",
      [
        "3:26: forges: name: expected a name of 1 to 40 lowercase letters, digits and -, such as github or our-gitlab, found \"Hub\"",
        "3:36: forges: url: expected a web address such as https://git.example.com, found \"http://git.example.com\"; "
          + "use https: http would expose the token on the network",
        "3:84: forges: webhook_secrets: duplicate \"/s\"; keep one of them",
        "3:115: forges: repositories: expected a repository such as acme/shapes or \"acme/*\", found \"acme\"; "
          + "write OWNER/NAME, or \"OWNER/*\" for all of an owner",
        "3:126: forges: repositories: duplicate \"a/b\"; keep one of them",
      ]
    ),
    (
      "{kind: github, webhook_secrets: [/s], token: /t, repositories: [a/b], trusted_accounts: [\"@ada\"], fork_pull_requests: ignor, drafts: no}",
      [
        "3:94: forges: trusted_accounts: expected an account such as octocat, found \"@ada\"; write it without @",
        "3:123: forges: fork_pull_requests: expected one of require_approval, run, ignore, found \"ignor\"; did you mean ignore?",
        "3:138: forges: drafts: expected one of repository, review, lint, skip, found \"no\"",
      ]
    ),
    (
      "{kind: github, webhook_secrets: [/s], token: /t, repositories: [a/b], write_spacing: {burst: 0, per_minute: 60001, interval: 50ms}}",
      [
        "3:98: forges: write_spacing: burst: expected a whole number from 1 to 10000, found \"0\"",
        "3:113: forges: write_spacing: per_minute: expected a whole number from 1 to 60000, found \"60001\"",
        "3:130: forges: write_spacing: interval: expected a duration from 1s to 1m, found \"50ms\"; "
          + "write a number and s, m, h or d, as in 90s",
      ]
    ),
    (
      "{kind: github, webhook_secrets: [/s], token: /t, repositories: [a/b], write_spacing: 1s}\n  - {kind: gitlab, webhook_secrets: [/s], token: /t, repositories: [a/b], write_spacing: {burst: 5}}",
      [
        "3:90: forges: write_spacing: expected a mapping with burst, per_minute and interval, found \"1s\"",
        "4:90: forges: write_spacing: per_minute is missing; add it, as in per_minute: 1200",
      ]
    ),
    (
      "{kind: github, webhook_secrets: [/s], token: /t, repositories: [a/b]}\n  - {kind: github, webhook_secrets: [/s], token: /t, repositories: [a/c]}",
      ["4:5: forges: duplicate \"github\"; keep one of them"]
    ),
  ])
  func `problems of a forge are reported with their location`(forge: String, problems: [String]) {
    #expect(found("version: 1\nforges:\n  - \(forge)\n") == problems.map { "f:" + $0 })
  }

  @Test(arguments: [
    (
      "listen: localhost:1\nmanagement_listen: \":9090\"",
      [
        "3:9: listen: expected an address with a port such as 127.0.0.1:8080 or \"[::1]:8080\", found \"localhost:1\"; "
          + "write a numeric address, not a name",
        "4:20: management_listen: expected an address with a port such as 127.0.0.1:8080 or \"[::1]:8080\", found \":9090\"; "
          + "use 0.0.0.0:PORT for all addresses",
      ]
    ),
    (
      "management_listen: 127.0.0.1:8080",
      ["3:1: management_listen: 127.0.0.1:8080 is also the value of listen; use another port, or remove it"]
    ),
    (
      "trusted_proxies: [proxy.example.com, 10.0.0.0/33, \"::1/129\"]",
      [
        "3:19: trusted_proxies: expected an address such as 10.0.0.7, 10.0.0.0/24 or \"fd00::/64\", "
          + "found \"proxy.example.com\"; write a numeric address, not a name",
        "3:38: trusted_proxies: expected an address such as 10.0.0.7, 10.0.0.0/24 or \"fd00::/64\", "
          + "found \"10.0.0.0/33\"; use a prefix length of at most 32 for IPv4 and 128 for IPv6",
        "3:51: trusted_proxies: expected an address such as 10.0.0.7, 10.0.0.0/24 or \"fd00::/64\", "
          + "found \"::1/129\"; use a prefix length of at most 32 for IPv4 and 128 for IPv6",
      ]
    ),
    (
      "state: var/lib\nname: a--b",
      [
        "3:8: state: expected an absolute path such as /srv/reviewbot, found \"var/lib\"; "
          + "begin it with /",
        "4:7: name: expected a name of 1 to 60 letters, digits, - _ . and /, without --, such as reviewbot, found \"a--b\"",
      ]
    ),
    (
      "sandbox: {backend: container}",
      ["3:11: backend: container needs an image; add it, as in image: swift:6.3-bookworm"]
    ),
    (
      "sandbox: {backend: bubblewrap}",
      ["3:20: backend: expected one of auto, bwrap, container, none, found \"bubblewrap\""]
    ),
    (
      "dependencies: {allowed_hosts: [\"https://a.b/c\"], tokens: [{host: a.b}], mirrors: [{from: https://a.b/, to: /srv}, {to: x}]}",
      [
        "3:32: allowed_hosts: expected a host such as git.example.com, git.example.com:8443 or git.example.com=10.0.0.0/8, "
          + "found \"https://a.b/c\"; write only the host, without https:// and path",
        "3:59: tokens: file is missing; add it, as in file: /etc/reviewbot/git-token",
        "3:104: mirrors: to: only one of from and to ends with /; end both with /, or neither",
        "3:115: mirrors: from is missing; add it, as in from: https://github.com/acme/",
        "3:120: mirrors: to: expected a prefix of a URL, or folder, such as https://github.com/acme/, "
          + "git@github.com:acme/ or /srv/mirrors/acme/, found \"x\"",
      ]
    ),
    (
      "limits: {workers: 0, fetch_timeout: 30, free_space: 2GB, body_size: 26M, shutdown_grace_period: 2d}",
      [
        "3:19: workers: expected a whole number from 1 to 64, found \"0\"",
        "3:37: fetch_timeout: expected a duration from 1s to 1d, found \"30\"; write a number and s, m, h or d, as in 90s",
        "3:53: free_space: expected a size from 256M to 1024T, found \"2GB\"; write a number and K, M, G or T, as in 20G",
        "3:69: body_size: expected a size from 1K to 25M, found \"26M\"",
        "3:97: shutdown_grace_period: expected a duration from 1s to 1d, found \"2d\"",
      ]
    ),
    (
      "limits: {bodies_in_flight: 10M, body_size: 20M}",
      ["3:10: bodies_in_flight: 10M is less than body_size: 20M; increase it, or reduce body_size"]
    ),
    (
      "retention: {deliveries: 1d, job: 1d}\nreconcile: {interval: 30s}\nlog: {level: warn, format: [text]}",
      [
        "3:25: deliveries: expected a duration from 3d to 3650d, found \"1d\"",
        "3:29: unknown key \"job\"; did you mean jobs?",
        "4:23: interval: expected a duration from 1m to 1d, or off, such as 15m, found \"30s\"",
        "5:14: level: expected one of trace, debug, info, notice, warning, error, critical, found \"warn\"",
        "5:28: format: expected one of text, json, found a list",
      ]
    ),
  ])
  func `problems of a key are reported with their location`(lines: String, problems: [String]) {
    #expect(found("version: 1\n\(ServerSample.forge)\n\(lines)\n") == problems.map { "f:" + $0 })
  }

  @Test func `a configuration that runs code from forks without a sandbox is rejected`() {
    let text = "version: 1\n\(ServerSample.forge.dropLast(2)), fork_pull_requests: run}]\nsandbox: {backend: none}\n"
    #expect(
      found(text) == [
        "f:3:11: backend: without a sandbox, code from forks could read the forge's token; "
          + "write backend: auto, or remove fork_pull_requests: run from all forges"
      ])
  }

  /// The file contains a secret itself instead of the path of the secret's file.
  @Test(arguments: [
    "{kind: github, webhook_secrets: s3cr3t, token: s3cr3t, repositories: [a/b]}",
    "{kind: github, webhook_secrets: [s3cr3t, {s3cr3t: s3cr3t}], token: [s3cr3t], repositories: [a/b]}",
    "{kind: github, webhook_secrets: {a: s3cr3t}, app: s3cr3t, repositories: [a/b]}",
    "{kind: github, webhook_secrets: [/s], app: {id: 1, key: s3cr3t}, repositories: [a/b], url: \"https://ada:s3cr3t@git.example.com\"}",
    "{kind: github}\ndependencies: {tokens: s3cr3t, mirrors: [{from: \"https://s3cr3t@a/\", to: \"https://ada:s3cr3t@b/\"}]}",
    "{kind: github}\ndependencies: {tokens: [s3cr3t, {host: a, file: s3cr3t}]}",
  ])
  func `problems do not contain secrets that are in the file by mistake`(forge: String) {
    let found = found("version: 1\nforges:\n  - \(forge)\n")
    #expect(found.count >= 2)
    // Keys are never secret.
    #expect(!found.contains { $0.contains("s3cr3t") }, "\(found)")
  }

  @Test func `a file that cannot be read is reported with the reason`() async throws {
    try await withScratchDirectory { folder in
      let file = "\(try folder.write("server.yml", "version: 1\n\(ServerSample.forge)\n"))"
      #expect(try reader.read(file: file) == ServerSample.small)
      let large = "\(try folder.write("large.yml", String(repeating: "#", count: 65_537)))"
      #expect(found(file: large) == ["\(large): the file has more than 65536 bytes; name the right file"])
      let missing = "\(folder.path)/missing.yml"
      #expect(
        found(file: missing) == [
          "\(missing): the file cannot be read: No such file or directory; create it, or correct the path"
        ])
      #expect(
        found(file: "\(folder.path)") == ["\(folder.path): the file is not a regular file; name a file"])
      let pipe = "\(folder.path)/pipe"
      #expect(mkfifo(pipe, 0o600) == 0)
      #expect(found(file: pipe) == ["\(pipe): the file is not a regular file; name a file"])
    }
  }

  @Test func `problems of a file damaged at any position name the file`() {
    let text = Array(ServerConfigurationReference().defaultFile.utf8)
    let pieces = [
      "&a ", "*a", "!t ", "- ", ": ", "\n", "  ", "\"", "[", "}", "|", "? ", "#", "\u{0}", "---\n", "\t", "@",
    ]
    // A fixed sequence, so that failures are reproducible.
    var number: UInt64 = 1
    var reported = 0
    for _ in 0..<200 {
      number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let place = Int((number >> 33) % UInt64(text.count))
      let piece = pieces[Int((number >> 20) % UInt64(pieces.count))]
      let damaged = String(decoding: text[..<place] + Array(piece.utf8) + text[place...], as: UTF8.self)
      let problems = found(damaged)
      #expect(problems.allSatisfy { $0.hasPrefix("f:") }, "\(problems)")
      if !problems.isEmpty { reported += 1 }
    }
    // Damage in a comment is no problem.
    #expect(reported >= 20)
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
