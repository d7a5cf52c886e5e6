// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import Testing

@testable import Reporting

struct CoverageMessagesTests {
  @Test(arguments: [
    (
      PartialLines.covered, "80", PatchCoverage.Gate.failed,
      "Patch 73.1 % (106 of 145 measurable lines; 11 only partly run) · target 80 % missed"
    ),
    (
      .half, "auto", .informational,
      "Patch 69.3 % (100.5 of 145 measurable lines; 11 only partly run) · target auto, for information"
    ),
    (
      .missed, "65.5", .passed,
      "Patch 65.5 % (95 of 145 measurable lines; 11 only partly run) · target 65.5 % reached"
    ),
  ])
  func `the message shows the percentage, its counts and the target`(
    partials: PartialLines, target: String, gate: PatchCoverage.Gate, expected: String
  ) {
    let coverage = PatchCoverage(
      counts: LineCounts(covered: 95, partial: 11, missed: 39), partials: partials, target: target, gate: gate,
      files: [])
    #expect(CoverageMessages.line(coverage) == expected)
  }

  @Test func `the message shows the number of moved lines`() {
    let coverage = PatchCoverage(
      counts: LineCounts(covered: 2), partials: .covered, target: "auto", gate: .informational, files: [],
      movedLines: 4)
    #expect(
      CoverageMessages.line(coverage)
        == "Patch 100 % (2 of 2 measurable lines; moved 4 lines) · target auto, for information")
    let nothing = PatchCoverage(
      counts: LineCounts(), partials: .covered, target: "auto", gate: .skipped, files: [], movedLines: 1)
    #expect(CoverageMessages.line(nothing) == "Patch n/a (no measurable lines; moved 1 line)")
  }

  @Test func `the message shows the number of excluded unreachable lines`() {
    let coverage = PatchCoverage(
      counts: LineCounts(covered: 2), partials: .covered, target: "auto", gate: .informational, files: [],
      movedLines: 4, unreachableLines: 2)
    #expect(
      CoverageMessages.line(coverage)
        == "Patch 100 % (2 of 2 measurable lines; moved 4 lines; 2 excluded (unreachable)) · target auto, for information"
    )
  }

  @Test func `the message says that no lines are measurable`() {
    let coverage = PatchCoverage(counts: LineCounts(), partials: .covered, target: "auto", gate: .skipped, files: [])
    #expect(CoverageMessages.line(coverage) == "Patch n/a (no measurable lines)")
  }

  @Test(arguments: [
    (PatchCoverage.Gate.failed, GateReason?.some(.unmeasuredFiles), "failed: changed files were not measured"),
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
      CoverageMessages.line(coverage)
        == "Patch n/a (changed code was not measured; 2 lines not measured) · target 80 %, \(expected)")
    #expect(
      CoverageMessages.path(path, of: coverage) == "n/a (changed code was not measured) · target 80 %, \(expected)")
    #expect(
      project(ProjectCoverage(counts: LineCounts(), target: "80 %", gate: .failed, gateReason: .unmeasuredFiles))
        == "n/a (no file was measured) · target 80 % missed")
  }

  @Test(arguments: [
    ("80 %", PatchCoverage.Gate.failed, nil, "target 80 % missed"),
    ("80 %", .failed, GateReason.unmeasuredFiles, "target 80 %, failed: changed files were not measured"),
    ("80 %", .skipped, .fewLines, "target 80 %, not applied: too few lines"),
    ("80 %", .skipped, .testsFailed, "target 80 %, not applied: tests did not pass"),
    ("auto", .skipped, .noBase, "target auto (the base's 75 %), not applied: the base's coverage is unknown"),
    ("auto", .failed, nil, "target auto (the base's 75 %) missed"),
    ("](http://x)", .passed, nil, "target auto (the base's 75 %) reached"),
  ])
  func `the message describes the result of a target and its reason`(
    target: String, gate: PatchCoverage.Gate, reason: GateReason?, expected: String
  ) {
    let gate = GateMessage(
      target: target, gate: gate, reason: reason, base: LineCounts(covered: 3, missed: 1), partials: .covered)
    #expect(gate.text == expected)
  }

  private func project(_ project: ProjectCoverage) -> String? {
    CoverageMessages.project(
      PatchCoverage(
        counts: LineCounts(), partials: .covered, target: "auto", gate: .passed, files: [], project: project))
  }

  @Test func `the message compares the project with its base`() {
    let counts = LineCounts(covered: 3, missed: 1)
    #expect(
      project(ProjectCoverage(counts: counts))
        == "75 % (3 of 4 measurable lines) · target auto, for information")
    let base = LineCounts(covered: 1, missed: 1)
    #expect(
      project(ProjectCoverage(counts: counts, base: base, adjustedBase: base, target: "80 %", gate: .failed))
        == "75 % (3 of 4 measurable lines) · +25 against the base's 50 % (1 of 2) · target 80 % missed")
    #expect(
      project(ProjectCoverage(counts: counts, base: base, adjustedBase: LineCounts(covered: 4), gate: .informational))
        == "75 % (3 of 4 measurable lines) · −25 against the base's 100 % (4 of 4 without the removed lines) · target auto, for information"
    )
    #expect(project(ProjectCoverage(counts: LineCounts())) == "n/a (no measurable lines)")
  }
}
