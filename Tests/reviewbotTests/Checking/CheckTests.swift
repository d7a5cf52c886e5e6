// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewTesting
import Testing

@testable import ReviewContract

extension EndToEnd {
  struct CheckTests {
    /// One run for all assertions.
    private static let checked = Task { try await Checked.sample() }

    @Test func `a change whose tests pass gets a passing report`() async throws {
      let checked = try await Self.checked.value
      #expect(checked.outcome.status == 0, "\(checked.outcome.errors)")
      let report = try #require(checked.report)
      #expect(report.verdict == .passed)
      #expect(report.reasons == [])
      #expect(report.notes == [])
      #expect(report.runs.map(\.tests) == [TestCounts(passed: 2)])
      #expect(
        report.change
          == ChangeSummary(
            files: 2, addedLines: 13, removedLines: 0, binaries: 0, symbolicLinks: 0, submodules: 0))
      #expect(
        report.stages.map(\.name) == [
          "read", "sandbox", "fetch", "rules", "toolchain", "read the manifest", "build", "test", "coverage",
        ])
    }

    @Test func `the report lists the changed lines that no test covers`() async throws {
      let coverage = try #require(try await Self.checked.value.report?.coverage)
      #expect(
        coverage
          == PatchCoverage(
            counts: LineCounts(covered: 2, missed: 1), partials: .covered, target: "auto", gate: .informational,
            files: [
              .init(
                path: "Sources/Sample/Sign.swift", counts: LineCounts(covered: 2, missed: 1), missedLines: [3...3],
                partialLines: [], coveredLines: [2...2, 6...6], uncoveredColumns: [[3, 5, 14]])
            ], project: ProjectCoverage(counts: LineCounts(covered: 3, missed: 1), unlinkedFiles: 0)))
    }

    @Test func `the report lists the findings of the rules in the change`() async throws {
      let findings = try #require(try await Self.checked.value.report?.findings)
      #expect(findings.map(\.outline) == ["note todo Sign.swift:5:6", "warning trailing_semicolon Sign.swift:6:11"])
    }

    @Test func `the comment begins with the marker`() async throws {
      let markdown = try #require(try await Self.checked.value.markdown)
      #expect(markdown.split(separator: "\n").first == "<!-- reviewbot:v1 id=reviewbot -->")
    }

    @Test func `a review without a sandbox leaves no workspace and no cached build`() async throws {
      let checked = try await Self.checked.value
      #expect(checked.leftover == [])
      #expect(checked.builds == [])
    }
  }
}

extension Finding {
  /// Severity, rule, the file's name, line and column.
  fileprivate var outline: String {
    let file = path.split(separator: "/").last ?? ""
    return "\(severity.rawValue) \(rule) \(file):\(range.startLine):\(range.startColumn)"
  }
}
