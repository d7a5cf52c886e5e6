// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

@testable import Reporting
@testable import ReviewContract

/// Sample reports for the renderers.
enum SampleReport {
  /// Returns a report with an element of every kind.
  static func full(
    title: String = "Add shapes", author: String? = "ada", path: String = "Sources/Shapes/Circle.swift",
    message: String = "`radius!` crashes when the value is missing", suite: String = "ShapeTests",
    test: String = "testArea()", log: String = "", findings: Int = 3, verdict: Verdict = .testsFailed,
    failures: Int = 1
  ) throws -> Report {
    Report(
      tool: "reviewbot 0.1.0",
      repository: Repository(forge: .github, name: "acme/shapes", cloneURL: "https://github.com/acme/shapes.git"),
      pullRequest: Report.PullRequestSummary(
        number: 7, title: title, author: author, url: "https://github.com/acme/shapes/pull/7", isFromFork: true,
        baseBranch: "main"),
      head: try id("a"), base: try id("b"), mergeBase: try id("c"),
      configurationHash: String(repeating: "0f", count: 32), verdict: verdict,
      reasons: ["1 of 13 tests failed", "1 finding is an error"],
      stages: [
        Stage(name: "fetch", status: .done, milliseconds: 1234),
        Stage(name: "build", status: .done, milliseconds: 61_500),
        Stage(name: "test", status: .failed, milliseconds: 9_870, detail: "1 of 13 tests failed"),
        Stage(name: "coverage", status: .skipped, milliseconds: 0, detail: "switched off"),
      ],
      runs: [
        TestRun(
          side: .head, outcome: .testsFailed, reason: "1 of 13 tests failed",
          tests: TestCounts(passed: 11, failed: 1, skipped: 1), milliseconds: 2_345,
          cases: [
            TestCase(suite: suite, name: test, framework: .xctest, result: .failed, milliseconds: 12),
            TestCase(
              suite: suite, name: "later()", framework: .swiftTesting, result: .skipped, reason: "needs a network"),
            TestCase(suite: suite, name: "testBig", framework: .xctest, result: .passed, milliseconds: 1_501),
            TestCase(suite: suite, name: "testDice", framework: .xctest, result: .flaky, milliseconds: 7),
            TestCase(suite: suite, name: "testWait", framework: .xctest, result: .unfinished),
          ],
          unlistedCases: 9,
          failures: (0..<failures).map { _ in
            TestFailure(
              suite: suite, name: test, message: "(3.0) is not equal to (4.0)", path: "Tests/ShapeTests.swift",
              line: 12,
              output: log.isEmpty ? "radius 3" : log, failsOnBase: false)
          },
          flaky: [TestFailure(suite: suite, name: "testDice", message: "rolled 6")],
          diagnostics: [
            BuildDiagnostic(severity: .warning, path: path, line: 2, column: 7, message: "unused variable")
          ],
          toolchain: "Swift version 6.3"),
        TestRun(
          side: .merge, outcome: .buildFailed,
          diagnostics: [
            BuildDiagnostic(severity: .error, path: path, line: 9, column: 1, message: "cannot find 'area' in scope")
          ], logTail: log),
      ],
      coverage: PatchCoverage(
        counts: LineCounts(covered: 95, partial: 11, missed: 39), partials: .covered, target: "80", gate: .failed,
        files: [
          PatchCoverage.File(
            path: path, counts: LineCounts(covered: 95, partial: 11, missed: 39), missedLines: [3...7, 12...12],
            partialLines: [20...20],
            uncoveredRegions: [
              UncoveredRegions(line: 20, text: "  return isRound ? radius : 2 * radius", columns: [[29, 39]])
            ])
        ],
        unmeasured: [
          PatchCoverage.UnmeasuredFile(
            path: "App/main.swift", reason: "not linked into the tests", couldBeMeasured: true)
        ], markedLines: 2,
        notes: ["2 profiles were damaged"], base: nil,
        paths: [
          PathCoverage(
            patterns: ["Sources/Shapes/**", path], counts: LineCounts(covered: 95, partial: 11, missed: 39),
            target: "90 %", gate: .failed),
          PathCoverage(
            patterns: ["Tools"], counts: LineCounts(covered: 1, missed: 1), target: "auto", gate: .skipped,
            gateReason: .fewLines),
        ],
        project: ProjectCoverage(
          counts: LineCounts(covered: 812, missed: 188), base: LineCounts(covered: 810, missed: 192),
          adjustedBase: LineCounts(covered: 808, missed: 192), unlinkedFiles: 1),
        indirect: IndirectChanges(
          lostLines: 12, gainedLines: 1,
          listed: [
            .init(path: path, lines: [50...52], kind: .lost),
            .init(path: path, lines: [60...60], kind: .lostByMoving),
            .init(path: "Sources/Other.swift", lines: [9...9], kind: .gained),
          ]),
        anomalies: ["no test target depends on the target `Backdoor`, but some of its counters are not zero"]),
      findings: (0..<findings).map { index in
        Finding(
          rule: "force_unwrapping", severity: [.error, .warning, .note][index % 3], path: path,
          range: SourceRange(line: 3 + index, column: 5), message: message, fingerprint: "0123456789abcdef",
          isInChange: true,
          suggestion: index == 0 ? Suggestion(startLine: 3, endLine: 3, replacement: "let a = 1") : nil)
      } + [
        Finding(
          rule: "line_length", severity: .warning, path: path, range: SourceRange(line: 90, column: 1),
          message: "outside", fingerprint: "fedcba9876543210")
      ],
      notes: ["`.reviewbot.yml` changed; this review used main's version"],
      change: ChangeSummary(files: 2, addedLines: 145, removedLines: 12), conflicts: ["README.md"],
      missingResults: [
        Report.MissingResult(verdict: .coverage, reason: "coverage of the change could not be measured")
      ],
      removedTests: RemovedTests(
        tests: [TestID(suite: suite, name: "testPerimeter"), TestID(suite: suite, name: "old()")], unlisted: 1),
      suppressions: suppressions(path: path))
  }

  private static func suppressions(path: String) -> ChangeSuppressions? {
    let findings = [Severity.error, .error, .warning].enumerated().map { index, severity in
      Suppression.finding(
        Finding(
          rule: index == 2 ? "todo" : "force_try", severity: severity, path: path,
          range: SourceRange(line: 20 + index, column: 1), message: "no", isInChange: true),
        comment: index == 2 ? 3 : 19, isCommentOfBase: index == 2)
    }
    let others: [Suppression] = [
      .coverage(path: path, line: 31, comment: 30, isCommentOfBase: false),
      .baseline(path: "Sources/Shapes/Old `name`.swift", rule: "todo", count: 2),
    ]
    return ChangeSuppressions(findings + others, .list)
  }

  /// A report of a review without problems.
  static func passed(
    coverage: PatchCoverage? = nil, verdict: Verdict = .passed, findings: [Finding] = [],
    suppressions: ChangeSuppressions? = nil, selection: FindingSelection? = nil
  ) throws -> Report {
    Report(
      tool: "reviewbot 0.1.0",
      repository: Repository(forge: .local, name: "shapes", cloneURL: "/srv/shapes"),
      pullRequest: Report.PullRequestSummary(number: 1, title: "Add shapes", author: nil, url: nil, isFromFork: false),
      head: try id("a"), base: try id("b"), mergeBase: try id("b"),
      configurationHash: String(repeating: "0f", count: 32), verdict: verdict, reasons: [], stages: [],
      runs: [TestRun(side: .head, outcome: .passed, tests: TestCounts(passed: 3), toolchain: "Swift version 6.3")],
      coverage: coverage, findings: findings, notes: [],
      change: ChangeSummary(files: 1, addedLines: 1, removedLines: 0),
      suppressions: suppressions, selection: selection)
  }

  private static func id(_ digit: String) throws -> CommitID {
    guard let id = CommitID(String(repeating: digit, count: 40)) else { throw NotAnID() }
    return id
  }

  private struct NotAnID: Error {}
}

extension SampleReport {
  /// Returns findings for the formats that are not part of a report.
  static func list(_ findings: [Finding], notes: [String] = []) -> FindingList {
    FindingList(
      tool: "reviewbot 0.1.0", root: "/tree", entries: findings.map { LocatedFinding(finding: $0, lineText: nil) },
      notes: notes, rules: [])
  }
}
