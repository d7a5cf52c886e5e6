// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTMLTemplates
import ReviewContract

/// The values of a page.
///
/// The properties of a view are the names in its template. A template finds a name that is `nil` in the views around,
/// so an optional property has a name that they do not have.
struct PageView: Sendable {
  let repository: String
  let number: Int
  let title: String
  let verdict: String
  let addressHTML: HTML?
  /// The verdict, or that the review was skipped.
  let outcome: String
  let tone: Tone
  let summary: PageSummary
  let sections: PageSections
  let fileCount: Int?
  let unlistedFiles: Int?
  let tool: String
  let head: String
  let baseBranch: String?
  let mergeBase: String
  let toolchain: String
  /// The data for the script.
  let dataHTML: HTML

  init(_ report: Report, rules: [FindingList.Rule]) {
    let rules = Dictionary(rules.map { ($0.id, $0) }) { first, _ in first }
    let files = PageFiles(report, notes: PageNotes(report, rules: rules))
    repository = report.repository.name
    number = report.pullRequest.number
    title = report.pullRequest.title
    verdict = report.verdictText
    addressHTML = report.pullRequest.url.flatMap { HTML.isLink($0) ? "\(url: $0)" : nil }
    let isSkipped = report.scope?.depth == .nothing
    outcome = isSkipped ? "skipped" : report.verdictText
    tone = isSkipped ? .none : Tone(report.verdict)
    summary = PageSummary(report, tone)
    sections = PageSections(report, files, rules: rules)
    fileCount = files.sources.count.unlessZero
    unlistedFiles = report.sources.flatMap { _ in (report.change.files - files.sources.count).unlessZero }
    tool = report.tool
    head = report.head.short
    baseBranch = report.pullRequest.baseBranch
    mergeBase = report.mergeBase.short
    toolchain = report.runs.first?.toolchain ?? ""
    dataHTML = "\(trusted: files.json)"
  }
}

/// The rating of a result, as a class of the style.
enum Tone: String {
  case good, warn, bad, note, none

  init(_ verdict: Verdict) {
    self =
      switch verdict {
      case .passed: .good
      case .noTests, .superseded: .warn
      default: .bad
      }
  }

  init(_ state: SummaryRow.State) {
    self =
      switch state {
      case .passed: .good
      case .note: .note
      case .warning: .warn
      case .failed: .bad
      }
  }

  var icon: HTML {
    let path: HTML =
      switch self {
      case .good: "<path d=\"m6 12.5 4 4 8-9\"/>"
      case .bad: "<path d=\"m7 7 10 10M17 7 7 17\"/>"
      case .warn: "<path d=\"M12 6v7m0 4v.1\"/>"
      case .note: "<path d=\"M12 11v7m0-12v.1\"/>"
      case .none: "<path d=\"M7 12h10\"/>"
      }
    return """
      <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" \
      stroke-linejoin="round" aria-hidden="true">\(path)</svg>
      """
  }
}
