// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HostileText
import ReviewContract

/// The lines that all renderings of a report share. Only ``notes`` can have text of the pull request.
struct ReportSummary {
  let report: Report

  /// `✅` and `reviewbot — passed · 2 things to look at`
  var headline: (sign: String, sentence: String) {
    if report.scope?.depth == .nothing { return ("➖", "reviewbot — skipped") }
    let count = report.verdict.isPassing ? thingsToLookAt : 0
    let things = count == 0 ? "" : " · \(counted(count, "thing")) to look at"
    return (report.verdict.symbol, "reviewbot — \(report.verdictText)\(things)")
  }

  /// The findings that are shown, in the order of the report.
  var shown: [Finding] { report.findings.filter(\.isShown) }

  /// The findings of rules that do not count, if the configuration has them listed; by file in natural order.
  var oldFindings: [Finding] {
    guard report.selection?.old == .list else { return [] }
    return inNaturalOrder(report.findings.filter { $0.isFromRule && !$0.isShown })
  }

  /// `13 old findings in the changed files, not counted`
  static func title(ofOld findings: [Finding]) -> String {
    "\(counted(findings.count, "old finding")) in the changed files, not counted"
  }

  /// The findings that are shown, by file in natural order.
  var shownFindings: [Finding] { inNaturalOrder(shown) }

  private func inNaturalOrder(_ shown: [Finding]) -> [Finding] {
    let paths = Set(shown.map(\.path)).map(NaturalPath.init).sorted()
    let ranks = Dictionary(paths.enumerated().map { ($1.path, $0) }) { first, _ in first }
    return shown.sorted { left, right in
      let (rank, other) = (ranks[left.path, default: 0], ranks[right.path, default: 0])
      return rank == other ? Finding.isInOrder(left, right) : rank < other
    }
  }

  /// The reasons of a failure that no row repeats, and that do not only count the errors and conflicts, which are listed.
  var untoldReasons: [String] {
    let told = rows.filter { $0.state == .failed }.map(\.text)
    let listed = [
      VerdictJudge.reason(errors: report.errorsInChange), VerdictJudge.reason(conflicts: report.conflicts ?? []),
    ]
    return report.reasons.filter { reason in !listed.contains(reason) && !told.contains { $0.contains(reason) } }
  }

  /// Returns the compiler's errors of a run that are not among ``shownFindings``.
  func buildErrors(_ run: TestRun) -> [BuildDiagnostic] {
    let shown = shown.filter { $0.rule == Finding.compilerError }
    return run.diagnostics.filter { diagnostic in
      diagnostic.severity == .error
        && !shown.contains {
          $0.path == diagnostic.path && $0.range.startLine == diagnostic.line && $0.message == diagnostic.message
        }
    }
  }

  /// The results of the build and of the tests; `nil` without runs.
  var runs: String? {
    let warnings = shown.count { $0.rule == Finding.compilerWarning }
    return RunMessages.result(report).map { $0 + (warnings == 0 ? "" : ", \(counted(warnings, "compiler warning"))") }
  }

  /// `11 warnings on changed lines (13 more in the same files, not counted)`
  var style: String {
    // The compiler's findings are in the line about the build.
    let findings = report.findings.filter(\.isFromRule)
    let shown = findings.filter(\.isShown)
    let others = findings.count - shown.count
    let counts = Self.counts(shown)
    let more = others == 0 ? "" : " (\(others)\(counts.isEmpty ? "" : " more") in the same files, not counted)"
    let place =
      switch report.selection?.scope ?? .added {
      case .added: "on changed lines"
      case .hunk: "on changed lines and around them"
      case .file: "in changed files"
      }
    return "\(counts.isEmpty ? "no findings" : counts) \(place)\(more)"
  }

  /// `1 error, 11 warnings`; empty without findings.
  static func counts(_ findings: [Finding]) -> String {
    [(Severity.error, "error"), (.warning, "warning"), (.note, "note")].compactMap { severity, noun in
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : counted(count, noun)
    }.joined(separator: ", ")
  }

  /// The number of changed sources that were not checked; `nil` if all were.
  var unchecked: String? { UncheckedFiles.summary(report.findings) }

  /// `2 findings ignored until the next push, by ada, joe`; `nil` for none.
  var ignored: String? {
    guard let ignored = report.ignored, !ignored.isEmpty else { return nil }
    let accounts = Set(ignored.map(\.account)).sorted().joined(separator: ", ")
    return "\(counted(ignored.count, "finding")) ignored until the next push, by \(accounts)"
  }

  /// What the change suppresses; `nil` for nothing.
  var suppressed: String? { report.suppressions?.summary }

  /// The changed files without text; `nil` if all have text.
  var textless: String? {
    let counts = [
      (report.change.binaries, "binary file"), (report.change.symbolicLinks, "symbolic link"),
      (report.change.submodules, "submodule"),
    ].compactMap { count, noun in count.flatMap { $0 == 0 ? nil : counted($0, noun) } }
    return counts.isEmpty ? nil : counts.joined(separator: ", ")
  }

  /// Facts without a section of their own, some with text of the pull request.
  var notes: [String] {
    report.notes + (report.coverage?.notes ?? [])
  }

  static func title(of removed: RemovedTests, base: String = "the base") -> String {
    "\(counted(removed.count, "test")) of \(base) \(removed.count == 1 ? "was" : "were") removed"
  }
}

extension [Finding] {
  var worst: Severity { map(\.severity).max() ?? .note }

  /// The findings by rule, the rules with errors first, because they fail the review.
  var byRule: [[Finding]] {
    Dictionary(grouping: self, by: \.rule).values.sorted { left, right in
      left.worst == right.worst
        ? (right.count, left[0].rule) < (left.count, right[0].rule) : left.worst > right.worst
    }
  }
}

/// Renders the description of a commit status.
struct SummaryRenderer: ReportRenderer {
  /// GitHub refuses a longer description of a commit status ("description is too long (maximum is 140 characters)").
  static let limit = 140

  func render(_ report: Report) -> String {
    let summary = ReportSummary(report: report)
    if let scope = report.scope, scope.depth == .nothing {
      return String("skipped: \(HostileText(scope.reason).line())".prefix(Self.limit))
    }
    var parts = [report.verdictText]
    if let scope = report.scope { parts.append("only rules: \(HostileText(scope.reason).line())") }
    let sides = RunMessages.all(report)
    let runs = (sides.first { $0.runs.contains { $0.tests.failed > 0 } } ?? sides.first)?.runs ?? []
    let total = runs.reduce(0) { $0 + $1.tests.total }
    let failed = runs.reduce(0) { $0 + $1.tests.failed }
    let flaky = runs.reduce(0) { $0 + $1.flaky.count }
    if total > 0 {
      let count = counted(total, "test")
      parts.append((failed > 0 ? "\(failed) of \(count) failed" : count) + (flaky > 0 ? ", \(flaky) flaky" : ""))
    }
    if let messages = CoverageMessages(report), let share = messages.share {
      parts.append("coverage of the change \(share)\(messages.distrust == nil ? "" : ", do not trust this number")")
    }
    if let unchecked = summary.unchecked { parts.insert(unchecked, at: 1) }
    if summary.shownFindings.contains(where: \.isFromRule) { parts.append(summary.style) }
    if let ignored = report.ignored { parts.append("\(counted(ignored.count, "finding")) ignored") }
    if let suppressed = summary.suppressed { parts.append(suppressed) }
    if let project = project(report) { parts.append(project) }
    return String(Self.fitting(parts).prefix(Self.limit))
  }

  /// `project 81.2 % (+0.4)`
  private func project(_ report: Report) -> String? {
    guard let coverage = report.coverage, let project = coverage.project, project.counts.measurable > 0 else {
      return nil
    }
    let share = project.counts.percentage(partials: coverage.partials)
    let difference = project.adjustedBase
      .flatMap { share.difference(from: $0.percentage(partials: coverage.partials)) }
    return "project \(share) %" + (difference.map { " (\($0))" } ?? "")
  }

  /// Returns the parts that fit, in order.
  private static func fitting(_ parts: [String]) -> String {
    parts.dropFirst().reduce(parts.first ?? "") { line, part in
      let longer = "\(line) · \(part)"
      return longer.count <= limit ? longer : line
    }
  }
}
