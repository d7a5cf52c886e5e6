// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation
import ReviewTesting
import SystemPackage
import Testing

struct ForwardTests {
  private func withForward(
    _ body: (_ program: BuiltProgram, _ start: [String]) async throws -> Void
  ) async throws {
    try await withScratchDirectory { folder in
      let socket = folder.path.appending("proxy")
      let proxy = try DependencyProxy(socket: socket, allowing: [])
      defer { proxy.stop() }
      try await body(BuiltProgram(in: folder), ["__forward", socket.string, "--"])
    }
  }

  @Test(arguments: [("exit 0", 0), ("exit 7", 7), ("kill -9 $$", 137), ("kill -TERM $$", 143)])
  func `the exit status is that of the command`(script: String, status: Int32) async throws {
    try await withForward { program, start in
      let outcome = try await program.run(start + ["sh", "-c", script])
      #expect(outcome.status == status, "\(outcome.errors)")
    }
  }

  @Test func `input, output and arguments of the command are passed through`() async throws {
    try await withForward { program, start in
      let outcome = try await program.run(
        start + ["sh", "-c", #"cat; echo "$1|$2" >&2"#, "sh", "a b", "--help"], shell: #"echo hello | "$0" "$@""#)
      #expect(outcome.output == "hello\n")
      #expect(outcome.errors == "a b|--help\n")
    }
  }

  @Test func `the proxy variables of the command are set, and other variables are kept`() async throws {
    try await withForward { program, start in
      let outcome = try await program.run(
        start + ["/usr/bin/env"], environment: ["https_proxy": "http://other:1", "no_proxy": "*", "OTHER": "as it was"])
      var variables: [String: String] = [:]
      for line in outcome.output.split(separator: "\n") {
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        variables[String(parts[0])] = String(parts[1])
      }
      let url = try #require(variables["https_proxy"])
      #expect(url.wholeMatch(of: /http:\/\/127\.0\.0\.1:[0-9]+/) != nil)
      for name in ["HTTPS_PROXY", "http_proxy", "all_proxy", "ALL_PROXY"] { #expect(variables[name] == url) }
      for name in ["no_proxy", "NO_PROXY"] { #expect(variables[name] == "") }
      #expect(variables["OTHER"] == "as it was")
    }
  }

  @Test func `termination signals are forwarded to the command`() async throws {
    try await withForward { program, start in
      let outcome = try await program.run(
        start + ["sh", "-c", "trap 'exit 9' TERM; touch ready; while :; do sleep 0.02; done"],
        shell: #""$0" "$@" & until [ -e ready ]; do sleep 0.02; done; kill -TERM $!; wait $!"#)
      #expect(outcome.status == 9)
    }
  }

  @Test func `a missing program and a missing proxy are reported`() async throws {
    try await withForward { program, start in
      let missing = try await program.run(start + ["no-such-program"])
      #expect(missing.status == 127)
      #expect(missing.errors == "reviewbot: there is no program no-such-program\n")
      let none = try await program.run(["__forward", "nowhere/proxy", "--", "true"])
      #expect(none.status == 127)
      #expect(none.errors.contains("nowhere/proxy"))
      let usage = try await program.run(["__forward", "true"])
      #expect(usage.status == 2)
    }
  }
}
