// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import ContainedFiles
import Findings
import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewContract
@testable import ReviewHost

struct KeptPushTests {
  private static let time = Date(timeIntervalSince1970: 1_750_000_000)

  private func id(_ digit: String) throws -> CommitID { try #require(CommitID(String(repeating: digit, count: 40))) }

  private func finding(_ rule: String, _ path: String) -> Finding {
    Finding(
      rule: rule, severity: .warning, path: path, range: SourceRange(line: 1, column: 1), message: "m",
      fingerprint: Fingerprint.make(rule: rule, path: path, lineText: "", occurrence: 0), isInChange: true)
  }

  private func report(
    _ head: String, runs: [TestRun] = [], findings: [Finding] = [], notes: [String] = [], scope: ReviewScope? = nil
  ) throws -> Report {
    Report(
      tool: "t", repository: Repository(forge: .github, name: "a/b", cloneURL: "/p"),
      pullRequest: .init(number: 1, title: "", author: nil, url: nil, isFromFork: false), head: try id(head),
      base: try id("b"), mergeBase: try id("b"), configurationHash: "", verdict: .passed, reasons: [],
      stages: [Stage(name: "rules", status: .done, milliseconds: 9)], runs: runs, coverage: nil, findings: findings,
      notes: notes, change: ChangeSummary(files: 0, addedLines: 0, removedLines: 0), scope: scope)
  }

  private func workspace(
    _ folder: ScratchDirectory, changes: [String] = ["README.md"], merge: MergeResult = .sameAsHead
  ) throws -> Workspace {
    Workspace(
      root: folder.path, head: try id("c"), base: try id("b"), mergeBase: try id("b"),
      changes: ChangeSet(files: changes.map { ChangedFile(path: $0, status: .modified, hunks: []) }), merge: merge,
      baseConfiguration: nil, headConfiguration: nil)
  }

  private func kept(_ runs: [TestRun] = [TestRun(side: .head, outcome: .passed, toolchain: "t")]) throws -> KeptReview {
    let snapshot = CoverageSnapshot(
      commit: try id("a"), toolchain: "t", packages: [""], testsPassed: true, files: ["a.swift": [1: .covered]])
    let result = ReviewResult(
      report: try report(
        "a", runs: runs, findings: [finding("todo", "A.swift"), finding(Finding.compilerWarning, "A.swift")],
        notes: ["of the tests", "of both"]),
      coverage: snapshot, documentObstacle: nil)
    return try #require(KeptReview(result, documents: ["README.md": "1"], at: Self.time))
  }

  private let changed = CommittedFiles(digest: "1", documents: ["README.md": "2"])

  @Test func `the rules of the later commit and the tests of the earlier one are one review`() throws {
    let rules = try report(
      "c", findings: [finding("line_length", "README.md")], notes: ["of both", "of the rules"],
      scope: ReviewScope(.rules, reason: "r"))
    let result = try kept().completing(rules, changed, informational: [])
    #expect(result.report.head == (try id("c")) && result.report.scope == nil && result.report.verdict == .passed)
    #expect(result.report.runs.map(\.outcome) == [.passed])
    #expect(result.report.findings.map(\.rule).sorted() == ["compiler_warning", "line_length"].sorted())
    #expect(result.coverage?.commit == (try id("c")))
    #expect(result.report.stages.map(\.name) == ["rules", "kept review"])
    #expect(
      result.report.notes == [
        "of both", "of the rules", "of the tests",
        "only documents differ from aaaaaaaaaa, which passed on 2025-06-15T15:06:40Z, and no build and no test reads "
          + "them: builds, tests and coverage are those of that commit; --recheck repeats them",
      ])
    let same = CommittedFiles(digest: "1", documents: ["README.md": "1"])
    #expect(
      try kept().completing(rules, same, informational: []).report.notes.last
        == "no file differs from aaaaaaaaaa, which passed on 2025-06-15T15:06:40Z: builds, tests and coverage are those of "
        + "that commit; --recheck repeats them")
  }

  @Test func `an error of a rule fails the later commit`() throws {
    let error = Finding(
      rule: "todo", severity: .error, path: "README.md", range: SourceRange(line: 1, column: 1), message: "m",
      fingerprint: Fingerprint.make(rule: "todo", path: "README.md", lineText: "", occurrence: 0), isInChange: true)
    #expect(
      try kept().completing(report("c", findings: [error]), changed, informational: []).report.verdict == .findings)
  }

  @Test func `only contents of documents may differ`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("Package.swift", "let package = Package(name: \"P\")\n")
      func covers(
        _ kept: KeptReview, changes: [String] = ["README.md"], _ merge: MergeResult = .sameAsHead,
        _ trees: TestedTrees = .both
      ) throws -> Bool {
        kept.coversTests(of: try workspace(folder, changes: changes, merge: merge), changed, trees)
      }
      let head = try kept()
      #expect(try covers(head))
      #expect(try !covers(head, changes: ["Package.swift"]))
      #expect(try !covers(head, changes: ["Sub/Package@swift-6.0.swift"]))
      #expect(try !covers(head, .conflict(paths: ["A.swift"])))
      let differs = MergeResult.differs(
        MergeOverlay(tree: try id("d"), folder: folder.path, written: ["A.swift"], removed: []))
      #expect(try !covers(head, differs) && covers(head, differs, .head))
      let both = try kept([
        TestRun(side: .head, outcome: .passed, toolchain: "t"), TestRun(side: .merge, outcome: .passed, toolchain: "t"),
      ])
      #expect(try covers(both, differs) && !covers(both))
      let manifest = MergeResult.differs(
        MergeOverlay(tree: try id("d"), folder: folder.path, written: ["Package.swift"], removed: []))
      #expect(try !covers(both, manifest))
      let removal = MergeResult.differs(
        MergeOverlay(tree: try id("d"), folder: folder.path, written: [], removed: ["Package@swift-6.0.swift"]))
      #expect(try !covers(both, removal))
      // The manifest makes it a resource.
      try folder.write("Package.swift", "resources: [.copy(\"README.md\")]\n")
      #expect(try !covers(head))
      try folder.write("Package.swift", ".target(name: \"A\", path: \"Examples/A\")\n")
      #expect(try covers(head))
    }
  }

  @Test func `the files of a commit are its documents and a digest of the others`() async throws {
    try await withScratchDirectory { folder in
      func files(_ list: [CommittedFile]) throws -> CommittedFiles {
        let listing = folder.path.appending("listing")
        try CommitListing.write(list, to: listing)
        return try #require(CommittedFiles(listing))
      }
      let source = CommittedFile(path: "Sources/A/A.swift", kind: .file, blob: "1")
      let first = try files([source, CommittedFile(path: "README.md", kind: .file, blob: "1")])
      #expect(first.documents == ["README.md": "1"])
      #expect(try files([CommittedFile(path: "README.md", kind: .file, blob: "2"), source]).digest == first.digest)
      // A link can lead to any file.
      #expect(try files([source, CommittedFile(path: "README.md", kind: .link, blob: "1")]).digest != first.digest)
      #expect(try files([CommittedFile(path: "Sources/A/A.swift", kind: .file, blob: "2")]).digest != first.digest)
      #expect(CommittedFiles(folder.path.appending("missing")) == nil)
    }
  }
}
