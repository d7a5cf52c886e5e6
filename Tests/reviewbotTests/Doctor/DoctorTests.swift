// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation
import ReviewTesting
import SystemPackage
import Testing

struct DoctorTests {
  /// The parts of the JSON output that the tests use.
  private struct Said: Decodable {
    struct Check: Decodable {
      let name: String
      let status: String
      let detail: String
      let remedy: String?
    }

    struct Attempt: Decodable {
      let attempt: String
      let result: String
    }

    let checks: [Check]
    let sandbox: String?
    let attempts: [Attempt]
    let isReady: Bool

    func check(_ name: String) throws -> Check {
      try #require(checks.first { $0.name == name })
    }
  }

  private func doctor(
    _ arguments: [String] = [], environment: [String: String] = [:], shell: String? = nil
  ) async throws -> (outcome: BuiltProgram.Outcome, said: Said) {
    try await withScratchDirectory { folder in
      let outcome = try await BuiltProgram(in: folder).run(
        ["doctor", "--format", "json"] + arguments, environment: environment, shell: shell)
      try #require(!outcome.output.isEmpty, "\(outcome.errors)")
      return (outcome, try JSONDecoder.snakeCase.decode(Said.self, from: Data(outcome.output.utf8)))
    }
  }

  @Test(.enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)))
  func `a host with a toolchain and a sandbox is ready, and every escape attempt is listed`() async throws {
    try await withScratchDirectory { folder in
      let outcome = try await BuiltProgram(in: folder).run(["doctor", "--verbose"])
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
      #expect(outcome.errors == "")
      for attempt in EscapeAttempt.allCases {
        #expect(outcome.output.contains("\n  ✓ \(attempt.ability): refused\n"))
      }
      #expect(outcome.output.contains("\n  ✓ toolchain "))
      #expect(outcome.output.contains("\n  ✓ sandbox bwrap "))
      #expect(outcome.output.contains("\n  – sandbox container "))
      #expect(
        outcome.output.contains("\nWith --sandbox none, code under review can\n  ✗ read files outside its folders\n"))
      // Otherwise it would prove nothing that the sandbox refuses them.
      for attempt in [EscapeAttempt.setUser, .openSocket, .reachKernel, .hideMemory] {
        #expect(outcome.output.contains("\n  ✗ \(attempt.ability)\n"))
      }
      #expect(outcome.output.contains("\nReady to review pull requests, including those from forks.\n"))
      // Without --verbose, there is a sentence about them.
      let short = try await BuiltProgram(in: folder).run(["doctor"])
      #expect(short.output.contains("tried \(EscapeAttempt.allCases.count) ways to escape"), "\(short.output)")
      #expect(!short.output.contains(": refused"))
    }
  }

  @Test(.enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)))
  func `the JSON output has every check and every escape attempt`() async throws {
    let (outcome, said) = try await doctor()
    #expect(outcome.status == 0)
    #expect(said.isReady)
    #expect(said.sandbox == "bwrap")
    #expect(said.attempts.map(\.attempt) == EscapeAttempt.allCases.map(\.rawValue))
    #expect(Set(said.attempts.map(\.result)) == ["refused"])
    #expect(
      said.checks.map(\.name)
        == ["toolchain", "libgit2", "libcurl", "Landlock", "caches", "sandbox bwrap", "sandbox container", "limits"])
    let limits = try said.check("limits")
    #expect(limits.status == "works" ? limits.remedy == nil : limits.remedy?.contains("Delegate=yes") == true)
  }

  @Test func `a missing toolchain and a missing sandbox are reported with remedies`() async throws {
    let (outcome, said) = try await doctor(environment: ["PATH": "/nonexistent"])
    #expect(outcome.status == 3)
    #expect(!said.isReady)
    #expect(said.sandbox == nil)
    #expect(said.attempts.isEmpty)
    let toolchain = try said.check("toolchain")
    #expect(toolchain.status == "fails")
    #expect(toolchain.detail == "there is no swift on PATH")
    #expect(toolchain.remedy?.contains("https://www.swift.org/install/linux/") == true)
    let bwrap = try said.check("sandbox bwrap")
    #expect(bwrap.status == "fails")
    #expect(bwrap.remedy?.contains("apt-get install bubblewrap") == true)
    #expect(try said.check("sandbox container").status == "absent")
  }

  @Test func `a bwrap that does not isolate its command fails the check`() async throws {
    try await withScratchDirectory { folder in
      // Runs its command without isolation.
      try folder.program(
        "bin/bwrap",
        """
        #!/bin/sh
        while [ "$1" != -- ]; do shift; done
        shift 2
        exec \(BuiltProgram(in: folder).executable) "$@"

        """)
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      let (outcome, said) = try await doctor(environment: ["PATH": "\(folder.path)/bin:\(path)"])
      #expect(outcome.status == 3)
      #expect(said.sandbox == nil)
      let bwrap = try said.check("sandbox bwrap")
      #expect(bwrap.status == "fails")
      #expect(bwrap.detail.hasPrefix("code under review could read files outside its folders, "))
    }
  }

  @Test(.enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)))
  func `a sandbox that cannot create namespaces fails the check, with a remedy`() async throws {
    let cage = "exec bwrap --unshare-user --disable-userns --bind / / --dev /dev --proc /proc \"$0\" \"$@\""
    let (outcome, said) = try await doctor(shell: cage)
    #expect(outcome.status == 3)
    #expect(said.sandbox == nil)
    let bwrap = try said.check("sandbox bwrap")
    #expect(bwrap.status == "fails")
    #expect(bwrap.detail.hasPrefix("bwrap: "))
    #expect(bwrap.remedy?.contains("user.max_user_namespaces") == true)
  }

  @Test func `a missing sandbox image fails the check of the container`() async throws {
    let (_, said) = try await doctor(["--sandbox-image", "/nonexistent/root"])
    #expect(try said.check("sandbox container").status == "fails")
  }

  @Test func `an unwritable home fails the check, with a remedy`() async throws {
    let (outcome, said) = try await doctor(environment: ["REVIEWBOT_HOME": "/proc/reviewbot"])
    #expect(outcome.status == 3)
    let home = try said.check("caches")
    #expect(home.status == "fails")
    #expect(home.detail.hasPrefix("/proc/reviewbot cannot be written"))
    #expect(home.remedy?.contains("REVIEWBOT_HOME") == true)
  }

  @Test(arguments: [
    (["--format", "xml"], "reviewbot: invalid value \"xml\" for --format <FORMAT>; use text or json"),
    (["--nope"], "reviewbot: unknown option --nope; see reviewbot doctor --help\n"),
    (["extra"], "reviewbot: unexpected argument \"extra\"; see reviewbot doctor --help\n"),
  ]) func `an invalid argument is rejected`(arguments: [String], beginning: String) async throws {
    try await withScratchDirectory { folder in
      let outcome = try await BuiltProgram(in: folder).run(["doctor"] + arguments)
      #expect(outcome.status == 2)
      #expect(outcome.output == "")
      #expect(outcome.errors.hasPrefix(beginning), "\(outcome.errors)")
    }
  }
}

extension JSONDecoder {
  fileprivate static var snakeCase: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }
}
