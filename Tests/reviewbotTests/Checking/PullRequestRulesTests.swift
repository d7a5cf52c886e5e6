// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// `pull_request.rules`, on a forge and with `lint`.
  struct PullRequestRulesTests {
    @Test func `findings about the pull request appear in report, comment and verdict`() async throws {
      try await withStandInForge { forge in
        try await withScratchDirectory { folder in
          let file = try folder.write(
            "reviewbot.yml",
            """
            version: 1
            informational: [build, tests, coverage]
            pull_request:
              rules:
                title: {style: conventional, severity: error, message: Use our form.}
                target_branch: {allowed: [develop]}
                draft: on
            """)
          let outcome = try await BuiltProgram(in: folder).run(
            [
              "check", "--pr", "2", "--repo", "acme/shapes", "--output", "report", "--sandbox", "none", "--config",
              file.string,
            ],
            environment: forge.environment(token: StandInForge.token, [:]))
          #expect(outcome.status == 1, "\(outcome.errors)")
          let report = try ReportFile.decode(Data(folder.text("report/report.json").utf8))
          let found = report.findings.filter(\.isAboutPullRequest)
          #expect(found.map(\.rule) == ["pull_request.target_branch", "pull_request.title"])
          #expect(found.map(\.severity) == [.error, .error])
          #expect(report.verdict == .findings)
          let comment = try #require(try await forge.comments(2).first)
          #expect(comment.contains("pull request error: Use our form. (the title is not of the form"))
          let page = try folder.text("report/report.html")
          #expect(page.contains("<span class=\"soft\">pull request</span>\n<span>Use our form."))
          #expect(try await forge.violations() == [])
        }
      }
    }

    @Test func `lint applies only the pull request rules that do not need a forge`() async throws {
      try await withScratchDirectory { folder in
        let git = try GitFixture(in: folder.folder("tree"))
        try git.write(
          ".reviewbot.yml",
          """
          version: 1
          pull_request: {rules: {commits: error, api_changes: warning, size: {lines: 1}, title: {style: conventional}}}
          """)
        try git.write("Sources/A/A.swift", "public func f() {}\n")
        try git.write("Sources/A/B.swift", "public func g() {}\n")
        try git.commit("base")
        let base = try git.git("rev-parse", "HEAD").trimmingCharacters(in: .whitespacesAndNewlines)
        try git.write("Sources/A/A.swift", "func f() {}\n")
        try git.git("rm", "-q", "Sources/A/B.swift")
        try git.commit("fixup! base")
        let outcome = try await BuiltProgram(in: folder).run(
          ["lint", "--since", base, "--format", "text"], in: git.folder.path)
        #expect(outcome.status == 1, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.hasPrefix("pull request: error: commit ") && $0.contains("is a fixup") })
        #expect(
          lines.contains("pull request: warning: 3 lines are added or removed; the maximum is 1 (pull_request.size)"))
        #expect(
          lines.contains(
            "Sources/A/A.swift:1:1: warning: public API removed: public func f() (pull_request.api_changes)"))
        #expect(
          lines.contains(
            "Sources/A/B.swift:1:1: warning: public API removed: public func g() (pull_request.api_changes)"))
        #expect(!outcome.errors.contains("title"))
      }
    }
  }
}
