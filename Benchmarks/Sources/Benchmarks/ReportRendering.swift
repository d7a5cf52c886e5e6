// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import Reporting
import ReviewContract

/// Rendering large reports: the comment and the files of 5,000 findings, and the page of a change of 200 files.
struct ReportRendering {
  /// The maximum time for one format of 5,000 findings, except HTML.
  static let longestFindings = Duration.milliseconds(100)
  /// The maximum time for a page. The library of the templates finds each of an item's values by reflection: a page with
  /// 1,200 of the findings has about 15,000 of them.
  static let longestPage = Duration.milliseconds(300)
  static let largestPage = 2_000_000

  let rounds: Int

  /// Prints the table; returns whether the thresholds are kept.
  func measure() throws -> Bool {
    guard let marker = CommentMarker(name: "reviewbot") else { throw Failure("the default name is not valid") }
    let files = ReportFiles(rules: [], comment: CommentSettings(marker: marker))
    let (findings, page) = (try report(findings: 5_000, files: 0), try report(findings: 200, files: 200))
    print("rendering of 5,000 findings, and the page of 200 files with \(Self.lines) lines each; \(rounds) rounds")
    var rows: [Times] = []
    var isKept = true
    // The report has no tests and no coverage, of which some formats are.
    for format in ReportFormat.allCases where try files.render(findings, as: format) != nil {
      var times = Times("5,000 findings, \(format.rawValue)")
      for round in 0...rounds { times.add(try measure { _ = try files.render(findings, as: format) }, in: round) }
      isKept = Self.isKept(times, Self.limit(of: format)) && isKept
      rows.append(times)
      try Figure(
        group: .rendering, name: times.name, ours: times.shortest * 1000, limit: Self.limit(of: format).milliseconds
      ).keep()
    }
    var times = Times("200 files, html")
    var bytes = 0
    for round in 0...rounds {
      times.add(try measure { bytes = try files.render(page, as: .html)?.utf8.count ?? 0 }, in: round)
    }
    rows.append(times)
    print(Times.table(rows, requests: 1))
    print("the page has \(bytes) bytes")
    if bytes > Self.largestPage { print("failed: more than \(Self.largestPage)") }
    try Figure(
      group: .rendering, name: times.name, ours: times.shortest * 1000, limit: Self.longestPage.milliseconds
    ).keep()
    try Figure(
      group: .rendering, name: "size of the page of 200 files", unit: "KB", ours: Double(bytes) / 1000,
      limit: Double(Self.largestPage) / 1000
    ).keep()
    return Self.isKept(times, Self.longestPage) && bytes <= Self.largestPage && isKept
  }

  private static func limit(of format: ReportFormat) -> Duration { format == .html ? longestPage : longestFindings }

  private func measure(_ body: () throws -> Void) rethrows -> Duration {
    try ContinuousClock().measure { try body() }
  }

  private static func isKept(_ times: Times, _ limit: Duration) -> Bool {
    guard times.shortest > limit / .seconds(1) else { return true }
    print("failed: \(times.name) took more than \(limit)")
    return false
  }

  private static let lines = 60

  private func report(findings: Int, files: Int) throws -> Report {
    guard let id = CommitID(String(repeating: "a", count: 40)) else { throw Failure("40 digits are an id") }
    let path = { (index: Int) in "Sources/Shapes/Folder\(index / 20)/File\(index).swift" }
    let texts = (1...Self.lines).map {
      "\($0 % 3 == 0 ? "+" : " ")    let value\($0) = try compute(\"\($0)\", of: \($0))"
    }
    return Report(
      tool: "reviewbot 0.1.0",
      repository: Repository(forge: .github, name: "acme/shapes", cloneURL: "https://github.com/acme/shapes.git"),
      pullRequest: .init(
        number: 7, title: "Add shapes", author: "ada", url: "https://github.com/acme/shapes/pull/7", isFromFork: false),
      head: id, base: id, mergeBase: id, configurationHash: "", verdict: .findings, reasons: [], stages: [], runs: [],
      coverage: files == 0 ? nil : coverage(files, path),
      findings: (0..<findings).map { index in
        Finding(
          rule: "rule_\(index % 40)", severity: index % 3 == 0 ? .error : .warning, path: path(index % 200),
          range: SourceRange(
            startLine: 1 + index % Self.lines, startColumn: 5, endLine: 1 + index % Self.lines, endColumn: 9),
          message: "`value!` crashes when the value is missing",
          fingerprint: Fingerprint.name(of: "\(index)", digits: 16),
          isInChange: true)
      }, notes: [],
      change: ChangeSummary(ChangeSet(files: (0..<200).map { ChangedFile(path: path($0), status: .modified) })),
      sources: files == 0
        ? nil
        : (0..<files).map { index in
          ChangedSource(
            ChangedFile(path: path(index), status: .modified),
            sections: [.init(oldStart: 1, newStart: 1, lines: texts)])
        })
  }

  private func coverage(_ files: Int, _ path: (Int) -> String) -> PatchCoverage {
    PatchCoverage(
      counts: LineCounts(covered: 10 * files, missed: 5 * files), partials: .covered, target: "80", gate: .failed,
      files: (0..<files).map { index in
        PatchCoverage.File(
          path: path(index), counts: LineCounts(covered: 10, missed: 5), missedLines: [3...3, 9...12], partialLines: [],
          coveredLines: [15...24], uncoveredColumns: [[3, 5, 20], [9, 5, 20]])
      })
  }
}
