// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import ReviewContract

struct CoverageGateTests {
  private typealias Ruling = CoverageGate.Ruling

  private func target(_ text: String) throws -> CoverageTarget {
    text == "auto" ? .auto : .percent(try #require(PercentTarget(text)))
  }

  private static let large = 1 << 31

  @Test(arguments: [
    // Exactly at the target, one line below, one above.
    ("80", "0", 80, 20, PatchCoverage.Gate.passed), ("80", "0", 79, 21, .failed), ("80", "0", 81, 19, .passed),
    ("66.667", "0", 2, 1, .failed), ("66.666", "0", 2, 1, .passed),
    // The threshold is in percentage points.
    ("80", "1", 79, 21, .passed), ("80", "1", 78, 22, .failed), ("80", "0.999", 79, 21, .failed),
    ("100", "0", 99, 1, .failed), ("100", "0", 100, 0, .passed), ("0", "0", 0, 100, .passed),
    ("10", "20", 0, 100, .passed),
    ("50", "0", large, large, .passed), ("50", "0", large - 1, large + 1, .failed),
    ("100", "0", large, 1, .failed), ("99.999", "0", large, 1, .passed),
  ])
  func `the gate compares coverage with a percentage and a threshold`(
    target: String, threshold: String, covered: Int, missed: Int, gate: PatchCoverage.Gate
  ) throws {
    let goal = CoverageGoal(target: try self.target(target), threshold: PercentTarget(threshold))
    let ruling = CoverageGate(goal: goal, partials: .covered)
      .judge(LineCounts(covered: covered, missed: missed), base: nil, testsPassed: true)
    #expect(ruling == Ruling(gate))
  }

  @Test(arguments: [
    ("0", 1, 2, 2, 4, PatchCoverage.Gate.passed), ("0", 1, 2, 3, 4, .failed), ("0", 3, 4, 1, 2, .passed),
    // A third is not 0.333: equal shares differ from those one line below.
    ("0", 333, 999, 1, 3, .passed), ("0", 332, 999, 1, 3, .failed),
    ("0.1", 332, 999, 1, 3, .failed), ("0.101", 332, 999, 1, 3, .passed),
    ("0", large / 2, large, large / 2, large, .passed), ("0", large / 2 - 1, large, large / 2, large, .failed),
    ("0", 0, 5, 0, 0, .passed), ("0", 5, 5, large, large, .passed),
  ])
  func `the gate compares coverage with that of the base and a threshold`(
    threshold: String, covered: Int, of lines: Int, baseCovered: Int, of baseLines: Int, gate: PatchCoverage.Gate
  ) {
    let goal = CoverageGoal(
      target: .auto, threshold: PercentTarget(threshold), informational: .never)
    let ruling = CoverageGate(goal: goal, partials: .covered)
      .judge(
        LineCounts(covered: covered, missed: lines - covered),
        base: LineCounts(covered: baseCovered, missed: baseLines - baseCovered), testsPassed: true)
    #expect(ruling == Ruling(gate))
  }

  @Test(arguments: [
    (PartialLines.covered, PatchCoverage.Gate.passed), (.half, .passed), (.missed, .failed),
  ])
  func `the gate counts partial lines as configured`(partials: PartialLines, gate: PatchCoverage.Gate) throws {
    let goal = CoverageGoal(target: try target("75"))
    let ruling = CoverageGate(goal: goal, partials: partials)
      .judge(LineCounts(covered: 5, partial: 5), base: nil, testsPassed: true)
    #expect(ruling == Ruling(gate))
  }

  @Test(arguments: [
    ("auto", InformationalChoice.auto, PatchCoverage.Gate.informational), ("80", .auto, .failed),
    ("80", .always, .informational), ("auto", .never, .failed), ("80", .never, .failed),
  ])
  func `the gate is informational with the target auto, unless configured otherwise`(
    target: String, informational: InformationalChoice, gate: PatchCoverage.Gate
  ) throws {
    let goal = CoverageGoal(target: try self.target(target), informational: informational)
    let ruling = CoverageGate(goal: goal, partials: .covered)
      .judge(LineCounts(covered: 1, missed: 9), base: LineCounts(covered: 9, missed: 1), testsPassed: true)
    #expect(ruling == Ruling(gate))
  }

  @Test(arguments: [
    (0, 0, 5, true), (4, 0, 5, true), (4, 0, 5, false), (0, 0, 0, false),
  ])
  func `the gate passes without missed lines, even for few lines or failed tests`(
    covered: Int, missed: Int, minimum: Int, testsPassed: Bool
  ) throws {
    let gate = CoverageGate(
      goal: CoverageGoal(target: try target("100")), partials: .covered, minimumLines: minimum, ifNoBase: .fail)
    let counts = LineCounts(covered: covered, missed: missed)
    #expect(gate.judge(counts, base: nil, testsPassed: testsPassed) == Ruling(.passed))
    let auto = CoverageGate(
      goal: CoverageGoal(target: .auto, informational: .never), partials: .covered, minimumLines: minimum,
      ifNoBase: .fail)
    #expect(auto.judge(counts, base: nil, testsPassed: testsPassed) == Ruling(.passed))
  }

  @Test(arguments: [(4, 5, Ruling(.skipped, .fewLines)), (5, 5, Ruling(.failed)), (1, 0, Ruling(.failed))])
  func `the gate is skipped for too few lines`(missed: Int, minimum: Int, ruling: CoverageGate.Ruling) throws {
    let gate = CoverageGate(goal: CoverageGoal(target: try target("80")), partials: .covered, minimumLines: minimum)
    #expect(gate.judge(LineCounts(missed: missed), base: nil, testsPassed: true) == ruling)
  }

  @Test(arguments: [
    (FailedTestsCoverage.skip, Ruling(.skipped, .testsFailed)), (.gate, Ruling(.failed)),
  ])
  func `failed tests skip the gate if configured`(choice: FailedTestsCoverage, ruling: CoverageGate.Ruling) throws {
    let gate = CoverageGate(goal: CoverageGoal(target: try target("80")), partials: .covered, ifTestsFailed: choice)
    #expect(gate.judge(LineCounts(missed: 9), base: nil, testsPassed: false) == ruling)
  }

  @Test(arguments: [(MissingBase.pass, Ruling(.skipped, .noBase)), (.fail, Ruling(.failed, .noBase))])
  func `the gate is skipped or fails without a base, as configured`(choice: MissingBase, ruling: CoverageGate.Ruling) {
    let gate = CoverageGate(
      goal: CoverageGoal(target: .auto, informational: .never), partials: .covered, ifNoBase: choice)
    #expect(gate.judge(LineCounts(missed: 9), base: nil, testsPassed: true) == ruling)
  }
}

extension CoverageGate.Ruling: CustomTestStringConvertible {
  package var testDescription: String { "\(gate) \(reason?.rawValue ?? "")" }
}
