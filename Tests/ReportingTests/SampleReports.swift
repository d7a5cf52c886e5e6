// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

@testable import Reporting
@testable import ReviewContract

/// The reports with recorded output of every renderer.
enum SampleReports: String, CaseIterable {
  case green, buildBroken, testsRed, conflict, manyFindings, hostileNames, nothingToReview, flaky, superseded
  case informational, warnings, testRed, uncovered, unchecked, fork, reached

  static let hostile = "</script><b onclick=x>@octocat\u{202e}</b> `a` | \u{1b}[31m \"'&.swift"
  private static let path = "Sources/Shapes/Circle.swift"

  func report() throws -> Report {
    switch self {
    case .green:
      try Self.make(
        .passed, runs: [Self.run(.passed, TestCounts(passed: 12))], coverage: Self.coverage(missed: []),
        sources: [Self.source()])
    case .buildBroken:
      try Self.make(
        .buildFailed, reasons: ["the build failed"],
        runs: [
          TestRun(
            side: .head, outcome: .buildFailed, reason: "the build failed",
            diagnostics: [
              BuildDiagnostic(
                severity: .error, path: Self.path, line: 3, column: 10, message: "cannot find 'radius' in scope")
            ], logTail: "error: fatalError", toolchain: "Swift version 6.3")
        ], sources: [Self.source()])
    case .testsRed: try SampleReport.full().adding(sources: [Self.source()], coverage: nil)
    case .conflict:
      try Self.make(
        .conflict, reasons: ["head and base conflict in \(Self.path) and 1 more"], conflicts: [Self.path, "README.md"])
    case .manyFindings:
      try Self.make(
        .findings, reasons: ["5000 findings are errors"],
        findings: (0..<5000).map { Self.finding($0, message: "`value!` crashes when the value is missing") })
    case .hostileNames:
      try Self.make(
        .testsFailed, title: Self.hostile, reasons: [Self.hostile],
        runs: [
          TestRun(
            side: .head, package: Self.hostile, outcome: .testsFailed, reason: Self.hostile,
            tests: TestCounts(passed: 1, failed: 1),
            cases: [TestCase(suite: Self.hostile, name: Self.hostile, framework: .xctest, result: .failed)],
            failures: [
              TestFailure(
                suite: Self.hostile, name: Self.hostile, message: Self.hostile, path: Self.hostile, line: 2,
                output: Self.hostile)
            ], toolchain: Self.hostile)
        ], coverage: Self.coverage(missed: [2...2], path: Self.hostile),
        findings: [Self.finding(0, message: Self.hostile, path: Self.hostile)], notes: [Self.hostile],
        sources: [Self.source(path: Self.hostile, line: Self.hostile)])
    case .nothingToReview:
      try Self.make(.passed, scope: ReviewScope(.nothing, reason: "only documentation was changed"))
    case .flaky:
      try Self.make(
        .passed,
        runs: [
          TestRun(
            side: .head, outcome: .passed, tests: TestCounts(passed: 12), milliseconds: 2_000,
            cases: [TestCase(suite: "ShapeTests", name: "testDice", framework: .xctest, result: .flaky)],
            flaky: [TestFailure(suite: "ShapeTests", name: "testDice", message: "rolled 6")],
            toolchain: "Swift version 6.3")
        ])
    case .superseded: try Self.make(.superseded, reasons: ["the head moved during the review"])
    case .informational:
      try Self.make(
        .passed, runs: [Self.run(.passed, TestCounts(passed: 12))], coverage: Self.coverage(missed: [3...4]),
        informational: ["coverage of the change is 33.3 %, below the target of 80 %"], sources: [Self.source()])
    case .warnings:
      try Self.make(
        .passed, runs: [Self.run(.passed, TestCounts(passed: 192))],
        coverage: Self.coverage(missed: [], target: "auto"),
        findings: (1..<12).map {
          Self.finding(2 * $0 + 1, message: "line has \(120 + $0) characters, more than 120", severity: .warning)
        })
    case .testRed:
      try Self.make(
        .testsFailed, reasons: ["1 of 192 tests failed"],
        runs: [
          TestRun(
            side: .head, outcome: .testsFailed, reason: "1 of 192 tests failed",
            tests: TestCounts(passed: 191, failed: 1),
            cases: [TestCase(suite: "ShapeTests", name: "testArea", framework: .xctest, result: .failed)],
            failures: [
              TestFailure(
                suite: "ShapeTests", name: "testArea",
                message: "XCTAssertEqual failed: (\"3.0\") is not equal to (\"4.0\")",
                path: "Tests/ShapesTests/ShapeTests.swift", line: 12, failsOnBase: false)
            ], toolchain: "Swift version 6.3")
        ], coverage: Self.coverage(missed: [], target: "auto"))
    case .uncovered:
      try Self.make(
        .coverage, reasons: ["coverage of the change is 33.3 %, below the target of 80 %"],
        runs: [Self.run(.passed, TestCounts(passed: 192))], coverage: Self.coverage(missed: [3...4], gate: .failed))
    case .unchecked:
      try Self.make(
        .findings, reasons: ["1 file not checked"], runs: [Self.run(.passed, TestCounts(passed: 192))],
        coverage: Self.coverage(missed: []),
        findings: UncheckedFiles.findings(
          [UncheckedFile(path: "Sources/Shapes/Legacy.swift", reason: "it has more than 32 MiB")], .fail))
    case .reached: try Self.reached()
    case .fork:
      try Self.make(
        .passed, runs: [Self.run(.passed, TestCounts(passed: 192))],
        coverage: Self.coverage(missed: [4...4], target: "auto"),
        notes: [
          "`.reviewbot.yml` changed; this review used main's version (after the merge: coverage.target: auto → 80 %)"
        ],
        isFromFork: true)
    }
  }

  /// Whether only what people read at a forge and in a terminal is recorded.
  var isRecordedForPeople: Bool { [.warnings, .testRed, .uncovered, .unchecked, .fork, .reached].contains(self) }

  static func finding(
    _ index: Int, message: String, path: String = path, severity: Severity = .error
  ) -> Finding {
    Finding(
      rule: index % 2 == 0 ? "force_unwrapping" : "line_length", severity: severity,
      path: index == 0 ? path : "Sources/Shapes/File\(index % 50).swift",
      range: SourceRange(startLine: 2 + index / 50, startColumn: 9, endLine: 2 + index / 50, endColumn: 15),
      message: message, fingerprint: Fingerprint.name(of: "\(index)", digits: 16), isInChange: true)
  }

  static func source(path: String = path, line: String = "  let radius: Double") -> ChangedSource {
    ChangedSource(
      ChangedFile(
        path: path, status: .modified, hunks: [Hunk(oldStart: 2, oldCount: 1, newStart: 2, newCount: 3)]),
      sections: [
        .init(
          oldStart: 1, newStart: 1,
          lines: [
            " struct Circle {", "-  var radius = 0", "+\(line)", "+  var area: Double {", "+\t3 * radius }", " }",
          ])
      ])
  }

  static func measured(_ coverage: PatchCoverage) throws -> Report {
    try make(.passed, runs: [run(.passed, TestCounts(passed: 12))], coverage: coverage)
  }

  static func conflict(after stages: [Stage]) throws -> Report {
    try make(.conflict, conflicts: [path], stages: stages)
  }

  private static func coverage(
    missed: LineSet, path: String = path, target: String = "80", gate: PatchCoverage.Gate? = nil
  ) -> PatchCoverage {
    PatchCoverage(
      counts: LineCounts(covered: 3 - missed.count, missed: missed.count), partials: .covered, target: target,
      gate: gate ?? (missed.isEmpty && target != "auto" ? .passed : .informational),
      files: [
        PatchCoverage.File(
          path: path, counts: LineCounts(covered: 3 - missed.count, missed: missed.count), missedLines: missed,
          partialLines: [], coveredLines: LineSet([2, 3, 4]).subtracting(missed),
          uncoveredColumns: missed.lines.map { [$0, 3, 8] })
      ])
  }

  private static func run(_ outcome: TestRun.Outcome, _ tests: TestCounts) -> TestRun {
    TestRun(side: .head, outcome: outcome, tests: tests, milliseconds: 1_200, toolchain: "Swift version 6.3")
  }

  /// A merge that ran some of the test targets.
  private static func reached() throws -> Report {
    let reused = ReusedResults(
      source: .head, commit: try SampleReport.passed().head,
      targets: ["BoxTests", "CircleTests", "LineTests", "PointTests", "RingTests", "StarTests"], total: 9)
    let merge = TestRun(
      side: .merge, outcome: .passed, tests: TestCounts(passed: 40), milliseconds: 400, toolchain: "Swift version 6.3",
      reused: reused)
    return try make(
      .passed, runs: [run(.passed, TestCounts(passed: 192)), merge], coverage: coverage(missed: []))
  }

  private static func make(
    _ verdict: Verdict, title: String = "Add shapes", reasons: [String] = [], runs: [TestRun] = [],
    coverage: PatchCoverage? = nil, findings: [Finding] = [], notes: [String] = [], conflicts: [String]? = nil,
    informational: [String]? = nil, scope: ReviewScope? = nil, sources: [ChangedSource]? = nil,
    isFromFork: Bool = false, stages: [Stage] = [Stage(name: "fetch", status: .done, milliseconds: 1_200)]
  ) throws -> Report {
    let base = try SampleReport.passed()
    return Report(
      tool: base.tool,
      repository: Repository(forge: .github, name: "acme/shapes", cloneURL: "https://github.com/acme/shapes.git"),
      pullRequest: Report.PullRequestSummary(
        number: 7, title: title, author: "ada", url: "https://github.com/acme/shapes/pull/7", isFromFork: isFromFork,
        baseBranch: "main"),
      head: base.head, base: base.base, mergeBase: base.mergeBase, configurationHash: base.configurationHash,
      verdict: verdict, reasons: reasons, stages: stages,
      runs: runs, coverage: coverage, findings: findings, notes: notes,
      change: ChangeSummary(files: 1, addedLines: 3, removedLines: 1), conflicts: conflicts,
      informational: informational, scope: scope, sources: sources)
  }
}
