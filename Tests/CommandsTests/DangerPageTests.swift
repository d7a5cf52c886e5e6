// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import Foundation
import Linting
import ReviewContract
import ReviewTesting
import ReviewWorker
import Rules
import SystemPackage
import Testing

@testable import Git

/// The lines of `Documentation/coming-from-danger.md` that replace those of a Dangerfile: the configuration is read
/// from the base of a pull request in a git repository, which is fetched, checked out and reviewed without a build.
struct DangerPageTests {
  /// In the order of the page.
  private static let lines: [String] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appending(path: "Documentation/coming-from-danger.md")
    guard let page = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return page.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("| "), let match = line.firstMatch(of: /\| `([a-z_]+: .+)` \|$/) else { return nil }
      return String(match.1)
    }
  }()

  @Test func `each line of the page has an example and each example has a line`() {
    #expect(Self.lines.count >= 20)
    #expect(DangerExample.all.map(\.line).sorted() == Self.lines.sorted())
  }

  @Test(arguments: DangerExample.all)
  func `a pull request that breaks the rule has the finding, and one that keeps it has none`(
    example: DangerExample
  ) async throws {
    let broken = try await example.broken.findings(of: "version: 1\npull_request:\n  rules:\n    \(example.line)\n")
    #expect(
      broken.findings.map { $0.message.replacing(#/commit [0-9a-f]{10}/#, with: "commit ID") } == [example.message])
    let rule = try #require(example.line.split(separator: ":").first)
    #expect(broken.findings.map(\.rule) == ["pull_request.\(rule)"])
    let standard = BuiltInChangeRules.catalogue.first { $0.id == rule }?.severity
    let written = [Severity.error, .warning].first { example.line.contains($0.rawValue) }
    let severity = try #require(written ?? standard)
    #expect(broken.findings.map(\.severity) == [severity])
    #expect(broken.verdict == (severity == .error ? .findings : .passed))
    let kept = try await example.kept.findings(of: "version: 1\npull_request:\n  rules:\n    \(example.line)\n")
    #expect(kept.findings.map(\.message) == [])
    #expect(broken.notes + kept.notes == [])
  }

  @Test func `the recommended preset reports its findings as notes`() async throws {
    var proposal = Proposal(body: "")
    proposal.commits = [("fixup! shapes", ["Sources/App/App.swift": Proposal.code(900)])]
    let report = try await proposal.findings(of: "version: 1\npull_request: {rules: {preset: recommended}}\n")
    #expect(
      report.findings.map(\.rule).sorted() == [
        "pull_request.commits", "pull_request.description", "pull_request.size", "pull_request.tests",
      ])
    #expect(report.findings.allSatisfy { $0.severity == .note })
    #expect(report.verdict == .passed)
  }
}

extension Proposal {
  /// Reviews the pull request with a configuration of its base.
  fileprivate func findings(of configuration: String) async throws -> Report {
    try await withScratchDirectory { folder in
      let fixture = try GitFixture(in: folder.folder("origin"))
      for (path, text) in Self.base { try fixture.write(path, text) }
      try fixture.write(ConfigurationReader.fileName, configuration)
      try fixture.commit("base")
      try fixture.git("checkout", "--quiet", "-b", "change")
      try commit(to: fixture)
      try fixture.openPullRequest(7)
      try fixture.git("checkout", "--quiet", "main")
      let provider = GitAssembly().workspaces(
        GitWorkspaceSettings(
          mirrors: folder.path.appending("mirrors"), workspaces: folder.path.appending("runs"), credential: nil))
      let workspace = try await provider.checkOut(pullRequest(.local, fixture.url, into: "main")) { _ in }
      let text = try #require(workspace.baseConfiguration)
      let rules = BuiltInRulesAssembly()
      var settings = try ConfigurationReader(catalogue: rules.catalogue).read(text: text, file: "f")
      // The rules about code are documented on other pages.
      for id in settings.rules.keys { settings.rules[id]?.isOn = false }
      let review = WorkerReview(
        linter: try ReviewLinter(settings, of: workspace, rules: rules), runner: StubTestRunner([:]),
        coverage: StubCoverageReader([:]))
      return await review.review(
        .sample(
          workspace, settings, of: pullRequest(.github, fixture.url, into: targetBranch),
          results: folder.path.appending("results"), scope: ReviewScope(.rules, reason: "a test of rules"))
      ) { _ in }.report
    }
  }
}
