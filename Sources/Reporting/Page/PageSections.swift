// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTMLTemplates
import ReviewContract

/// The lists of a page between its summary and its files.
struct PageSections: Sendable {
  let conflicts: PageSection?
  let buildErrors: PageSection?
  let failures: PageSection?
  let removed: PageSection?
  let findingsByRule: PageRules?
  let corrections: PageCorrections?
  let suppressions: PageSection?
  let ignored: PageSection?
  let oldFindings: PageSection?
  let flaky: PageSection?
  let unfinished: PageSection?
  let skipped: PageSection?
  let anomalies: PageSection?
  let unmeasured: PageSection?
  let indirect: PageSection?
  let indirectTotal: String?
  /// The output of a run that failed without a failed test or a diagnostic.
  let logTailHTML: HTML?
  let notes: PageSection?

  init(_ report: Report, _ files: PageFiles, rules: [String: FindingList.Rule]) {
    let runs = report.runs
    let cases = runs.flatMap(\.cases)
    let coverage = report.coverage
    let summary = ReportSummary(report: report)
    conflicts = PageSection(report.conflicts) { PageItem(place: PagePlace(path: $0, line: "", anchor: nil)) }
    buildErrors = PageSection(runs.flatMap { summary.buildErrors($0) }) { error in
      PageItem(
        place: files.place(error.path, error.line), messageHTML: "\(prose: error.message)",
        isProblem: files.index(of: error.path) == nil)
    }
    failures = PageSection(runs.flatMap(\.failures)) { failure in
      var item = PageItem(failure, files)
      item.label = failure.result(on: report.baseName)
      item.isNew = !failure.isKnown
      item.isProblem = failure.path.flatMap(files.index(of:)) == nil
      return item
    }
    removed = PageSection(report.removedTests?.tests, total: report.removedTests?.count) { test in
      PageItem(name: test.description)
    }
    findingsByRule = PageRules(summary.shownFindings, files, rules: rules)
    corrections = PageCorrections(SuggestionPatch(report, files.sources), files)
    suppressions = PageSection(report.suppressions?.listed, total: report.suppressions?.counts.all) { entry in
      PageItem(
        name: entry.rule, place: files.place(entry.path, entry.line), severity: entry.severity?.rawValue ?? "warn",
        label: SuppressionMessages.kind(entry), cause: SuppressionMessages.cause(entry))
    }
    ignored = PageSection(report.ignored) { entry in
      var item = PageItem(entry.finding, files)
      item.account = entry.account
      return item
    }
    oldFindings = PageSection(summary.oldFindings) { PageItem($0, files) }
    flaky = PageSection(runs.flatMap(\.flaky)) { failure in
      var item = PageItem(failure, files)
      item.label = failure.result(on: report.baseName)
      item.isFlaky = failure.repetitions == nil
      return item
    }
    unfinished = PageSection(cases.filter { $0.result == .unfinished }, PageItem.init)
    skipped = PageSection(cases.filter { $0.result == .skipped }, PageItem.init)
    anomalies = PageSection(coverage?.anomalies, PageItem.init(prose:))
    unmeasured = PageSection(coverage?.unmeasured) { file in
      PageItem(place: files.place(file.path, nil), reasonHTML: "\(prose: file.reason)")
    }
    let changes = coverage?.indirect
    indirect = PageSection(changes?.listed.prefix(IndirectChanges.maximumListed)) { change in
      PageItem(
        place: files.place(change.path, change.lines.ranges.first?.lowerBound),
        severity: change.kind == .gained ? "good" : "bad", label: CoverageMessages.indirect(change.kind))
    }
    indirectTotal = changes.map(CoverageMessages.indirect)
    logTailHTML = runs.first { $0.failedSilently($0.diagnostics) }.map { "\(lines: $0.logTail)" }
    notes = PageSection(summary.notes, PageItem.init(prose:))
  }
}
