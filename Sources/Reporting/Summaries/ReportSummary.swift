// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// The lines that every way of showing a report has in common. Holds no text of the pull request.
struct ReportSummary {
  private let report: Report

  init(_ report: Report) {
    self.report = report
  }

  /// The findings that are shown, in order.
  var shownFindings: [Finding] {
    report.findings.filter(\.isShown).sorted(by: Finding.isInOrder)
  }

  var build: String? {
    let warnings = shownFindings.count { $0.rule == Finding.compilerWarning }
    return words(\.build).map { $0 + (warnings == 0 ? "" : "; \(counted(warnings, "compiler warning"))") }
  }

  /// The compiler's errors of a run that are no findings that are shown.
  func buildErrors(_ run: TestRun) -> [BuildDiagnostic] {
    let shown = shownFindings.filter { $0.rule == Finding.compilerError }
    return run.diagnostics.filter { diagnostic in
      diagnostic.severity == .error
        && !shown.contains {
          $0.path == diagnostic.path && $0.range.startLine == diagnostic.line && $0.message == diagnostic.message
        }
    }
  }

  var tests: String? { words(\.tests) }

  var coverage: String? {
    report.coverage.map { CoverageWords.line($0) }
  }

  /// Of the whole project.
  var project: String? {
    report.coverage.flatMap(CoverageWords.project)
  }

  var style: String {
    // What the compiler says is in the line about the build.
    let findings = report.findings.filter(\.isFromRule)
    let shown = findings.filter(\.isShown)
    let outside = findings.count - shown.count
    let counts = [(Severity.error, "error"), (.warning, "warning"), (.note, "note")].compactMap { severity, noun in
      let count = shown.count { $0.severity == severity }
      return count == 0 ? nil : counted(count, noun)
    }
    let inside = counts.isEmpty ? "nothing found in the change" : counts.joined(separator: ", ") + " in the change"
    return outside == 0 ? inside : "\(inside); \(outside) outside it"
  }

  /// Facts that belong nowhere else, in the words of the pull request some of them.
  var notes: [String] {
    let removed = report.removedTests?.unknown.map { "which tests of the base the change removes is not known: \($0)" }
    return report.notes + (report.coverage?.notes ?? []) + [removed].compactMap(\.self)
  }

  static func title(of removed: RemovedTests) -> String {
    "\(counted(removed.count, "test")) of the base \(removed.count == 1 ? "is" : "are") gone"
  }

  private func words(_ words: (RunWords) -> String) -> String? {
    let runs = RunWords.all(report)
    guard !runs.isEmpty else { return nil }
    return runs.map { (runs.count == 1 ? "" : "\($0.side.rawValue) ") + words($0) }.joined(separator: "; ")
  }
}
