// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import Testing

@testable import Reporting

struct CoverageMessagesTests {
  private static func coverage(
    _ counts: LineCounts, _ partials: PartialLines = .covered, target: String = "auto",
    gate: PatchCoverage.Gate = .informational, files: [PatchCoverage.File] = []
  ) -> PatchCoverage {
    PatchCoverage(counts: counts, partials: partials, target: target, gate: gate, files: files)
  }

  private func messages(_ coverage: PatchCoverage) -> CoverageMessages {
    CoverageMessages(coverage: coverage, base: "main")
  }

  @Test(arguments: [
    (PartialLines.covered, "80", PatchCoverage.Gate.failed, "73.1 % — 39 of 145 lines not run · target: 80 %, missed"),
    (.half, "auto", .informational, "69.3 % — 39 of 145 lines not run"),
    (.half, "70", .informational, "69.3 % — 39 of 145 lines not run · target: 70 % (not enforced)"),
    (.missed, "65.5", .passed, "65.5 % — 50 of 145 lines not run · target: 65.5 %, reached"),
  ])
  func `the message shows the percentage, the lines and a target that was set`(
    partials: PartialLines, target: String, gate: PatchCoverage.Gate, expected: String
  ) {
    let counts = LineCounts(covered: 95, partial: 11, missed: 39)
    #expect(messages(Self.coverage(counts, partials, target: target, gate: gate)).patch == expected)
  }

  @Test func `the message names the number of files with missed lines`() {
    let files = ["a", "b", "c"].map { path in
      PatchCoverage.File(
        path: path, counts: LineCounts(missed: 1), missedLines: path == "c" ? [] : [1...1], partialLines: [])
    }
    let coverage = Self.coverage(LineCounts(missed: 3), files: files)
    #expect(messages(coverage).patch == "0 % — 3 of 3 lines not run, in 2 files")
  }

  @Test(arguments: [
    (LineCounts(covered: 2), "100 % — all 2 lines ran"), (LineCounts(covered: 1), "100 % — the only line ran"),
    (LineCounts(), "no changed lines that tests could run"),
  ])
  func `a whole and an empty measurement have a sentence`(counts: LineCounts, expected: String) {
    #expect(messages(Self.coverage(counts)).patch == expected)
  }

  @Test func `lines that are not counted are named in sentences`() {
    let coverage = PatchCoverage(
      counts: LineCounts(covered: 2, partial: 1), partials: .half, target: "auto", gate: .informational, files: [],
      movedLines: 54, unreachableLines: 1, markedLines: 2)
    #expect(
      messages(coverage).footnotes == [
        "Not counted: 54 moved lines, 2 lines excluded with // reviewbot:coverage-off, 1 line that ends the program.",
        "1 line ran only in part and counts as half covered.",
      ])
    #expect(messages(Self.coverage(LineCounts(covered: 2))).footnotes == [])
  }

  @Test func `a number with anomalies is not to be trusted`() {
    var coverage = Self.coverage(LineCounts(covered: 1, missed: 1))
    coverage.anomalies = ["a counter"]
    #expect(
      messages(coverage).patch
        == "50 % — 1 of 2 lines not run · do not trust this number: some counters were not set by running the tests")
  }

  @Test(arguments: [
    (PatchCoverage.Gate.failed, GateReason?.some(.unmeasuredFiles), "missed: changed files were not measured"),
    (.skipped, .fewLines, "not applied: too few lines"),
  ])
  func `the message says that changed code was not measured`(
    gate: PatchCoverage.Gate, reason: GateReason?, expected: String
  ) {
    let file = PatchCoverage.UnmeasuredFile(path: "a.swift", reason: "r", couldBeMeasured: true, lines: [3...4])
    let path = PathCoverage(patterns: ["A"], counts: LineCounts(), target: "80 %", gate: gate, gateReason: reason)
    let coverage = PatchCoverage(
      counts: LineCounts(), partials: .covered, target: "80 %", gate: gate, files: [], unmeasured: [file],
      gateReason: reason, paths: [path])
    #expect(
      messages(coverage).patch
        == "changed code was not measured · 2 lines not measured · target: 80 %, \(expected)")
    #expect(messages(coverage).path(path) == "changed code was not measured · target: 80 %, \(expected)")
    #expect(
      project(ProjectCoverage(counts: LineCounts(), target: "80 %", gate: .failed, gateReason: .unmeasuredFiles))
        == "no file was measured · target: 80 %, missed")
  }

  @Test(arguments: [
    ("80 %", PatchCoverage.Gate.failed, nil, String?.some("target: 80 %, missed")),
    ("80 %", .failed, GateReason.unmeasuredFiles, "target: 80 %, missed: changed files were not measured"),
    ("80 %", .skipped, .fewLines, "target: 80 %, not applied: too few lines"),
    ("80 %", .skipped, .testsFailed, "target: 80 %, not applied: tests did not pass"),
    ("80 %", .informational, nil, "target: 80 % (not enforced)"), ("auto", .informational, nil, nil),
    ("auto", .skipped, .noBase, "target: not below main's 75 %, not applied: the coverage of main is not known"),
    ("auto", .failed, nil, "target: not below main's 75 %, missed"),
    ("](http://x)", .passed, nil, "target: not below main's 75 %, reached"),
  ])
  func `the message describes the result of a target and its reason`(
    target: String, gate: PatchCoverage.Gate, reason: GateReason?, expected: String?
  ) {
    let gate = GateMessage(
      target: target, gate: gate, reason: reason, base: LineCounts(covered: 3, missed: 1), baseName: "main",
      partials: .covered)
    #expect(gate.text == expected)
  }

  private func project(_ project: ProjectCoverage) -> String? {
    messages(
      PatchCoverage(
        counts: LineCounts(), partials: .covered, target: "auto", gate: .passed, files: [], project: project)
    ).project
  }

  @Test(
    arguments: [
      // The covered lines of the base and of the project, of ten, and whether a number can fail.
      (8, 8, PatchCoverage.Gate.informational, SummaryRow.State.passed), (8, 7, .informational, .note),
      (8, 9, .informational, .passed), (nil, 7, .informational, .passed), (8, 7, .failed, .failed),
    ] as [(Int?, Int, PatchCoverage.Gate, SummaryRow.State)])
  func `a project with less coverage than its base is something to look at`(
    base: Int?, covered: Int, gate: PatchCoverage.Gate, state: SummaryRow.State
  ) throws {
    let counts = { (covered: Int) in LineCounts(covered: covered, missed: 10 - covered) }
    var coverage = Self.coverage(counts(5))
    coverage.project = ProjectCoverage(
      counts: counts(covered), base: base.map(counts), adjustedBase: base.map(counts), gate: gate)
    let rows = ReportSummary(report: try SampleReports.measured(coverage)).rows
    #expect(rows.first { $0.kind == .project }?.state == state)
  }

  @Test func `a review that ended early has the row about style only if the rules were applied`() throws {
    let rules = Stage(name: "rules", status: .done, milliseconds: 5)
    #expect(ReportSummary(report: try SampleReports.conflict(after: [rules])).rows.map(\.kind) == [.style])
    #expect(ReportSummary(report: try SampleReports.conflict(after: [])).rows.isEmpty)
  }

  @Test func `a line that ran in part is no covered line if the configuration says so`() throws {
    let counts = LineCounts(covered: 2, partial: 1)
    for (partials, state) in [(PartialLines.covered, SummaryRow.State.passed), (.missed, .note)] {
      let coverage = PatchCoverage(
        counts: counts, partials: partials, target: "auto", gate: .informational, files: [])
      let rows = ReportSummary(report: try SampleReports.measured(coverage)).rows
      #expect(rows.first { $0.kind == .coverage }?.state == state)
    }
  }

  @Test func `the message compares the project with its base`() {
    let counts = LineCounts(covered: 3, missed: 1)
    #expect(
      project(ProjectCoverage(counts: counts)) == "75 % (main: not known; set `coverage.base: run` to measure it)")
    let base = LineCounts(covered: 1, missed: 1)
    #expect(
      project(ProjectCoverage(counts: counts, base: base, adjustedBase: base, target: "80 %", gate: .failed))
        == "75 % (main: 50 %, +25) · target: 80 %, missed")
    #expect(
      project(ProjectCoverage(counts: counts, base: base, adjustedBase: LineCounts(covered: 4), gate: .informational))
        == "75 % (main without the removed lines: 100 %, −25)")
    #expect(project(ProjectCoverage(counts: LineCounts())) == "no lines that tests could run")
  }
}
