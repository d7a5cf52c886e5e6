// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Renders the comment of a pull request.
struct MarkdownRenderer: ReportRenderer {
  private static let listedReasons = 5
  private static let listedPaths = 20
  private static let listedPatterns = 3
  private let settings: CommentSettings

  init(_ settings: CommentSettings) {
    self.settings = settings
  }

  func render(_ report: Report) -> String {
    let head = settings.marker.line + "\n" + (headline(report) + table(report)).text + "\n"
    let foot = footer(report).text
    let room = settings.budget - head.utf16.count - foot.utf16.count
    let sections = CommentSections(report, listedFindings: settings.listedFindings).all
    return head + CommentLayout.fit(sections, into: room).map(\.text).joined() + foot
  }

  private func headline(_ report: Report) -> Markdown {
    let shown = report.reasons.prefix(Self.listedReasons).map { "- \(prose: $0)\n" as Markdown }
    let left = report.reasons.count - shown.count
    let more: Markdown = left > 0 ? "- and \(left) more\n" : ""
    let reasons: Markdown = shown.isEmpty ? "" : "\(shown.joined(by: ""))\(more)\n"
    return "## reviewbot: \(own: report.verdict.text)\n\n\(reasons)"
  }

  private func table(_ report: Report) -> Markdown {
    let summary = ReportSummary(report)
    let paths = (report.coverage?.paths ?? []).prefix(Self.listedPaths).map { path -> (Markdown, String?) in
      let names = path.patterns.prefix(Self.listedPatterns).map { "\(code: $0)" as Markdown }.joined(by: ", ")
      return ("Coverage of \(names)", report.coverage.map { CoverageMessages.path(path, of: $0) })
    }
    let rows: [(Markdown, String?)] =
      [("Build", summary.build), ("Tests", summary.tests), ("Coverage", summary.coverage)] + paths
      + [("Project coverage", summary.project), ("Style", summary.style)]
    let lines = rows.compactMap { name, words in
      words.map { "| \(name) | \(own: $0) |\n" as Markdown }
    }
    return "| Check | Result |\n| --- | --- |\n\(lines.joined(by: ""))"
  }

  /// Without durations: an unchanged comment is not published again.
  private func footer(_ report: Report) -> Markdown {
    "\nHead \(code: report.head.hex), merge base \(code: report.mergeBase.hex), \(code: report.tool)\n"
  }
}

/// Writes `report.json`.
struct JSONRenderer: ReportRenderer {
  func render(_ report: Report) throws -> String {
    String(decoding: try ReportFile.encode(report), as: UTF8.self)
  }
}

/// The renderers of reports and of their parts, for people and for programs.
package struct ReportingAssembly: Sendable {
  /// Renders `report.json`.
  package let json: any ReportRenderer
  /// Renders workflow commands, which GitHub shows at the lines of a change.
  package let annotations: any ReportRenderer
  /// Renders the one line of a commit status.
  package let summary: any ReportRenderer
  /// Renders findings that are not part of a report.
  package let findings: FindingRenderer
  /// Renders a measurement that is not part of a report.
  package let lines: CoverageRenderer

  package init() {
    json = JSONRenderer()
    annotations = AnnotationRenderer()
    summary = SummaryRenderer()
    findings = FindingRenderer()
    lines = CoverageRenderer()
  }

  /// Makes the renderer of a comment's Markdown.
  package func comment(_ settings: CommentSettings) -> any ReportRenderer { MarkdownRenderer(settings) }

  /// Makes the renderer of text for a terminal.
  package func terminal(_ settings: TerminalSettings) -> any ReportRenderer { TerminalRenderer(settings) }
}
