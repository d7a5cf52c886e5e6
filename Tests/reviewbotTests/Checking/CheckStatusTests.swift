// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// Once the pull request was read, its commit has a status, which is final at the end of every path.
  struct CheckStatusTests {
    enum Obstacle: String, CaseIterable, CustomTestStringConvertible {
      case configuration, sandbox, fork, fetch, home

      var testDescription: String { rawValue }

      var status: Int32 { self == .configuration ? 2 : 3 }

      var environment: [String: String] {
        switch self {
        case .fork: ["PATH": "/nowhere"]
        case .fetch: ["REVIEWBOT_GIT_CREDENTIAL": "nonsense"]
        default: [:]
        }
      }

      /// The beginning of the final status's description, after "#1 into main: could not be reviewed: ".
      var reason: String {
        switch self {
        case .configuration: ".reviewbot.yml:1:"
        case .sandbox: "there is no sandbox: container: no image is set"
        case .fork: "pull request #1 comes from another repository, and there is no sandbox"
        case .fetch: "REVIEWBOT_GIT_CREDENTIAL is not a user name and a password"
        case .home: "cannot create a directory for the run in "
        }
      }
    }

    @Test(arguments: Obstacle.allCases)
    func `an error that prevents the review becomes the final status`(obstacle: Obstacle) async throws {
      var tiny = TinyRepository(content: .noPackage, fromFork: obstacle == .fork ? [1] : [])
      if obstacle == .configuration { tiny.files[".reviewbot.yml"] = "nonsense\n" }
      try await withStandInForge(prepare: tiny.add) { forge in
        try await withScratchDirectory { folder in
          if obstacle == .home { try folder.write("home/runs", "") }
          let sandbox = obstacle == .sandbox ? "container" : obstacle == .fork ? "auto" : "none"
          let outcome = try await BuiltProgram(in: folder).run(
            ["check", "--pr", "1", "--repo", tiny.fullName, "--output", "report", "--sandbox", sandbox],
            environment: forge.environment(token: StandInForge.token, obstacle.environment))
          #expect(outcome.status == obstacle.status, "\(outcome.errors)")
          let statuses = try await forge.pullRequest(1, of: tiny.fullName).statuses
          #expect(statuses.map(\.state) == ["error", "pending"])
          let description = statuses.first?.description ?? ""
          #expect(description.hasPrefix("#1 into main: could not be reviewed: " + obstacle.reason), "\(description)")
          #expect(try await forge.violations() == [])
        }
      }
    }

    @Test func `a cancelled review has a final status`() async throws {
      let tiny = TinyRepository()
      try await withStandInForge(prepare: tiny.add) { forge in
        try await withScratchDirectory { folder in
          let program = try BuiltProgram(in: folder)
          async let running = program.run(
            ["check", "--pr", "1", "--repo", tiny.fullName, "--output", "report", "--sandbox", "none"],
            environment: forge.environment(token: StandInForge.token), shell: #"echo $$ > process; exec "$0" "$@""#)
          try await program.wait(forStage: "build")
          let process = try #require(Int32(folder.text("process").trimmingCharacters(in: .whitespacesAndNewlines)))
          kill(process, SIGTERM)
          #expect(try await running.status == 4)
          let statuses = try await forge.pullRequest(1, of: tiny.fullName).statuses
          #expect(statuses.map(\.state) == ["error", "pending"])
          #expect(statuses.first?.description == "#1 into main: not reviewed: cancelled")
        }
      }
    }

    @Test func `an unwritable report folder is rejected before any request to the forge`() async throws {
      let tiny = TinyRepository(content: .noPackage)
      try await withStandInForge(prepare: tiny.add) { forge in
        try await withScratchDirectory { folder in
          let outcome = try await BuiltProgram(in: folder).run(
            ["check", "--pr", "1", "--repo", tiny.fullName, "--output", "/proc/nope/x", "--sandbox", "none"],
            environment: forge.environment(token: StandInForge.token))
          #expect(outcome.status == 3)
          #expect(
            outcome.complaints == [
              "reviewbot: cannot write the report to \"/proc/nope/x\": No such file or directory; "
                + "name a writable folder with free space with --output"
            ])
          #expect(try await forge.methods() == [])
        }
      }
    }

    @Test func `a report that cannot be written to disk is still published`() async throws {
      let tiny = TinyRepository(content: .noPackage)
      try await withStandInForge(prepare: tiny.add) { forge in
        try await withScratchDirectory { folder in
          // A folder with the name of the file is found at the end.
          _ = try folder.folder("report/report.md/inside")
          let outcome = try await BuiltProgram(in: folder).run(
            ["check", "--pr", "1", "--repo", tiny.fullName, "--output", "report", "--sandbox", "none"],
            environment: forge.environment(token: StandInForge.token))
          #expect(outcome.status == 3)
          #expect(outcome.complaints.count == 1)
          #expect(outcome.complaints.first?.hasPrefix("reviewbot: cannot write the report to \"report\": ") == true)
          let shown = try await forge.pullRequest(1, of: tiny.fullName)
          #expect(shown.comments.count == 1)
          #expect(shown.statuses.map(\.state) == ["error", "pending"])
          #expect(shown.statuses.first?.description?.hasPrefix("#1 into main: could not be reviewed: ") == false)
        }
      }
    }

    @Test func `the status shows the verdict even if the comment cannot be posted`() async throws {
      let tiny = TinyRepository(content: .noPackage)
      try await withStandInForge(prepare: tiny.add) { forge in
        try await withScratchDirectory { folder in
          try await forge.addFault(
            StandInFault(.status, match: .init(method: "POST", path: "/comments"), times: nil, status: 422))
          let outcome = try await BuiltProgram(in: folder).run(
            ["check", "--pr", "1", "--repo", tiny.fullName, "--output", "report", "--sandbox", "none"],
            environment: forge.environment(token: StandInForge.token))
          #expect(outcome.status == 3)
          let shown = try await forge.pullRequest(1, of: tiny.fullName)
          #expect(shown.statuses.map(\.state) == ["error", "pending"])
          #expect(shown.statuses.first?.description?.hasPrefix("#1 into main: could not be reviewed: ") == false)
        }
      }
    }

    @Test(arguments: ["stdout", "json"])
    func `a failed write to standard output fails the command`(output: String) async throws {
      try await withScratchDirectory { folder in
        let repository = try SampleRepository(in: folder.folder("repository"), base: SampleRepository.withoutTests)
        let outcome = try await BuiltProgram(in: folder).run(
          ["lint", "--all"] + (output == "json" ? ["--format", "json"] : []),
          shell: #"exec "$0" "$@" > /dev/full"#, in: repository.path)
        #expect(outcome.status == (output == "json" ? 3 : 0))
        #expect(
          outcome.complaints.contains(
            "reviewbot: cannot write to the standard output: No space left on device; the output is incomplete")
            == (output == "json"))
      }
    }

    @Test func `a closed pipe is not a failure`() async throws {
      try await withScratchDirectory { folder in
        let repository = try SampleRepository(in: folder.folder("repository"), base: SampleRepository.withoutTests)
        let outcome = try await BuiltProgram(in: folder).run(
          ["lint", "--all", "--format", "json"], shell: #"("$0" "$@"; echo $? > status) | true; true"#,
          in: repository.path)
        #expect(outcome.status == 0)
        #expect(try folder.text("repository/status") == "0\n")
      }
    }
  }
}
