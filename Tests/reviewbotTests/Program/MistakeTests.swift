// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import Commands

/// Unexpected states of a machine.
struct MistakeTests {
  private func withTree(_ body: (GitFixture, BuiltProgram, ScratchDirectory) async throws -> Void) async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("repository"))
      try git.write("a.swift", "let a = 1\n")
      try git.commit("base")
      try await body(git, BuiltProgram(in: folder), folder)
    }
  }

  @Test func `a configuration named .reviewbot.yaml is rejected`() async throws {
    try await withTree { git, program, _ in
      try git.write(".reviewbot.yaml", "version: 1\n")
      let outcome = try await program.run(["lint"], in: git.folder.path)
      #expect(outcome.status == 2)
      #expect(
        outcome.complaints == [
          "reviewbot: the configuration is named \".reviewbot.yaml\"; rename it to .reviewbot.yml"
        ])
    }
  }

  @Test(arguments: ["folder", "link", "pipe", "large"])
  func `a configuration that is not a small regular file is rejected`(kind: String) async throws {
    try await withTree { git, program, _ in
      let file = git.folder.path.appending(".reviewbot.yml").string
      var reason = "it is not a regular file"
      switch kind {
      case "folder": mkdir(file, 0o755)
      case "link": symlink("gone", file)
      case "pipe": mkfifo(file, 0o644)
      default:
        try git.write(".reviewbot.yml", String(repeating: "#", count: 70_000))
        reason = "it has more than 65536 bytes"
      }
      let outcome = try await program.run(["lint", "--all"], in: git.folder.path)
      #expect(outcome.status == 2)
      #expect(
        outcome.complaints == ["reviewbot: cannot read \"\(file)\": \(reason); replace it with a small regular file"])
    }
  }

  @Test func `a token can be read from a pipe`() async throws {
    try await withLoopbackServer { _ in
      .json("{}")
    } body: { server in
      try await withScratchDirectory { folder in
        let outcome = try await BuiltProgram(in: folder).run(
          ["check", "--pr", "1", "--repo", "\(server.url)/a/b", "--forge", "github", "--token-file", "/dev/stdin"],
          shell: #"echo ghp_fromAPipe | "$0" "$@""#)
        #expect(outcome.status == 3)
        #expect(server.requests.first?.fields["authorization"]?.hasSuffix("ghp_fromAPipe") == true)
      }
    }
  }

  @Test func `a repository that is not found without a token is reported as possibly private`() async throws {
    try await withLoopbackServer { _ in
      .json(#"{"message": "Not Found"}"#, status: 404)
    } body: { server in
      try await withScratchDirectory { folder in
        let outcome = try await BuiltProgram(in: folder).run([
          "check", "--pr", "1", "--repo", "\(server.url)/acme/shapes", "--forge", "gitea",
        ])
        #expect(outcome.status == 3)
        #expect(
          outcome.complaints == [
            "reviewbot: cannot read pull request #1 of acme/shapes: Gitea answered 404: Not Found; no token is given: "
              + "if the repository is private, set REVIEWBOT_TOKEN or GITEA_TOKEN, or use --token-file FILE"
          ])
      }
    }
  }

  @Test func `a missing toolchain is reported by coverage, and by doctor with the required version`() async throws {
    try await withTree { git, program, _ in
      try git.write("Package.swift", "// swift-tools-version: 6.0\n")
      let environment = ["PATH": "/nowhere"]
      let coverage = try await program.run(["coverage"], environment: environment, in: git.folder.path)
      #expect(coverage.status == 3)
      #expect(coverage.complaints == ["reviewbot: cannot measure coverage: there is no swift on PATH"])
      let doctor = try await program.run(["doctor"], environment: environment)
      #expect(doctor.status == 3)
      #expect(doctor.output.contains("→ install Swift 6.2 or later and add it to PATH: "))
    }
  }

  @Test func `a file that does not parse is a finding`() async throws {
    try await withTree { git, program, _ in
      try git.write("bad.swift", "func f( {\n")
      let outcome = try await program.run(["lint"], in: git.folder.path)
      #expect(outcome.status == 1)
      #expect(outcome.output.hasPrefix("bad.swift:1:"))
      #expect(outcome.output.contains(": error: cannot parse: "))
      #expect(outcome.output.hasSuffix("(parse_error)\n"))
    }
  }

  @Test func `a change that removes a closing brace gets a parse error`() async throws {
    try await withTree { git, program, _ in
      try git.write("a.swift", "func f() {\n  if true {\n  }\n}\nfunc g() {\n}\n")
      try git.commit("more")
      try git.write("a.swift", "func f() {\n  if true {\n}\nfunc g() {\n}\n")
      let outcome = try await program.run(["lint"], in: git.folder.path)
      #expect(outcome.status == 1)
      #expect(outcome.output.contains("(parse_error)"), "\(outcome.output)")
    }
  }

  @Test func `a file whose name is not UTF-8 is an error`() async throws {
    try await withTree { git, program, _ in
      let name = Array("\(git.folder.path)/bad".utf8) + [0xff] + Array(".swift".utf8) + [0]
      let file = name.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { creat($0.baseAddress!, 0o644) }
      }
      write(file, "let a = 1\n", 10)
      close(file)
      let outcome = try await program.run(["lint"], in: git.folder.path)
      #expect(outcome.status == 1)
      #expect(
        outcome.output.contains("not checked: its name is not UTF-8 (not_checked)"), "\(outcome.output)")
    }
  }

  /// As a user without any permission.
  private static let asAnother = #"exec setpriv --reuid=65534 --regid=65534 --clear-groups "$0" "$@""#

  @Test(.enabled(if: geteuid() == 0, "only root can run as another user"))
  func `a repository, file or queue that the user cannot access is reported`() async throws {
    try await withTree { git, program, folder in
      for path in [folder.path, git.folder.path] { chmod(path.string, 0o755) }
      // Overrides the trusted folders of the host's own configuration.
      let trustsNone = ["GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": ""]
      let untrusted = try await program.run(
        ["lint"], environment: trustsNone, shell: Self.asAnother, in: git.folder.path)
      #expect(untrusted.status == 3)
      #expect(untrusted.complaints.first?.contains("it belongs to another user; run as its owner") == true)

      try git.write("secret.swift", "let b = 1\n")
      chmod(git.folder.path.appending("secret.swift").string, 0o600)
      let trusting = ["GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*"]
      let lint = try await program.run(["lint"], environment: trusting, shell: Self.asAnother, in: git.folder.path)
      #expect(lint.status == 3)
      #expect(
        lint.complaints == [
          "reviewbot: cannot compare the files: \"\(git.folder.path)/secret.swift\": Permission denied; "
            + "make the file readable, or add it to .gitignore"
        ])

      let state = try folder.folder("state").path
      try folder.write("state/queue.sqlite", "")
      chmod(state.string, 0o700)
      let jobs = try await program.run(["jobs", "list", "--state", state.string], shell: Self.asAnother)
      #expect(jobs.status == 3)
      #expect(
        jobs.complaints == [
          "reviewbot: cannot open the queue \"\(state)/queue.sqlite\": no permission for its folder; "
            + "run it as the daemon's user"
        ])
    }
  }

  @Test(arguments: ["/dev/null", "/proc/x"])
  func `a home that cannot be created is reported with a remedy`(home: String) async throws {
    try await withTree { git, program, _ in
      let outcome = try await program.run(["coverage"], environment: ["REVIEWBOT_HOME": home], in: git.folder.path)
      #expect(outcome.status == 3)
      #expect(outcome.complaints.count == 1)
      let complaint = try #require(outcome.complaints.first)
      #expect(complaint.hasPrefix("reviewbot: cannot create the folder \"\(home)/runs/coverage-"), "\(complaint)")
      #expect(
        complaint.contains("\": \(home == "/proc/x" ? "No such file or directory" : "Not a directory"); "),
        "\(complaint)")
      #expect(complaint.hasSuffix("; set REVIEWBOT_HOME to a writable folder with free space"), "\(complaint)")
    }
  }

  @Test func `coverage fails with a remedy if there is no Package.swift`() async throws {
    try await withTree { git, program, _ in
      let outcome = try await program.run(["coverage"], in: git.folder.path)
      #expect(outcome.status == 3)
      #expect(
        outcome.complaints == [
          "reviewbot: cannot measure coverage: there is no Package.swift in \"\(git.folder.path)\"; "
            + "run it in a Swift package, or name its folder in build.package"
        ])
    }
  }

  @Test(arguments: [
    (["GITHUB_EVENT_NAME": "push"], "this job runs for the event \"push\", not for a pull request"),
    (
      ["GITHUB_EVENT_NAME": "pull_request", "GITHUB_EVENT_PATH": "/gone"],
      "cannot read the event file \"/gone\" (GITHUB_EVENT_PATH)"
    ),
    (
      ["GITHUB_EVENT_NAME": "pull_request", "GITHUB_EVENT_PATH": "/dev/null"],
      "the event file \"/dev/null\" (GITHUB_EVENT_PATH) names no pull request"
    ),
  ])
  func `a job without a pull request is reported with the reason`(
    job: [String: String], reason: String
  ) async throws {
    try await withScratchDirectory { folder in
      let environment = ["GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": "a/b"].merging(job) { $1 }
      let outcome = try await BuiltProgram(in: folder).run(["check"], environment: environment)
      #expect(outcome.status == 2)
      #expect(outcome.complaints == ["reviewbot: no pull request number: \(reason); give one with --pr"])
    }
  }
}
