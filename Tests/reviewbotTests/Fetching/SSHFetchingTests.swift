// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

/// Fetching over SSH, from a real server. Nothing is built, because the repository is not a package.
@Suite(.enabled(if: LoopbackSSHServer.isMissing == nil, "\(LoopbackSSHServer.isMissing ?? "")"))
struct SSHFetchingTests {
  /// - Parameter body: receives the server, the program and a repository's URL.
  private func withServer(
    knownHosts: (LoopbackSSHServer) throws -> String = { try $0.knownHost() },
    _ body: (LoopbackSSHServer, BuiltProgram, String) async throws -> Void
  ) async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("repository"))
      try git.write("a.txt", "a\n")
      try git.commit("base")
      try git.openPullRequest(1)
      let server = try await LoopbackSSHServer(in: folder)
      let program = try BuiltProgram(in: folder)
      try folder.write("user/.ssh/known_hosts", knownHosts(server))
      try await body(server, program, server.url(git.folder.path.appending(".git")))
    }
  }

  private func check(
    _ url: String, by program: BuiltProgram, environment: [String: String]
  ) async throws -> BuiltProgram.Outcome {
    try await program.run(
      ["check", "--pr", "1", "--repo", url, "--forge", "local", "--sandbox", "none"], environment: environment)
  }

  private func isFetched(_ outcome: BuiltProgram.Outcome) -> Bool { outcome.errors.contains("✓ fetch") }

  @Test func `a repository is fetched with a key from a file`() async throws {
    try await withServer { server, program, url in
      let outcome = try await check(url, by: program, environment: ["REVIEWBOT_SSH_KEY": server.key.string])
      #expect(isFetched(outcome), "\(outcome.errors)\(server.messages)")
      #expect(try !program.mirroredObjects.isEmpty)
    }
  }

  @Test func `a repository is fetched with a key of the ssh-agent`() async throws {
    try await withServer { server, program, url in
      // The agent lives as long as its command, which adds the key and then starts the program.
      let outcome = try await program.run(
        ["check", "--pr", "1", "--repo", url, "--forge", "local", "--sandbox", "none"],
        environment: ["KEY": server.key.string],
        shell: #"exec ssh-agent sh -c 'ssh-add -q "$KEY" && "$0" "$@"' "$0" "$@""#)
      #expect(isFetched(outcome), "\(outcome.errors)\(server.messages)")
    }
  }

  @Test(arguments: [true, false])
  func `a server with an unknown or changed host key is rejected without authentication`(isKnown: Bool) async throws {
    try await withServer(knownHosts: { try isKnown ? $0.knownHost($0.key) : "" }) { server, program, url in
      let outcome = try await check(url, by: program, environment: ["REVIEWBOT_SSH_KEY": server.key.string])
      #expect(outcome.status == 3)
      #expect(
        outcome.complaints == [
          "reviewbot: the host key of 127.0.0.1 is not the one in ~/.ssh/known_hosts, or there is none; verify the "
            + "server's key, and add it to that file in the format of ssh-keyscan"
        ])
      #expect(!server.messages.contains("Accepted"))
    }
  }

  @Test func `a key that the server rejects is reported`() async throws {
    try await withServer { _, program, url in
      let other = try LoopbackSSHServer.makeKey(program.folder.path.appending("other"))
      let outcome = try await check(url, by: program, environment: ["REVIEWBOT_SSH_KEY": other.string])
      #expect(outcome.status == 3)
      #expect(
        outcome.complaints == [
          "reviewbot: the server rejects the key of \(NSUserName()); check that the key belongs to an account with "
            + "read access"
        ])
    }
  }

  @Test func `without a key or an ssh-agent, fetching fails before any connection`() async throws {
    try await withServer { server, program, url in
      let outcome = try await check(url, by: program, environment: [:])
      #expect(outcome.status == 3)
      #expect(
        outcome.complaints == [
          "reviewbot: cannot fetch over ssh: neither a key nor an ssh-agent is configured; start ssh-agent and add a key, set "
            + "REVIEWBOT_SSH_KEY to a key file, or use an https URL"
        ])
      #expect(!server.messages.contains("Connection"))
    }
  }

  @Test func `a missing repository is reported`() async throws {
    try await withServer { server, program, url in
      let outcome = try await check(
        url + "/gone", by: program, environment: ["REVIEWBOT_SSH_KEY": server.key.string])
      #expect(outcome.status == 3)
      #expect(outcome.errors.contains("does not appear to be a git repository"), "\(outcome.errors)")
    }
  }
}
