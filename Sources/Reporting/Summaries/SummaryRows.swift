// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

/// The result of one kind of check, in a row that all renderers show.
struct SummaryRow {
  /// What a reader has to do about it.
  enum State: String {
    case passed = "✅"
    /// To know.
    case note = "ℹ️"
    /// To look at.
    case warning = "⚠️"
    case failed = "❌"
  }

  enum Kind: Hashable {
    case runs, removedTests, coverage
    /// The coverage of the files that some patterns match.
    case paths([String])
    case project, style, ignored, suppressed, unchecked
  }

  let kind: Kind
  let state: State
  /// A sentence without a full stop, which can have text of the pull request.
  let text: String

  var name: String {
    switch kind {
    case .runs: "Build and tests"
    case .removedTests: "Removed tests"
    case .coverage: "Coverage of the change"
    case .paths(let patterns): "Coverage of \(patterns.joined(separator: ", "))"
    case .project: "Project coverage"
    case .style: "Style"
    case .ignored: "Ignored"
    case .suppressed: "Suppressed"
    case .unchecked: "Not checked"
    }
  }
}

extension ReportSummary {
  /// The maximum number of rows about the coverage of some of the files.
  private static let listedPaths = 20

  var rows: [SummaryRow] {
    [runsRow, removedTestsRow, coverageRow].compactMap(\.self) + pathRows
      + [projectRow, styleRow, ignoredRow, suppressedRow, uncheckedRow].compactMap(\.self)
  }

  /// The number of rows that a reader of a passed review may want to look at.
  var thingsToLookAt: Int { rows.count { $0.state != .passed } }

  private var isPassing: Bool { report.verdict.isPassing }

  private var runsRow: SummaryRow? {
    runs.map { text in
      let sides = RunMessages.all(report)
      let isWhole = sides.allSatisfy(\.isPassing) && report.verdict != .noTests
      let isUnstable = report.runs.contains { !$0.flaky.isEmpty } || shown.contains(where: \.isFromCompiler)
      // Failures that the base has as well, or that never fail a review.
      let failed: SummaryRow.State = isPassing ? .warning : .failed
      return SummaryRow(kind: .runs, state: isWhole ? (isUnstable ? .warning : .passed) : failed, text: text)
    }
  }

  private var removedTestsRow: SummaryRow? {
    guard let removed = report.removedTests, removed.count > 0 else { return nil }
    return SummaryRow(kind: .removedTests, state: .warning, text: Self.title(of: removed, base: report.baseName))
  }

  private var coverageRow: SummaryRow? {
    guard let coverage = report.coverage, let messages = CoverageMessages(report) else { return nil }
    let isWhole = messages.missedLines(coverage.counts) == 0 && coverage.missing.isEmpty
    let state: SummaryRow.State =
      coverage.gate == .failed
      ? .failed : coverage.isDoubtful || !coverage.missing.isEmpty ? .warning : isWhole ? .passed : .note
    return SummaryRow(kind: .coverage, state: state, text: messages.patch)
  }

  private var pathRows: [SummaryRow] {
    guard let messages = CoverageMessages(report) else { return [] }
    return (report.coverage?.paths ?? []).prefix(Self.listedPaths).map { path in
      let state: SummaryRow.State =
        path.gate == .failed
        ? .failed : messages.missedLines(path.counts) == 0 && path.gateReason == nil ? .passed : .note
      return SummaryRow(kind: .paths(path.patterns), state: state, text: messages.path(path))
    }
  }

  private var projectRow: SummaryRow? {
    guard let coverage = report.coverage, let project = coverage.project, let text = CoverageMessages(report)?.project
    else { return nil }
    let share = project.counts.percentage(partials: coverage.partials)
    let isKept = project.adjustedBase.map { share.reaches($0.percentage(partials: coverage.partials)) } ?? true
    let state: SummaryRow.State = project.gate == .failed ? .failed : isKept ? .passed : .note
    return SummaryRow(kind: .project, state: state, text: text)
  }

  private var styleRow: SummaryRow? {
    let shown = report.findings.filter { $0.isFromRule && $0.isShown }
    // A review that ended early did not necessarily apply any rule.
    let isEarly = [.conflict, .superseded, .couldNotRun].contains(report.verdict)
    if isEarly, shown.isEmpty, !report.stages.contains(where: { $0.name == "rules" && $0.status == .done }) {
      return nil
    }
    let state: SummaryRow.State =
      switch shown.map(\.severity).max() {
      case .error: .failed
      case .warning: .warning
      case .note: .note
      case nil: .passed
      }
    return SummaryRow(kind: .style, state: state, text: style)
  }

  private var ignoredRow: SummaryRow? {
    ignored.map { SummaryRow(kind: .ignored, state: .warning, text: $0) }
  }

  private var suppressedRow: SummaryRow? {
    report.suppressions.map { suppressions in
      SummaryRow(
        kind: .suppressed, state: suppressions.reasons.isEmpty ? .warning : .failed, text: suppressions.summary)
    }
  }

  private var uncheckedRow: SummaryRow? {
    unchecked.map { text in
      let isError = report.findings.contains { $0.isAboutUncheckedFile && $0.severity == .error }
      return SummaryRow(kind: .unchecked, state: isError && !isPassing ? .failed : .warning, text: text)
    }
  }
}
