// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import Findings
@testable import ReviewContract

struct ReportContradictionsTests {
  private static func report(
    _ verdict: Verdict = .passed, reasons: [String] = [], runs: [TestRun] = [], coverage: PatchCoverage? = nil,
    findings: [Finding] = [], conflicts: [String]? = nil, missing: [Report.MissingResult]? = nil,
    informational: [String]? = nil, suppressions: ChangeSuppressions? = nil
  ) throws -> Report {
    let id = try #require(CommitID(String(repeating: "a1", count: 20)))
    return Report(
      tool: "reviewbot", repository: Repository(forge: .github, name: "acme/shapes", cloneURL: "https://github.com/a"),
      pullRequest: .init(number: 7, title: "Circles", author: "ada", url: nil, isFromFork: true), head: id, base: id,
      mergeBase: id, configurationHash: "", verdict: verdict, reasons: reasons, stages: [], runs: runs,
      coverage: coverage, findings: findings, notes: [],
      change: ChangeSummary(files: 1, addedLines: 1, removedLines: 0),
      conflicts: conflicts, missingResults: missing, informational: informational, suppressions: suppressions)
  }

  private static func run(_ outcome: TestRun.Outcome, failed: Int = 0, failsOnBase: Bool? = nil) -> TestRun {
    TestRun(
      side: .head, outcome: outcome, reason: outcome == .passed ? "" : "\(failed) of 3 tests failed",
      tests: TestCounts(passed: 3 - failed, failed: failed),
      cases: (0..<failed).map { TestCase(suite: "S", name: "t\($0)", framework: .xctest, result: .failed) },
      failures: (0..<failed).map { TestFailure(suite: "S", name: "t\($0)", message: "no", failsOnBase: failsOnBase) })
  }

  private static func finding(_ severity: Severity, isInChange: Bool = true, rule: String = "force_cast") -> Finding {
    Finding(
      rule: rule, severity: severity, path: "a.swift", range: SourceRange(line: 1, column: 1), message: "no",
      fingerprint: "0", isInChange: isInChange)
  }

  private static func suppressions(_ policy: SuppressionPolicy) -> ChangeSuppressions? {
    ChangeSuppressions([.finding(finding(.error), comment: 1, isCommentOfBase: false)], policy)
  }

  private static func coverage(
    _ gate: PatchCoverage.Gate, missed: Int = 1, sum: Int? = nil, lines: Int? = nil
  ) -> PatchCoverage {
    let counts = LineCounts(covered: 3, missed: missed)
    return PatchCoverage(
      counts: LineCounts(covered: 3, missed: sum ?? missed), partials: .half, target: "90", gate: gate,
      files: [
        PatchCoverage.File(
          path: "a.swift", counts: counts, missedLines: LineSet(1..<(lines ?? missed) + 1), partialLines: LineSet())
      ])
  }

  @Test func `a report that agrees with itself has none`() throws {
    let reports = [
      try Self.report(), try Self.report(runs: [Self.run(.passed)]),
      try Self.report(.testsFailed, reasons: ["2 of 3 tests failed"], runs: [Self.run(.testsFailed, failed: 2)]),
      // What is informational, or fails on the base too, need not fail the review.
      try Self.report(
        runs: [Self.run(.testsFailed, failed: 2)], informational: ["2 of 3 tests failed"]),
      try Self.report(runs: [Self.run(.testsFailed, failed: 2, failsOnBase: true)]),
      try Self.report(findings: [Self.finding(.warning), Self.finding(.error, isInChange: false)]),
      try Self.report(.findings, reasons: ["1 finding is an error"], findings: [Self.finding(.error)]),
      try Self.report(coverage: Self.coverage(.informational)),
      try Self.report(suppressions: Self.suppressions(.list)),
      try Self.report(
        .findings, reasons: ["1 error suppressed by this change"], suppressions: Self.suppressions(.fail)),
      try Self.report(.coverage, reasons: ["coverage of the change is 75 %"], coverage: Self.coverage(.failed)),
      try Self.report(.couldNotRun, reasons: ["no"], missing: [.init(verdict: .couldNotRun, reason: "no")]),
    ]
    #expect(reports.map { ReportContradictions($0).first } == Array(repeating: nil, count: reports.count))
  }

  @Test func `each contradiction names its keys`() throws {
    let parts = "but according to runs, findings, coverage and conflicts"
    let cases: [(Report, String)] = [
      (try Self.report(runs: [Self.run(.testsFailed, failed: 2)]), "verdict is passed, \(parts) 2 of 3 tests failed"),
      (try Self.report(runs: [Self.run(.buildFailed)]), "verdict is passed, \(parts) 0 of 3 tests failed"),
      (
        try Self.report(runs: [Self.run(.passed), Self.run(.passed, failed: 1)]),
        "runs[1].outcome is passed, but 1 of its tests failed"
      ),
      (try Self.report(findings: [Self.finding(.error)]), "verdict is passed, \(parts) 1 finding is an error"),
      (
        try Self.report(findings: [Self.finding(.error, rule: Finding.uncheckedFile)]),
        "verdict is passed, \(parts) 1 file not checked"
      ),
      (
        try Self.report(suppressions: Self.suppressions(.fail)),
        "verdict is passed, \(parts) 1 error suppressed by this change"
      ),
      (try Self.report(conflicts: ["a.swift"]), "verdict is passed, \(parts) head and base conflict in a.swift"),
      (
        try Self.report(missing: [.init(verdict: .couldNotRun, reason: "no sandbox")]),
        "verdict is passed, \(parts) no sandbox"
      ),
      (
        try Self.report(coverage: Self.coverage(.failed)),
        "verdict is passed, \(parts) coverage of the change is 75 %, below the target of 90"
      ),
      (try Self.report(.noTests, runs: [Self.run(.crashed)]), "verdict is noTests, \(parts) 0 of 3 tests failed"),
      (
        try Self.report(.testsFailed, reasons: ["no"], runs: [Self.run(.passed)]),
        "verdict is testsFailed, \(parts) it is passed"
      ),
      (try Self.report(reasons: ["no"]), "reasons and informational do not agree with the verdict passed"),
      (
        try Self.report(coverage: Self.coverage(.informational, sum: 2)),
        "coverage.counts is not the sum of the counts of coverage.files"
      ),
      (
        try Self.report(coverage: Self.coverage(.informational, lines: 2)),
        "coverage.files[0].counts.missed is 1, but missed_lines has 2"
      ),
    ]
    for (report, contradiction) in cases { #expect(ReportContradictions(report).first == contradiction) }
  }
}
