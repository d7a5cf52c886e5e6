// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// The scope of a review. Pull request 2 of the stand-in does not build.
  struct ScopeTests {
    private func check(
      _ arguments: [String], configuration: String, of forge: StandInForge, in folder: ScratchDirectory
    ) async throws -> BuiltProgram.Outcome {
      let file = try folder.write("reviewbot.yml", "version: 1\n" + configuration)
      return try await BuiltProgram(in: folder).run(
        [
          "check", "--pr", "2", "--repo", "acme/shapes", "--output", "report", "--sandbox", "none", "--config",
          file.string,
        ] + arguments,
        environment: forge.environment(token: StandInForge.token, [:]))
    }

    private func report(in folder: ScratchDirectory) throws -> Report {
      try ReportFile.decode(Data(folder.text("report/report.json").utf8))
    }

    @Test func `a skipped pull request gets a status and no comment`() async throws {
      try await withStandInForge { forge in
        try await withScratchDirectory { folder in
          let outcome = try await check(
            [], configuration: "pull_request: {skip: {authors: [ADA]}}\n", of: forge, in: folder)
          #expect(outcome.status == 0, "\(outcome.errors)")
          #expect(outcome.output.contains("skipped: the author \"ada\""))
          let report = try report(in: folder)
          #expect(report.scope?.depth == .nothing && report.runs == [])
          let page = try folder.text("report/report.md")
          #expect(
            page.contains("### ➖ reviewbot — skipped\n\nNothing was reviewed: the author ") && !page.contains("| | |"))
          #expect(try await forge.comments(2) == [])
          #expect(try await forge.statuses(of: report.head.hex) == ["success reviewbot", "pending reviewbot"])
          #expect(try await forge.violations() == [])
        }
      }
    }

    @Test func `with --drafts lint, a draft is only checked by rules and its status stays pending`() async throws {
      try await withStandInForge { forge in
        try await withScratchDirectory { folder in
          try await forge.setPull(2, "converted_to_draft")
          let outcome = try await check(["--drafts", "lint"], configuration: "", of: forge, in: folder)
          #expect(outcome.status == 0, "\(outcome.errors)")
          let report = try report(in: folder)
          #expect(report.scope?.depth == .rules && report.runs == [])
          #expect(report.stages.contains { $0.name == "rules" } && !report.stages.contains { $0.name == "build" })
          #expect(
            try await forge.comments(2).first?.contains("Only rules were applied: the pull request is a draft.") == true
          )
          #expect(try await Set(forge.statuses(of: report.head.hex)) == ["pending reviewbot"])
        }
      }
    }

    @Test func `a failure of an informational part is reported and does not fail the review`() async throws {
      try await withStandInForge { forge in
        try await withScratchDirectory { folder in
          let outcome = try await check([], configuration: "informational: [build, rules]\n", of: forge, in: folder)
          #expect(outcome.status == 0, "\(outcome.errors)")
          let report = try report(in: folder)
          #expect(report.verdict == .passed && report.informational?.first?.hasPrefix("the build failed") == true)
          #expect(try await forge.comments(2).first?.contains("Not enforced:") == true)
          #expect(try await forge.statuses(of: report.head.hex) == ["success reviewbot", "pending reviewbot"])
        }
      }
    }

    @Test(.thorough) func `a closed pull request is reviewed only with --force`() async throws {
      try await withStandInForge { forge in
        try await withScratchDirectory { folder in
          try await forge.setPull(2, "closed")
          let outcome = try await check([], configuration: "", of: forge, in: folder)
          #expect(outcome.status == 0 && outcome.output.contains("#2 is closed: nothing was reviewed"))
          #expect(!FileManager.default.fileExists(atPath: folder.path.appending("report/report.json").string))
          let forced = try await check(["--force"], configuration: "", of: forge, in: folder)
          #expect(forced.status == 1, "\(forced.errors)")
          #expect(try report(in: folder).verdict == .buildFailed)
        }
      }
    }
  }
}
