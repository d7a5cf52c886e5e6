// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Writes the comment of a pull request.
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
    return "## reviewbot: \(own: report.verdict.words)\n\n\(reasons)"
  }

  private func table(_ report: Report) -> Markdown {
    let summary = ReportSummary(report)
    let paths = (report.coverage?.paths ?? []).prefix(Self.listedPaths).map { path -> (Markdown, String?) in
      let names = path.patterns.prefix(Self.listedPatterns).map { "\(code: $0)" as Markdown }.joined(by: ", ")
      return ("Coverage of \(names)", report.coverage.map { CoverageWords.path(path, of: $0) })
    }
    let rows: [(Markdown, String?)] =
      [("Build", summary.build), ("Tests", summary.tests), ("Coverage", summary.coverage)] + paths
      + [("Project coverage", summary.project), ("Style", summary.style)]
    let lines = rows.compactMap { name, words in
      words.map { "| \(name) | \(own: $0) |\n" as Markdown }
    }
    return "| Check | Result |\n| --- | --- |\n\(lines.joined(by: ""))"
  }

  /// No times: they differ with each run, and a comment that says the same as before is not written again.
  private func footer(_ report: Report) -> Markdown {
    "\nHead \(code: report.head.hex), merge base \(code: report.mergeBase.hex), \(code: report.tool)\n"
  }
}
