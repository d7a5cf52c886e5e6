// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
package import ReviewContract

/// Renders the comment of a pull request.
struct MarkdownRenderer: ReportRenderer {
  private static let listedReasons = 5
  private static let listedPaths = 20
  private static let listedPatterns = 3
  let settings: CommentSettings

  func render(_ report: Report) -> String {
    if let scope = report.scope, scope.depth == .nothing {
      let skipped: Markdown = "## reviewbot: skipped\n\nNothing was reviewed: \(prose: scope.reason).\n"
      return settings.marker.line + "\n" + (skipped + footer(report)).text
    }
    let head = settings.marker.line + "\n" + (headline(report) + table(report)).text + "\n"
    let foot = footer(report).text
    let room = settings.budget - head.utf16.count - foot.utf16.count
    let sections = CommentSections(report, rulePage: settings.rulePage).chosen(by: settings.choice)
    return head + CommentLayout.fit(sections, into: room).map(\.text).joined() + foot
  }

  private func headline(_ report: Report) -> Markdown {
    let reasons = list(report.reasons) ?? ""
    let partly: Markdown = report.scope.map { "Only rules were applied: \(prose: $0.reason).\n\n" } ?? ""
    let step: Markdown = NextSteps.text(report).map { "**\(trusted: $0)**\n\n" } ?? ""
    let origin: Markdown =
      settings.isForeign
      ? "Reported by the pull request's own CI job, which its author controls. It does not replace a required check.\n\n"
      : ""
    return "## reviewbot: \(trusted: report.verdictText)\n\n\(origin)\(step)\(partly)\(reasons)\(informational(report))"
  }

  private func informational(_ report: Report) -> Markdown {
    list(report.informational ?? []).map { "Reported, but not required to pass:\n\n\($0)" } ?? ""
  }

  /// Returns a list that ends in an empty line; `nil` without reasons.
  private func list(_ reasons: [String]) -> Markdown? {
    let shown = reasons.prefix(Self.listedReasons).map { "- \(prose: $0)\n" as Markdown }
    let remaining = reasons.count - shown.count
    let more: Markdown = remaining > 0 ? "- and \(remaining) more\n" : ""
    return shown.isEmpty ? nil : "\(shown.joined(by: ""))\(more)\n"
  }

  private func table(_ report: Report) -> Markdown {
    let summary = ReportSummary(report: report)
    let paths = (report.coverage?.paths ?? []).prefix(Self.listedPaths).map { path -> (Markdown, String?) in
      let names = path.patterns.prefix(Self.listedPatterns).map { "\(code: $0)" as Markdown }.joined(by: ", ")
      return ("Coverage of \(names)", report.coverage.map { CoverageMessages.path(path, of: $0) })
    }
    let rows: [(Markdown, String?)] =
      [
        ("Build", summary.build), ("Tests", summary.tests), ("Coverage", summary.coverage),
      ] + paths
      + [
        ("Project coverage", summary.project), ("Style", summary.style), ("Suppressed", summary.suppressed),
        ("Unchecked", summary.unchecked),
        ("Not reviewed", summary.textless),
      ]
    let bar = report.coverage.flatMap { TextBar.text($0.counts, $0.partials) }.map { "\($0) " } ?? ""
    let lines = rows.compactMap { name, result in
      (name == "Coverage" ? result.map { bar + $0 } : result).map { "| \(name) | \(trusted: $0) |\n" as Markdown }
    }
    return "| Check | Result |\n| --- | --- |\n\(lines.joined(by: ""))"
  }

  /// The footer has no durations, so that an unchanged comment is not published again.
  private func footer(_ report: Report) -> Markdown {
    let base: Markdown = report.pullRequest.baseBranch.map { "base \(code: $0), " } ?? ""
    return "\nHead \(code: report.head.hex), \(base)merge base \(code: report.mergeBase.hex), \(code: report.tool)\n"
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
  /// Renders a measurement that is not part of a report.
  package let lines: CoverageRenderer

  package init() {
    json = JSONRenderer()
    annotations = AnnotationRenderer()
    summary = SummaryRenderer()
    lines = CoverageRenderer()
  }

  /// Creates the renderer of a comment's Markdown.
  package func comment(_ settings: CommentSettings) -> any ReportRenderer { MarkdownRenderer(settings: settings) }

  /// Creates the renderer of text for a terminal.
  package func terminal(_ settings: TerminalSettings) -> any ReportRenderer { TerminalRenderer(settings: settings) }
}
