// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import Testing

@testable import Reporting
@testable import ReviewContract

struct TerminalRendererTests {
  private static let narrow = TerminalSettings(hasColor: false, width: 80)

  /// A passed review of many files, each with lines that did not run, and of many findings.
  private func large(_ verdict: Verdict = .passed, severity: Severity = .warning) throws -> Report {
    let paths = (0..<81).map { "Sources/Library/Feature\($0 % 7)/AFileWithARatherLongName\($0).swift" }
    let counts = LineCounts(covered: 20, partial: 1, missed: 4)
    let files = paths.map { path in
      PatchCoverage.File(
        path: path, counts: counts, missedLines: [3...5, 9...9], partialLines: [20...20],
        uncoveredRegions: [
          UncoveredRegions(
            line: 20, text: "    let value = " + String(repeating: "value ?? ", count: 15) + "other",
            columns: [[147, 152]])
        ])
    }
    let findings = (0..<60).map { index in
      Finding(
        rule: ["line_length", "force_unwrapping", "todo"][index % 3], severity: severity, path: paths[index % 30],
        range: SourceRange(startLine: 4 + index, startColumn: 9, endLine: 4 + index, endColumn: 15),
        message: "a message of some length about \(index), which has to be wrapped", isInChange: true)
    }
    let sources = paths.map { path in
      ChangedSource(
        ChangedFile(path: path, status: .modified),
        sections: [
          .init(
            oldStart: 1, newStart: 1,
            lines: (1...80).map { "+    let line\($0) = \(String(repeating: "x", count: 90))" })
        ])
    }
    let base = try SampleReport.passed()
    return Report(
      tool: base.tool, repository: base.repository, pullRequest: base.pullRequest, head: base.head, base: base.base,
      mergeBase: base.mergeBase, configurationHash: "", verdict: verdict, reasons: [],
      stages: [
        Stage(name: "build", status: .done, milliseconds: 30_000),
        Stage(name: "test", status: .done, milliseconds: 1_000),
      ],
      runs: [
        TestRun(
          side: .head, outcome: .passed, tests: TestCounts(passed: 192, skipped: 12),
          cases: (0..<12).map {
            TestCase(suite: "S", name: "skipped\($0)", framework: .xctest, result: .skipped, milliseconds: 200)
          })
      ],
      coverage: PatchCoverage(
        counts: files.reduce(LineCounts()) { $0 + $1.counts }, partials: .covered, target: "auto", gate: .informational,
        files: files, movedLines: 54),
      findings: findings, notes: (0..<9).map { "note \($0) with a sentence about something that was not done here" },
      change: ChangeSummary(files: 81, addedLines: 2_025, removedLines: 3)
    ).adding(sources: sources, coverage: nil)
  }

  @Test func `a passed review of 81 files with 60 findings has at most 40 lines`() throws {
    let text = try TerminalRenderer(settings: Self.narrow).render(large())
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 40)
    #expect(lines.last == "✅ reviewbot — passed · 2 things to look at · 31 s")
    // What is not shown is counted there.
    try Golden.expect(text, isIn: "terminal-large.txt")
  }

  @Test func `every error of a failed review is shown or counted, before the code of the rest`() throws {
    let report = try large(.findings, severity: .error)
    let text = TerminalRenderer(settings: Self.narrow).render(report)
    #expect(text.components(separatedBy: "    error  ").count == 16, "ten places of each of three rules, two in a file")
    #expect(text.contains("in 10 more places, "))
    #expect(text.hasSuffix("\n❌ reviewbot — style errors in the change · 31 s\n"))
  }

  @Test(arguments: SampleReports.allCases)
  func `no line is wider than 80 columns unless it is one word`(sample: SampleReports) throws {
    for report in [try sample.report(), try large()] {
      let text = TerminalRenderer(settings: Self.narrow).render(report)
      for line in text.split(separator: "\n") where line.columns > 80 {
        #expect(!line.drop { $0 == " " }.contains(" "), "\(line)")
      }
    }
  }

  @Test func `long paths and titles are wrapped only at spaces`() {
    let page = TerminalPage(settings: TerminalSettings(hasColor: false, width: 40))
    let path = String(repeating: "Folder/", count: 8) + "File.swift:3:5"
    #expect(page.line("\(path) two", lead: TerminalPage.lead(.error)) == ["  error  ", "      \(path)", "      two"])
    #expect(
      page.title("ten letter ten letter ten letter ten letter")
        == ["ten letter ten letter ten letter ten", "    letter"])
  }

  @Test(arguments: [("✅ a", 4), ("ℹ️", 2), ("⚠️", 2), ("❌", 2), ("ä…—", 3), ("漢字", 4), ("e\u{301}", 1), ("", 0)])
  func `columns are those of a terminal`(text: String, columns: Int) {
    #expect(text.columns == columns)
    #expect(text.prefix(columns: columns) == text && text.prefix(columns: columns - 1).columns < max(columns, 1))
  }

  @Test func `causes come first, then findings and coverage, then the results and the verdict`() throws {
    let text = try TerminalRenderer(settings: Self.narrow).render(SampleReports.testsRed.report())
    let order = [
      "Build errors when merged with main\n", "Failed tests\n", "Fix 1 failed test.\n", "Findings\n",
      "Lines that did not run\n", "❌ Build and tests: ", "Coverage of the change: ", "❌ reviewbot — tests failed",
    ]
    let places = try order.map { try #require(text.range(of: $0), "\($0)").lowerBound }
    #expect(places == places.sorted())
  }

  @Test func `a skipped review has no results`() throws {
    let text = try TerminalRenderer(settings: Self.narrow).render(SampleReports.nothingToReview.report())
    #expect(text.hasSuffix("\n\n➖ reviewbot — skipped: only documentation was changed\n"))
    #expect(!text.contains("Style"))
  }

  @Test func `a superseded review does not end as passed`() throws {
    let renderer = TerminalRenderer(settings: Self.narrow)
    #expect(
      try renderer.verdict(SampleReport.passed(), as: .superseded)
        == "⚠️ reviewbot — superseded by a newer push\n")
  }

  @Test func `a stage that failed is named unless a reason says the same`() throws {
    let report = try SampleReport.passed(verdict: .couldNotRun)
    let failed = report.with(
      stages: report.stages + [Stage(name: "coverage", status: .failed, milliseconds: 1, detail: "busy")])
    let text = TerminalRenderer(settings: Self.narrow).render(failed)
    #expect(text.contains("\n  - the stage \"coverage\" failed: busy\n"))
    let known = try TerminalRenderer(settings: Self.narrow).render(SampleReport.full())
    #expect(!known.contains("the stage"))
  }

  @Test func `repeats of a rule in a file are one line, and the compiler's findings are not repeats`() throws {
    let findings =
      [3, 5, 9, 9].map { line in
        Finding(
          rule: "todo", severity: .warning, path: "a.swift", range: SourceRange(line: line, column: 1),
          message: "unresolved", isInChange: true)
      }
      + ["a", "b"].map { message in
        Finding(
          rule: Finding.compilerWarning, severity: .warning, path: "a.swift", range: SourceRange(line: 4, column: 1),
          message: message, isInChange: true)
      }
    let base = try SampleReport.passed()
    let report = Report(
      tool: base.tool, repository: base.repository, pullRequest: base.pullRequest, head: base.head, base: base.base,
      mergeBase: base.mergeBase, configurationHash: "", verdict: .passed, reasons: [], stages: [], runs: base.runs,
      coverage: nil, findings: findings, notes: [], change: base.change)
    let text = TerminalRenderer(settings: Self.narrow).render(report)
    #expect(
      text.contains(
        """
        Findings
          a.swift
            warning  3:1 unresolved (todo; also in lines 5, 9)
            warning  4:1 a (compiler_warning)
            warning  4:1 b (compiler_warning)


        """))
  }
}
