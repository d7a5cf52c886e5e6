// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import TestHistory
import Testing

@testable import Reporting

/// Figures of tests and their times.
struct TestPlotTests {
  private static let flaky = TestID(suite: "ShapeTests", name: "testNetwork")
  private static let slow = TestID(suite: "ShapeTests", name: "testLargeShapes")

  private func summary(_ count: Int, _ name: TestID = flaky) throws -> TestSummary {
    TestSummary(
      try (0..<count).reversed().map { run in
        let commit = try #require(CommitID(String(repeating: String(run % 10), count: 40)))
        let hasFailed = run % 4 == 1
        return TestRecord(
          .init(commit: commit, time: 1_764_000_000 + run * 86_400, toolchain: "Swift 6.3", id: "\(run)"),
          results: TestResultTable([
            .init(TestDigest(name, package: ""), hasFailed ? .failed : .passed, milliseconds: 250),
            .init(TestDigest(Self.slow, package: ""), .passed, milliseconds: run < count - 10 ? 1_000 : 2_000),
          ]),
          failures: hasFailed ? [.init(package: "", test: name, message: "")] : [],
          slowest: [.init(package: "", test: Self.slow), .init(package: "", test: name)])
      })
  }

  @Test func `the durations of all tests, failures and the slowest tests are drawn`() throws {
    let summary = try summary(24)
    try Golden.expect(summary.runs.durations(of: "main").document, isIn: "durations.svg")
    try Golden.expect(summary.plot(of: summary.failureRates, branch: "main").document, isIn: "failures.svg")
    try Golden.expect(summary.slowest(10).plot(of: "main").document, isIn: "slowest.svg")
    let test = TestDigest(Self.flaky, package: "")
    try Golden.expect(summary.durations(of: test, named: "\(Self.flaky)").document, isIn: "test-durations.svg")
  }

  @Test(arguments: [0, 1, 100])
  func `a figure has any number of runs`(count: Int) throws {
    let summary = try summary(count)
    let figures = [
      summary.runs.durations(of: "main").document, summary.plot(of: summary.failureRates, branch: "main").document,
      summary.slowest(10).plot(of: "main").document,
      summary.durations(of: TestDigest(Self.slow, package: ""), named: "a").document,
    ]
    for figure in figures {
      #expect(!figure.contains("nan") && !figure.contains("inf") && figure.hasSuffix("</svg>\n"))
    }
  }

  @Test(arguments: ["<script>alert(1)</script>", "\"/><image href=\"x\"/>", "a\u{202e}b"])
  func `names are escaped in a figure`(name: String) throws {
    let summary = try summary(24, TestID(suite: name, name: name))
    for figure in [
      summary.plot(of: summary.failureRates, branch: name).document, summary.slowest(10).plot(of: name).document,
    ] {
      #expect(!figure.contains("<script") && !figure.contains("<image") && !figure.contains("\u{202e}"))
    }
  }
}
