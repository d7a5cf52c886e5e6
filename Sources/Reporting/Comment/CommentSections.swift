// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText
import ReviewContract

/// The collapsible sections of a comment, the most important first. Their shares add up to 100.
struct CommentSections {
  private let report: Report
  private let listedFindings: Int

  init(_ report: Report, listedFindings: Int) {
    self.report = report
    self.listedFindings = listedFindings
  }

  var all: [CommentSection] {
    let tests = TestSections(report) { label($0) }
    let sections =
      [tests.removed, buildErrors, tests.failures, tests.unfinished, tests.flaky, findings]
      + CoverageSections(report).all
      + [tests.output, tests.skipped, notes, log]
    return sections.compactMap { $0 }
  }

  private var buildErrors: CommentSection? {
    let errors = report.runs.flatMap { run in
      ReportSummary(report).buildErrors(run).map { (run, $0) }
    }
    return .list(counted(errors.count, "build error"), share: 12, errors) { run, error in
      "\(code: "\(error.path):\(error.line):\(error.column)")\(label(run)) \(prose: error.message)"
    }
  }

  private var findings: CommentSection? {
    let shown = ReportSummary(report).shownFindings
    // Errors first: they fail the review.
    let ranked = shown.filter { $0.severity == .error } + shown.filter { $0.severity != .error }
    return .list(
      counted(shown.count, "finding") + (shown.allSatisfy(\.isInChange) ? " in the change" : ""), share: 16,
      Array(ranked.prefix(listedFindings)),
      total: shown.count
    ) { finding in
      let place = "\(finding.path):\(finding.range.startLine):\(finding.range.startColumn)"
      let severity: Markdown =
        switch finding.severity {
        case .error: "error"
        case .warning: "warning"
        case .note: "note"
        }
      return "\(code: place) \(severity): \(prose: finding.message) (\(code: finding.rule))"
    }
  }

  private var notes: CommentSection? {
    let notes = ReportSummary(report).notes
    return .list(counted(notes.count, "note"), share: 5, notes) { "\(prose: $0)" }
  }

  /// Only for a run that failed without a failed test or a diagnostic.
  private var log: CommentSection? {
    let silent = report.runs.first { run in
      ![.passed, .noTests].contains(run.outcome) && run.failures.isEmpty && run.diagnostics.isEmpty
        && !run.logTail.isEmpty
    }
    return silent.map { run in
      CommentSection("End of the output", log: HostileText(run.logTail).lines(), share: 4)
    }
  }

  /// Names a run where there are several, with a space before it.
  private func label(_ run: TestRun) -> Markdown {
    let sides = Set(report.runs.map(\.side))
    let side: Markdown = sides.count > 1 ? (run.side == .head ? " (head)" : " (merge)") : ""
    let packages = Set(report.runs.map(\.package))
    return packages.count > 1 ? "\(side) in \(code: run.package.isEmpty ? "." : run.package)" : side
  }
}

extension CommentSection {
  /// - Parameter total: the number of items when `items` does not have all of them.
  /// - Returns: `nil` without items.
  static func list<Item>(
    _ summary: String, share: Int, _ items: [Item], total: Int? = nil, _ make: (Item) -> Markdown
  ) -> CommentSection? {
    let total = total ?? items.count
    guard total > 0 else { return nil }
    return CommentSection("\(own: summary)", items: items.map(make), unlisted: total - items.count, share: share)
  }
}
