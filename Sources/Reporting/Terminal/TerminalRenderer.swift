// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
package import ReviewContract

/// Writes a report for a terminal: what failed, findings and coverage, the results, and the verdict as the last line.
package struct TerminalRenderer: ReportRenderer {
  /// The maximum number of lines of a passed review; the page of the report contains everything.
  private static let linesOfPass = 36
  /// The maximum number of lines of a failed review about what is not its cause.
  private static let linesBesidesCauses = 60

  let settings: TerminalSettings

  package func render(_ report: Report) -> String {
    body(report) + "\n" + verdict(report)
  }

  /// Returns everything but the verdict.
  package func body(_ report: Report) -> String {
    let page = TerminalPage(settings: settings)
    let head = head(report, page)
    guard report.scope?.depth != .nothing else { return Self.text([head]) }
    let results = results(report, page)
    let budget =
      report.verdict.isPassing ? Self.linesOfPass - head.count - results.count - 3 : Self.linesBesidesCauses
    let sections = sections(report, page).fitted(into: max(0, budget))
    return Self.text([head] + sections.map(\.lines) + [results])
  }

  /// Returns the line with the verdict, such as `✅ reviewbot — passed · 2 things to look at · 31 s`.
  ///
  /// - Parameter verdict: the verdict in place of the report's, which is outdated.
  package func verdict(_ report: Report, as verdict: Verdict? = nil) -> String {
    let page = TerminalPage(settings: settings)
    let milliseconds = report.stages.reduce(0) { $0 + $1.milliseconds }
    let time = milliseconds == 0 ? nil : String(duration: .milliseconds(milliseconds))
    let headline = ReportSummary(report: report).headline
    let parts: [String?] =
      if let verdict {
        ["\(verdict.symbol) reviewbot — \(verdict.text)"]
      } else if let scope = report.scope, scope.depth == .nothing {
        ["\(headline.sign) \(headline.sentence): \(scope.reason)"]
      } else {
        ["\(headline.sign) \(headline.sentence)", time]
      }
    let isPassing = (verdict ?? report.verdict).isPassing
    return Self.text([page.title(parts.compactMap(\.self).joined(separator: " · "), isPassing ? .green : .red)])
  }

  /// Returns the parts with empty lines between them.
  private static func text(_ parts: [[String]]) -> String {
    parts.filter { !$0.isEmpty }.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }

  private func head(_ report: Report, _ page: TerminalPage) -> [String] {
    let author = report.pullRequest.author.map { " by \($0)" } ?? ""
    let base = report.pullRequest.baseBranch.map { " against \($0)" } ?? ""
    let partly = report.scope.flatMap { scope in
      scope.depth == .nothing ? nil : page.line("only rules were applied: \(scope.reason)")
    }
    return page.title("\(report.repository.name) #\(report.pullRequest.number)\(author): \(report.pullRequest.title)")
      + page.line("commit \(report.head.short)\(base), merge base \(report.mergeBase.short)") + (partly ?? [])
  }

  private func sections(_ report: Report, _ page: TerminalPage) -> [TerminalSection] {
    let runs = TerminalRuns(report: report, page: page)
    let coverage = report.coverage.map { coverage in
      TerminalCoverage(
        coverage: coverage, page: page, sources: SourceLines(report), isCause: coverage.gate == .failed)
    }
    let findings = TerminalReportFindings(report, page).section
    return runs.failures + reasons(report, page) + [findings].compactMap(\.self) + (coverage?.sections ?? [])
      + [removedTests(report, page), suppressions(report, page), oldFindings(report, page)].compactMap(\.self)
      + runs.others + [notes(report, page)]
  }

  /// The reasons of the gates, and what failed without a section of its own.
  private func reasons(_ report: Report, _ page: TerminalPage) -> [TerminalSection] {
    let list = { (lines: [String]) in
      lines.map { TerminalSection.Block(lines: page.line($0, lead: ("-", .bold))) }
    }
    let known = Set(report.reasons + report.runs.map(\.reason))
    let stages = report.stages.filter { $0.status == .failed && !known.contains($0.detail ?? "") }
      .map { "the stage \"\($0.name)\" failed\($0.detail.map { ": \($0)" } ?? "")" }
    return [
      page.section("Conflicts with \(report.baseName)", list(report.conflicts ?? []), isCause: true),
      page.section(NextSteps.text(report) ?? "Failed", list(report.reasons + stages), isCause: true),
      page.section("Not enforced", list(report.informational ?? [])),
    ]
  }

  private func removedTests(_ report: Report, _ page: TerminalPage) -> TerminalSection? {
    guard let removed = report.removedTests else { return nil }
    return page.section(
      ReportSummary.title(of: removed, base: report.baseName),
      removed.tests.map { TerminalSection.Block(lines: page.line($0.description)) }, total: removed.count)
  }

  /// The maximum number of listed suppressions and old findings; `report.json` contains more.
  private static let listedSuppressions = 10

  private func suppressions(_ report: Report, _ page: TerminalPage) -> TerminalSection? {
    guard let suppressions = report.suppressions else { return nil }
    let blocks = suppressions.listed.prefix(Self.listedSuppressions).map { entry in
      let parts = [
        "\(SuppressionMessages.place(entry)):", SuppressionMessages.kind(entry), entry.rule,
        SuppressionMessages.cause(entry),
      ]
      return TerminalSection.Block(lines: page.line(parts.filter { !$0.isEmpty }.joined(separator: " ")))
    }
    return page.section(
      "Suppressed by the change", blocks, total: suppressions.counts.all, isCause: !suppressions.reasons.isEmpty)
  }

  private func oldFindings(_ report: Report, _ page: TerminalPage) -> TerminalSection? {
    let old = ReportSummary(report: report).oldFindings
    guard !old.isEmpty else { return nil }
    return page.section(
      ReportSummary.title(ofOld: old),
      old.prefix(Self.listedSuppressions).map { finding in
        TerminalSection.Block(
          lines: page.line("\(finding.place): \(finding.severity.rawValue): \(finding.message) (\(finding.rule))"))
      }, total: old.count)
  }

  private func notes(_ report: Report, _ page: TerminalPage) -> TerminalSection {
    page.section(
      "Notes", ReportSummary(report: report).notes.map { TerminalSection.Block(lines: page.line($0)) })
  }

  /// The rows of the summary, and what the numbers leave out.
  private func results(_ report: Report, _ page: TerminalPage) -> [String] {
    let summary = ReportSummary(report: report)
    let rows = summary.rows.flatMap { row in
      page.line("\(row.state.rawValue) \(row.name): \(row.text)", indentation: 0)
    }
    let textless = summary.textless.map { "Not reviewed: \($0)." }
    let sentences = (CoverageMessages(report)?.footnotes ?? []) + [textless].compactMap(\.self)
    return rows + (sentences.isEmpty ? [] : page.title(sentences.joined(separator: " "), .dim))
  }
}

/// The capabilities of the terminal.
package struct TerminalSettings: Hashable, Sendable {
  package let hasColor: Bool
  /// The number of columns.
  package let width: Int
  /// Whether it supports links (OSC 8).
  package let hasLinks: Bool

  package init(hasColor: Bool, width: Int, hasLinks: Bool = false) {
    self.hasColor = hasColor
    self.hasLinks = hasLinks
    self.width = max(40, width)
  }

  /// - Parameter style: the parameters of SGR (ECMA-48).
  func styled(_ text: String, _ style: String) -> String {
    hasColor ? "\u{1b}[\(style)m\(text)\u{1b}[0m" : text
  }
}
