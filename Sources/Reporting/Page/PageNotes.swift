// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HostileText
import ReviewContract

/// An annotation at a line of a page: a finding, a compiler's error, or a failed test.
struct PageNote {
  let path: String
  /// The 1-based line; 0 for the whole file.
  let line: Int
  let severity: Severity
  let kind: String
  let title: String
  let text: String
  var columns: ClosedRange<Int>?
  var output: String?
  var suggestion: String?
  var helpURL: String?

  /// - Parameter lineText: the text of the line in the file.
  func write(to json: inout JSONText, lineText: Substring?) {
    json.object { json in
      json.member("line", line)
      json.member("level", severity.rawValue)
      json.member("kind", kind)
      json.member("title", HostileText(title).line())
      json.member("text", HostileText(text).line(limit: 400))
      json.member("output", output.map { HostileText($0).lines().suffix(12).joined(separator: "\n") })
      json.member("fix", suggestion.map { HostileText($0).lines().prefix(20).joined(separator: "\n") })
      json.member("url", helpURL)
      guard let columns, let lineText else { return }
      let offsets = PageLine.offsets(columns, in: lineText)
      json.array("columns", [offsets.from, max(offsets.from + 1, offsets.to)]) { $0.value($1) }
    }
  }
}

/// The notes of a report, by file.
struct PageNotes {
  /// The maximum number of findings at their lines; the other formats contain all.
  private static let maximum = 1000

  private let byPath: [String: [PageNote]]
  /// The number of findings that are left out.
  let unlisted: Int

  init(_ report: Report, rules: [String: FindingList.Rule]) {
    let summary = ReportSummary(report: report)
    let findings = summary.shownFindings.filter { !$0.isAboutPullRequest }
    let shown = findings.prefix(Self.maximum).map { finding in
      let range = finding.range
      let end = range.endLine == range.startLine ? max(range.startColumn, range.endColumn) : Int(Int32.max)
      return PageNote(
        path: finding.path, line: finding.isAboutUnreadFile ? 0 : range.startLine, severity: finding.severity,
        kind: finding.severity.rawValue, title: finding.rule, text: finding.message,
        columns: finding.isFromCompiler || range.startColumn > end ? nil : range.startColumn...end,
        suggestion: finding.suggestion?.replacement, helpURL: rules[finding.rule]?.helpURL)
    }
    unlisted = findings.count - shown.count
    let errors = report.runs.flatMap { summary.buildErrors($0) }.prefix(Self.maximum).map { error in
      PageNote(
        path: error.path, line: error.line, severity: .error, kind: "build error", title: "This does not compile",
        text: error.message)
    }
    let failures = report.runs.flatMap(\.failures).prefix(Self.maximum).compactMap { failure in
      failure.path.map { path in
        PageNote(
          path: path, line: failure.line ?? 0, severity: .error, kind: "failed test", title: failure.id.description,
          text: failure.message, output: failure.output)
      }
    }
    // The merge and the head can have the same failure.
    var seen: Set<[String]> = []
    let all = (errors + failures + shown).filter { seen.insert([$0.path, "\($0.line)", $0.title, $0.text]).inserted }
    byPath = Dictionary(grouping: all, by: \.path)
  }

  var paths: Set<String> { Set(byPath.keys) }

  func of(_ path: String) -> [PageNote] { byPath[path] ?? [] }
}
