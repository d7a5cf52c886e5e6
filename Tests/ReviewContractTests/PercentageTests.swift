// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import ReviewContract

struct PercentageTests {
  @Test(arguments: [
    (0, 0, 0, "n/a"), (1, 0, 0, "100"), (0, 0, 1, "0"), (2, 0, 1, "66.6"), (1, 0, 1, "50"), (999, 0, 1, "99.9"),
    (9999, 0, 1, "99.9"), (1, 0, 1999, "<0.1"), (1, 0, 999, "0.1"), (95, 11, 39, "73.1"),
  ])
  func `percentages are rounded down, but not to 0`(covered: Int, partial: Int, missed: Int, text: String) {
    let counts = LineCounts(covered: covered, partial: partial, missed: missed)
    #expect("\(counts.percentage(partials: .covered))" == text)
  }

  @Test(arguments: [(PartialLines.covered, "73.1"), (.half, "69.3"), (.missed, "65.5")])
  func `partial lines count as configured`(partials: PartialLines, text: String) {
    #expect("\(LineCounts(covered: 95, partial: 11, missed: 39).percentage(partials: partials))" == text)
  }

  @Test(arguments: [
    (2, 1, "66.666", true), (2, 1, "66.667", false), (4, 1, "80", true), (79, 21, "80", false), (0, 0, "100", true),
    (7, 0, "100", true), (0, 1, "0", true),
  ])
  func `the comparison with a target is exact`(covered: Int, missed: Int, target: String, reaches: Bool) throws {
    let percentage = LineCounts(covered: covered, missed: missed).percentage(partials: .covered)
    #expect(percentage.reaches(try #require(PercentTarget(target))) == reaches)
  }

  @Test func `the threshold is subtracted from the target`() throws {
    let percentage = LineCounts(covered: 79, missed: 21).percentage(partials: .covered)
    #expect(percentage.reaches(try #require(PercentTarget("80")), lessBy: PercentTarget("1")))
  }

  @Test(arguments: [
    ("80", 80_000, "80"), ("72.5%", 72_500, "72.5"), ("0.125 %", 125, "0.125"), ("100", 100_000, "100"),
    ("7.50", 7_500, "7.5"),
  ])
  func `percentages are parsed from text`(text: String, thousandths: Int, shown: String) throws {
    let target = try #require(PercentTarget(text))
    #expect(target.thousandths == thousandths)
    #expect("\(target)" == shown)
  }

  @Test(arguments: ["", "%", "-1", "101", "1e2", "80.1234", ".5", "5.", "80 % of", "٨٠", "100.001"])
  func `a value that is not a percentage is rejected`(text: String) {
    #expect(PercentTarget(text) == nil)
  }

  @Test(arguments: [
    (82, 100, 80, 100, "+2"), (80, 100, 82, 100, "−2"), (1, 3, 1, 2, "−16.6"), (1, 2, 2, 4, "±0"),
    (5001, 10_000, 1, 2, "+<0.1"), (1, 2, 5001, 10_000, "−<0.1"), (0, 1, 1, 1, "−100"), (1, 1, 0, 0, nil),
    (0, 0, 1, 1, nil), (1 << 31, 1 << 32, 1, 4, "+25"),
  ])
  func `percentage differences are described`(covered: Int, of lines: Int, other: Int, of all: Int, message: String?) {
    let one = LineCounts(covered: covered, missed: lines - covered).percentage(partials: .covered)
    let base = LineCounts(covered: other, missed: all - other).percentage(partials: .covered)
    #expect(one.difference(from: base) == message)
  }
}
