// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore
import Testing

@testable import Reporting

struct CoverageWordsTests {
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
  func `says the number, what it is made of, and the target`(
    partials: PartialLines, target: String, gate: PatchCoverage.Gate, words: String
  ) {
    let coverage = PatchCoverage(
      counts: LineCounts(covered: 95, partial: 11, missed: 39), partials: partials, target: target, gate: gate,
      files: [])
    #expect(CoverageWords.line(coverage) == words)
  }

  @Test func `says how many lines were only moved`() {
    let coverage = PatchCoverage(
      counts: LineCounts(covered: 2), partials: .covered, target: "auto", gate: .informational, files: [],
      movedLines: 4)
    #expect(
      CoverageWords.line(coverage)
        == "Patch 100 % (2 of 2 measurable lines; moved 4 lines) · target auto, for information")
    let nothing = PatchCoverage(
      counts: LineCounts(), partials: .covered, target: "auto", gate: .skipped, files: [], movedLines: 1)
    #expect(CoverageWords.line(nothing) == "Patch n/a (no measurable lines; moved 1 line)")
  }

  @Test func `says how many lines were left out because they only end the program`() {
    let coverage = PatchCoverage(
      counts: LineCounts(covered: 2), partials: .covered, target: "auto", gate: .informational, files: [],
      movedLines: 4, unreachableLines: 2)
    #expect(
      CoverageWords.line(coverage)
        == "Patch 100 % (2 of 2 measurable lines; moved 4 lines; 2 excluded (unreachable)) · target auto, for information"
    )
  }

  @Test func `says that there is nothing to measure`() {
    let coverage = PatchCoverage(counts: LineCounts(), partials: .covered, target: "auto", gate: .skipped, files: [])
    #expect(CoverageWords.line(coverage) == "Patch n/a (no measurable lines)")
  }
}
