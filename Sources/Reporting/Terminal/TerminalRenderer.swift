// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

/// Writes a report for a terminal.
struct TerminalRenderer: ReportRenderer {
  let settings: TerminalSettings

  func render(_ report: Report) -> String {
    var page = TerminalPage(settings: settings)
    addHead(report, to: &page)
    addRemovedTests(report, to: &page)
    addFindings(report, to: &page)
    addSuppressions(report, to: &page)
    if let coverage = report.coverage { TerminalCoverage(coverage: coverage).add(to: &page) }
    addRuns(report, to: &page)
    addNotes(report, to: &page)
    addStages(report, to: &page)
    return page.text
  }

  private func addHead(_ report: Report, to page: inout TerminalPage) {
    page.title("reviewbot: \(report.verdictText)", report.verdict.isPassing ? .green : .red)
    let author = report.pullRequest.author.map { " by \($0)" } ?? ""
    page.line("\(report.repository.name) #\(report.pullRequest.number)\(author): \(report.pullRequest.title)")
    let base = report.pullRequest.baseBranch.map { "base \($0), " } ?? ""
    page.line("head \(report.head.short), \(base)merge base \(report.mergeBase.short)")
    if let scope = report.scope {
      let lead = scope.depth == .nothing ? "skipped" : "only rules were applied"
      page.line("\(lead): \(scope.reason)", lead: ("-", .bold))
    }
    for reason in report.informational ?? [] { page.line("not enforced: \(reason)", lead: ("-", .dim)) }
    for reason in report.reasons { page.line(reason, lead: ("-", .bold)) }
    page.title("Summary")
    let summary = ReportSummary(report: report)
    for row in summary.rows { page.line("\(row.state.rawValue) \(row.name): \(row.text)") }
  }

  private func addRemovedTests(_ report: Report, to page: inout TerminalPage) {
    guard let removed = report.removedTests, removed.count > 0 else { return }
    page.title(ReportSummary.title(of: removed))
    for test in removed.tests { page.line(test.description) }
    if removed.unlisted > 0 { page.line("and \(removed.unlisted) more") }
  }

  private func addFindings(_ report: Report, to page: inout TerminalPage) {
    let findings = ReportSummary(report: report).shownFindings
    guard !findings.isEmpty else { return }
    page.title("Findings")
    var path: String?
    let links = settings.hasLinks ? LineLinks(report) : nil
    let lines = SourceLines(report)
    let excerpts = TerminalFindings(settings)
    for finding in findings {
      if finding.path != path { page.line(finding.isAboutPullRequest ? finding.place : finding.path) }
      path = finding.path
      let place = finding.place
      page.line(
        "\(place): \(finding.message) (\(finding.rule))", indentation: 4, lead: TerminalPage.lead(finding.severity),
        link: finding.isAboutPullRequest
          ? nil : links?.address(of: finding.path, line: finding.range.startLine).map { (place, $0) })
      let text = lines.text(of: finding.path, line: finding.range.startLine)
      page.code(excerpts.excerpt(LocatedFinding(finding: finding, lineText: text)))
    }
  }

  /// The maximum number of listed suppressions; `report.json` contains more.
  private static let listedSuppressions = 10

  private func addSuppressions(_ report: Report, to page: inout TerminalPage) {
    guard let suppressions = report.suppressions else { return }
    let listed = Array(suppressions.listed.prefix(Self.listedSuppressions))
    page.list(suppressions.summary, listed, total: suppressions.counts.all) { entry in
      let parts = [
        "\(SuppressionMessages.place(entry)):", SuppressionMessages.kind(entry), entry.rule,
        SuppressionMessages.cause(entry),
      ]
      return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  private func addRuns(_ report: Report, to page: inout TerminalPage) {
    let sides = Set(report.runs.map(\.side)).count
    let packages = Set(report.runs.map(\.package)).count
    for run in report.runs {
      let parts = [
        sides > 1 ? run.side.rawValue : nil, packages > 1 ? (run.package.isEmpty ? "." : run.package) : nil,
      ].compactMap(\.self)
      let label = parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
      let errors = ReportSummary(report: report).buildErrors(run)
      TerminalRun(run: run, errors: errors, label: label, base: report.baseName).add(to: &page)
    }
  }

  private func addNotes(_ report: Report, to page: inout TerminalPage) {
    page.list("Notes", ReportSummary(report: report).notes) { $0 }
  }

  private func addStages(_ report: Report, to page: inout TerminalPage) {
    page.list("Stages", report.stages) { stage in
      let time = stage.status == .skipped ? "skipped" : String(duration: .milliseconds(stage.milliseconds))
      let status = stage.status == .failed ? ", failed" : ""
      let detail = stage.detail.map { ": \($0)" } ?? ""
      return "\(stage.name) \(time)\(status)\(detail)"
    }
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
