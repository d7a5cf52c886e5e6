// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTMLTemplates
package import ReviewContract

/// Renders the comment of a pull request: the verdict, what failed, a row for each kind of check, and folded sections.
struct MarkdownRenderer: ReportRenderer {
  private static let listedReasons = 5
  private static let listedPatterns = 3
  let settings: CommentSettings

  func render(_ report: Report) -> String {
    if let scope = report.scope, scope.depth == .nothing {
      let (sign, sentence) = ReportSummary(report: report).headline
      let skipped: Markdown =
        "### \(trusted: sign) \(trusted: sentence)\n\nNothing was reviewed: \(prose: scope.reason).\n\n"
      return settings.marker.line + "\n" + (skipped + references(report)).text
    }
    let summary = ReportSummary(report: report)
    let sections = CommentSections(report, hasIdentifiers: settings.readsCommands, rulePage: settings.rulePage)
    let rows = summary.rows
    let isClean = report.verdict == .passed && summary.thingsToLookAt == 0 && report.informational == nil
    let head =
      settings.marker.line + "\n" + (headline(report, summary) + (isClean ? "" : reasons(report, summary))).text
    let foot = footnotes(report).text
    let short = settings.budget - [head, foot].reduce(0) { $0 + $1.utf16.count }
    func middle(_ sections: CommentSections?) -> String {
      let table: Markdown =
        isClean ? "\(sentence(rows))\n\n" : "\(self.table(rows, sections, hasChecks: report.verdict == .superseded))\n"
      return (table + references(report)).text
    }
    // Long paths are left out of the table before anything else.
    let whole = middle(sections)
    let middle = whole.utf16.count > short / 2 ? middle(nil) : whole
    let room = short - middle.utf16.count
    let causes = report.verdict.isPassing ? [] : sections.causes(in: settings.choice)
    let open = causes.compactMap { cause in
      // The folded sections keep half of the comment.
      cause.open(within: room / 2 / causes.count).map { (section: cause, text: $0) }
    }
    let folded = sections.chosen(by: settings.choice, without: open.map(\.section)).filter { section in
      // A review with nothing to look at lists no skipped tests.
      !isClean || section.isOpen || section.group == .notes
    }
    let rest = CommentLayout.fit(folded, into: room - open.reduce(0) { $0 + $1.text.size })
    return head + open.map(\.text.text).joined() + middle + rest.map(\.text).joined() + foot
  }

  private func headline(_ report: Report, _ summary: ReportSummary) -> Markdown {
    let (sign, sentence) = summary.headline
    let origin: Markdown =
      settings.isForeign
      ? "Reported by the pull request's own CI job, which its author controls. It does not replace a required check.\n\n"
      : ""
    let partly: Markdown = report.scope.map { "Only rules were applied: \(prose: $0.reason).\n\n" } ?? ""
    let step: Markdown = NextSteps.text(report).map { "**\(trusted: $0)**\n\n" } ?? ""
    return "### \(trusted: sign) \(trusted: sentence)\n\n\(origin)\(step)\(partly)"
  }

  private func reasons(_ report: Report, _ summary: ReportSummary) -> Markdown {
    let optional: Markdown = list(report.informational ?? []).map { "Not enforced:\n\n\($0)" } ?? ""
    return (list(summary.untoldReasons) ?? "") + optional
  }

  /// Returns a list that ends in an empty line; `nil` without reasons.
  private func list(_ reasons: [String]) -> Markdown? {
    let shown = reasons.prefix(Self.listedReasons).map { "- \(prose: $0)\n" as Markdown }
    let remaining = reasons.count - shown.count
    let more: Markdown = remaining > 0 ? "- and \(remaining) more\n" : ""
    return shown.isEmpty ? nil : "\(shown.joined(by: ""))\(more)\n"
  }

  /// Returns the results of a review without anything to look at.
  private func sentence(_ rows: [SummaryRow]) -> Markdown {
    rows.map { "\(prose: $0.kind == .runs || $0.kind == .style ? $0.text : "\($0.name): \($0.text)")" as Markdown }
      .joined(by: " · ")
  }

  /// - Parameter sections: what the rows link to; `nil` for a table without paths.
  private func table(_ rows: [SummaryRow], _ sections: CommentSections?, hasChecks: Bool) -> Markdown {
    guard !rows.isEmpty else { return hasChecks ? "" : "Nothing was checked.\n" }
    let lines = rows.map { row -> Markdown in
      "| \(trusted: row.state.rawValue) \(name(row, sections)) | \(result(row, sections)) |\n"
    }
    return "| | |\n|---|---|\n\(lines.joined(by: ""))"
  }

  private func name(_ row: SummaryRow, _ sections: CommentSections?) -> Markdown {
    guard case .paths(let patterns) = row.kind else { return "\(trusted: row.name)" }
    guard sections != nil else { return "Coverage of \(trusted: counted(patterns.count, "pattern"))" }
    let names = patterns.prefix(Self.listedPatterns).map { "\(code: $0)" as Markdown }.joined(by: ", ")
    return "Coverage of \(names)"
  }

  private func result(_ row: SummaryRow, _ sections: CommentSections?) -> Markdown {
    guard row.kind == .coverage, let sections, let messages = CoverageMessages(sections.report) else {
      return "\(prose: row.text)"
    }
    let share: Markdown = messages.share.map { "**\(trusted: $0)** — " } ?? ""
    let places: Markdown = sections.missedPlaces.map { " (\($0))" } ?? ""
    let remarks = messages.remarks.map { " · \(prose: $0)" as Markdown }.joined(by: "")
    return "\(share)\(trusted: messages.missed)\(places)\(remarks)"
  }

  /// The report, the commit and the command that repeats the review.
  private func references(_ report: Report) -> Markdown {
    let links = LineLinks(report)
    let page = settings.choice.reportURL?.address(of: report)
    let commit = ("\(code: report.head.short)" as Markdown).linked(to: links?.commit)
    let base: Markdown = report.pullRequest.baseBranch.map { " against \(code: $0)" } ?? ""
    let command: Markdown? =
      report.repository.forge == .local
      ? nil : "reproduce: \(code: "reviewbot check --pr \(report.pullRequest.number)")"
    let parts: [Markdown?] = [
      page.map { ("Open the full report" as Markdown).linked(to: $0) }, "commit \(commit)\(base)", command,
    ]
    return "\(parts.compactMap(\.self).joined(by: " · "))\n\n"
  }

  /// What the numbers leave out, and the program. There are no durations, so that an unchanged comment is not published again.
  private func footnotes(_ report: Report) -> Markdown {
    var sentences: [Markdown] = []
    if let messages = CoverageMessages(report) {
      sentences += messages.footnotes.map {
        "\(prose: $0.replacing(CoverageMessages.mark, with: "`\(CoverageMessages.mark)`"))"
      }
      if messages.hasNoTarget, messages.share != nil { sentences.append("No coverage target is set.") }
    }
    if let textless = ReportSummary(report: report).textless { sentences.append("Not reviewed: \(trusted: textless).") }
    if settings.readsCommands, report.findings.contains(where: \.isIgnorable) {
      // The name of a marker has only letters, digits and hyphens.
      let command: Markdown = "\(code: "/\(settings.marker.name) ignore FINDING")"
      sentences.append("\(command) leaves a finding out until the next push, by the identifier after it.")
    }
    sentences.append("\(prose: report.tool)")
    return "\n<sub>\(sentences.joined(by: " "))</sub>\n"
  }
}

extension Verdict {
  /// The sign before the verdict.
  var symbol: String {
    switch self {
    case .passed: "✅"
    case .noTests, .superseded, .couldNotRun: "⚠️"
    case .conflict, .buildFailed, .timedOut, .crashed, .testsFailed, .findings, .coverage: "❌"
    }
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
  package func terminal(_ settings: TerminalSettings) -> TerminalRenderer { TerminalRenderer(settings: settings) }
}
