// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
package import ReviewContract

/// A format of a whole report.
package enum ReportFormat: String, CaseIterable, Sendable {
  case html, markdown, json, sarif, junit, lcov, cobertura, gitlab, summary, badge
  /// Formats without a file: for a terminal, and as GitHub's workflow commands.
  case text, github

  /// The name of the format's file in the folder of the reports; `nil` for a format without a file.
  package var fileName: String? {
    switch self {
    case .html: "report.html"
    case .markdown: "report.md"
    case .json: "report.json"
    case .sarif: "report.sarif"
    case .junit: "junit.xml"
    case .lcov: "patch.lcov"
    case .cobertura: "cobertura.xml"
    case .gitlab: "gl-code-quality-report.json"
    case .summary: "step-summary.md"
    case .badge: "coverage.svg"
    case .text, .github: nil
    }
  }

  /// The formats with a file.
  package static var files: [ReportFormat] { allCases.filter { $0.fileName != nil } }
}

/// Renders a report in each ``ReportFormat``.
package struct ReportFiles: Sendable {
  /// The descriptions of the findings' rules in the formats.
  private let rules: [FindingList.Rule]
  private let comment: CommentSettings

  /// - Parameter comment: the settings of the Markdown.
  package init(rules: [FindingList.Rule], comment: CommentSettings) {
    self.rules = rules
    self.comment = comment
  }

  /// - Returns: `nil` when the report has no data for the format, such as coverage.
  /// - Throws: an error of the JSON encoder.
  package func render(
    _ report: Report, as format: ReportFormat,
    terminal: TerminalSettings = TerminalSettings(hasColor: false, width: 100)
  ) throws -> String? {
    switch format {
    case .html: ReportPage(rules: rules).render(report)
    case .markdown: MarkdownRenderer(settings: comment).render(report)
    case .json: try JSONRenderer().render(report)
    case .sarif: try FindingFormat.sarif.render(findings(report))
    case .gitlab: try FindingFormat.gitlab.render(findings(report))
    case .junit: ReportJUnit().render(report)
    case .lcov: LineReport(report).map(LCOVRenderer.render)
    case .cobertura: LineReport(report).map(CoberturaRenderer(tool: report.tool).render)
    case .summary: summary(report)
    case .badge: CoverageBadge(report)?.text
    case .text: TerminalRenderer(settings: terminal).render(report)
    case .github: AnnotationRenderer().render(report)
    }
  }

  /// The page of a CI job's summary: the comment with all of its sections, without its mark.
  private func summary(_ report: Report) -> String {
    let all = CommentSettings(marker: comment.marker, budget: comment.budget)
    let text = MarkdownRenderer(settings: all).render(report)
    let mark = comment.marker.line + "\n"
    return text.hasPrefix(mark) ? String(text.dropFirst(mark.count)) : text
  }

  /// Returns the shown findings, and the compiler's errors that are not among them.
  private func findings(_ report: Report) -> FindingList {
    let summary = ReportSummary(report: report)
    let errors = Set(report.runs.flatMap { summary.buildErrors($0) }).map { error in
      Finding(
        rule: Finding.compilerError, severity: .error, path: error.path,
        range: SourceRange(line: max(1, error.line), column: max(1, error.column)), message: error.message,
        fingerprint: Fingerprint.make(
          rule: Finding.compilerError, path: error.path, lineText: "\(error.line) \(error.message)", occurrence: 0))
    }
    let lines = SourceLines(report)
    return FindingList(
      tool: report.tool, root: "", mergeBase: report.mergeBase,
      entries: (summary.shownFindings + errors).map { finding in
        LocatedFinding(finding: finding, lineText: lines.text(of: finding.path, line: finding.range.startLine))
      }, notes: summary.notes, rules: report.rules(after: rules))
  }
}

extension ChangedSource.Section {
  /// The numbers and the texts of the lines of the new version.
  var newLines: [(number: Int, text: Substring)] {
    lines.lazy.map(Self.parts).filter { $0.mark != UInt8(ascii: "-") }.enumerated().map { index, line in
      (newStart &+ index, line.text)
    }
  }
}

/// The lines of the new versions of a report's sources. The lines are hostile text.
struct SourceLines {
  /// The texts by path, then by 1-based line.
  private let texts: [String: [Int: Substring]]

  init(_ report: Report) {
    texts = Dictionary((report.sources ?? []).map { ($0.path, Self.lines(of: $0)) }) { first, _ in first }
  }

  private static func lines(of source: ChangedSource) -> [Int: Substring] {
    var lines: [Int: Substring] = [:]
    for section in source.sections {
      for (number, text) in section.newLines { lines[number] = text }
    }
    return lines
  }

  /// - Returns: `nil` for a line that is not in the report.
  func text(of path: String, line: Int) -> String? { texts[path]?[line].map { String($0) } }
}
