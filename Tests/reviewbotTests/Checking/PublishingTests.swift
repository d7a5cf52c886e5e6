// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// Against a stand-in for GitHub, over REST and git's own protocol. Its pull request 2 does not build, which is
  /// quick.
  struct PublishingTests {
    private func check(
      _ number: Int, of forge: StandInForge, by program: BuiltProgram, token: String = StandInForge.token,
      _ arguments: [String] = [], environment: [String: String] = [:], sandbox: String = "none"
    ) async throws -> BuiltProgram.Outcome {
      try await program.run(
        ["check", "--pr", "\(number)", "--repo", "acme/shapes", "--output", "report", "--sandbox", sandbox] + arguments,
        environment: forge.environment(token: token, environment))
    }

    /// Pushes a commit with the same files to the branch of pull request 2, and returns its id.
    private func push(to forge: StandInForge, in folder: ScratchDirectory) async throws -> CommitID {
      let id = try commit(to: forge, in: folder)
      try await show(id, on: forge)
      return id
    }

    /// Makes a commit with the files of pull request 2, which the forge's API does not show yet.
    private func commit(
      to forge: StandInForge, in folder: ScratchDirectory, reference: String? = nil
    ) throws -> CommitID {
      let git = try GitFixture(in: folder.folder("git-\(UUID().uuidString)"))
      let bare = "--git-dir=\(forge.repository)"
      let text = try git.git(bare, "commit-tree", "-p", "broken", "-m", "again", "broken^{tree}")
      let id = try #require(CommitID(text.trimmingCharacters(in: .whitespacesAndNewlines)))
      if let reference { try git.git(bare, "update-ref", reference, id.hex) }
      return id
    }

    private func show(_ id: CommitID, on forge: StandInForge) async throws {
      try await forge.admin("push", #"{"repo": "acme/shapes", "branch": "broken", "sha": "\#(id)", "user": "ada"}"#)
    }

    @Test func `repeated runs update the same comment and set new statuses`() async throws {
      try await withStandInForge { forge in
        try await withScratchDirectory { folder in
          let program = try BuiltProgram(in: folder)
          let first = try await check(2, of: forge, by: program)
          #expect(first.status == 1, "\(first.errors)")
          #expect(first.output.contains("\ncomment: created (POST /repos/acme/shapes/issues/2/comments)\n"))
          #expect(try await forge.comments(2) == [folder.text("report/report.md")])
          let report = try ReportFile.decode(Data(folder.text("report/report.json").utf8))
          #expect(try await forge.statuses(of: report.head.hex) == ["failure reviewbot", "pending reviewbot"])

          #expect(try await forge.methods(withProgress: false).count <= 14)
          let second = try await check(2, of: forge, by: program, ["--verbose"])
          #expect(second.status == 1)
          #expect(second.output.contains("\ncomment: unchanged\n"))
          let methods = try await forge.methods(withProgress: false)
          // Pending, and final again.
          #expect(methods.count <= 10 && methods.filter { $0 != "GET" } == ["POST", "POST"], "\(methods)")
          #expect(
            try await forge.statuses(of: report.head.hex)
              == Array(repeating: ["failure reviewbot", "pending reviewbot"], count: 2).flatMap(\.self))
          // An unchanged response is only confirmed.
          #expect(second.errors.contains("| GET \(forge.url)/repos/acme/shapes/pulls/2: 304 in "), "\(second.errors)")

          let head = try await push(to: forge, in: folder)
          let third = try await check(2, of: forge, by: program)
          #expect(third.status == 1)
          #expect(third.output.contains("\ncomment: updated (PATCH /repos/acme/shapes/issues/comments/"))
          let comments = try await forge.comments(2)
          let progress = "Since the review of `\(report.head.short)`: the finding is still there, none new."
          let heading = "## reviewbot: build failed\n"
          #expect(
            comments == [
              try folder.text("report/report.md").replacing(
                heading, with: "\(heading)\n\(progress)\n", maxReplacements: 1)
            ])
          #expect(comments.first?.contains(head.short.prefix(7)) == true)
          #expect(try await forge.statuses(of: head.hex) == ["failure reviewbot", "pending reviewbot"])
          #expect(try await forge.violations() == [])
        }
      }
    }

    @Test(.thoroughWithForge) func `a dry run prints the requests and sends none`() async throws {
      try await withStandInForge { forge in
        try await withScratchDirectory { folder in
          let outcome = try await check(2, of: forge, by: try BuiltProgram(in: folder), ["--dry-run"])
          #expect(outcome.status == 1, "\(outcome.errors)")
          let report = try ReportFile.decode(Data(folder.text("report/report.json").utf8))
          #expect(report.pullRequest.title == "Shorter squares")
          #expect(outcome.output.contains("\ncomment: planned (POST /repos/acme/shapes/issues/2/comments)\n{"))
          #expect(outcome.output.contains("\nstatus: planned (POST /repos/acme/shapes/statuses/\(report.head))\n{"))
          #expect(try await forge.comments(2) == [])
          #expect(try await forge.statuses(of: report.head.hex) == [])
          #expect(try await forge.violations() == [])
        }
      }
    }

    @Test(.thoroughWithForge, .enabled(if: Bubblewrap.isUsable, "\(Bubblewrap.isMissing)"))
    func `a commit that passed is not built again, and gets the same comment and status`() async throws {
      try await withStandInForge { forge in
        try await withScratchDirectory { folder in
          let program = try BuiltProgram(in: folder)
          var reports: [Report] = []
          for arguments in [[], [], ["--recheck"]] {
            let outcome = try await check(
              1, of: forge, by: program, ["--test", "head"] + arguments, sandbox: "bwrap")
            #expect(outcome.status == 0, "\(outcome.errors)")
            reports.append(try ReportFile.decode(Data(folder.text("report/report.json").utf8)))
          }
          #expect(reports.map { $0.stages.contains { $0.name == "build" } } == [true, false, true])
          #expect(reports.map { $0.stages.last?.name == "kept review" } == [false, true, false])
          #expect(reports[1].runs == reports[0].runs && reports[1].coverage == reports[0].coverage)
          #expect(reports[1].notes.last?.hasSuffix("is not repeated; --recheck repeats it") == true)
          #expect(try await forge.comments(1).count == 1)
          let statuses = try await forge.statuses(of: reports[0].head.hex)
          #expect(statuses == Array(repeating: ["success reviewbot", "pending reviewbot"], count: 3).flatMap(\.self))
          #expect(try await forge.violations() == [])
        }
      }
    }

    @Test func `with a read-only token, the report goes to the job summary and the log`() async throws {
      try await withStandInForge { forge in
        try await withScratchDirectory { folder in
          let summary = folder.path.appending("summary").string
          let outcome = try await check(
            2, of: forge, by: try BuiltProgram(in: folder), token: StandInForge.readOnlyToken,
            environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": summary])
          #expect(outcome.status == 1, "\(outcome.errors)")
          #expect(try folder.text("summary") == folder.text("report/report.md") + "\n")
          #expect(outcome.output.contains("\nThe token has no write permission"))
          #expect(outcome.output.contains("\n::error file=Sources/Shapes/Square.swift,line=3,"))
          #expect(try await forge.comments(2) == [])
        }
      }
    }

    @Test(.thoroughWithForge) func `a report is not posted if the head moved during the review`() async throws {
      try await withStandInForge { forge in
        try await withScratchDirectory { folder in
          let program = try BuiltProgram(in: folder)
          async let running = check(2, of: forge, by: program)
          try await program.wait(forStage: "build")
          let old = try #require(try await forge.state().pullRequest(2)).pull.headSha
          let head = try await push(to: forge, in: folder)
          let outcome = try await running
          #expect(outcome.status == 4)
          #expect(outcome.complaints.count == 1)
          #expect(
            outcome.complaints.first?.hasSuffix("to \(head.short) during the review; the report was not posted") == true
          )
          #expect(try await forge.comments(2) == [])
          // Nothing is left pending.
          #expect(try await forge.statuses(of: old) == ["error reviewbot", "pending reviewbot"])
          #expect(try await forge.statuses(of: head.hex) == [])
          #expect(try await forge.violations() == [])
        }
      }
    }

    @Test(.thoroughWithForge)
    func `a push between request and fetch is reviewed, and the earlier head gets a final status`()
      async throws
    {
      try await withStandInForge { forge in
        try await withScratchDirectory { folder in
          let program = try BuiltProgram(in: folder)
          let old = try #require(try await forge.state().pullRequest(2)).pull.headSha
          // Git has the commit before the forge's API returns it.
          let head = try commit(to: forge, in: folder, reference: "refs/pull/2/head")
          async let running = check(2, of: forge, by: program)
          try await program.wait(forStage: "build")
          #expect(try await forge.statuses(of: old) == ["pending reviewbot"])
          try await show(head, on: forge)
          let outcome = try await running
          #expect(outcome.status == 1, "\(outcome.errors)")
          #expect(try await forge.comments(2).first?.contains(head.short) == true)
          #expect(try await forge.statuses(of: old) == ["error reviewbot", "pending reviewbot"])
          #expect(try await forge.statuses(of: head.hex) == ["failure reviewbot"])
          #expect(try await forge.violations() == [])
        }
      }
    }

    @Test func `an invalid token is reported with a remedy`() async throws {
      try await withStandInForge { forge in
        try await withScratchDirectory { folder in
          let outcome = try await check(2, of: forge, by: try BuiltProgram(in: folder), token: "ghp_wrongToken")
          #expect(outcome.status == 3)
          #expect(
            outcome.complaints == [
              "reviewbot: cannot read pull request #2 of acme/shapes: GitHub answered 401: Bad credentials; "
                + "give a token that is valid and has not expired"
            ])
        }
      }
    }
  }
}
