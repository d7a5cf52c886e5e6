// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import ReviewContract
import TestHistory

/// The quarantine of the base's configuration, which the pull request cannot change.
struct QuarantineDecision: Sendable {
  /// The rule of findings about entries after their last day.
  static let rule = "expired_quarantine"
  /// The runs of the base branch without a success, from which on a test always fails.
  private static let leastRuns = 3

  let configuration: ReviewConfiguration
  /// The text of the base's configuration, for the lines of entries.
  let text: String?
  /// The day of the review, in UTC.
  let today: String
  /// The records of the base branch.
  let base: [TestRecord]

  /// Marks failures of tests in quarantine, judges the report again, and adds findings and notes about entries.
  func decide(_ report: Report) -> Report {
    let entries = configuration.tests.quarantine
    var notes: [String] = []
    var runs = report.runs
    for index in runs.indices {
      let package = runs[index].package
      for failure in runs[index].failures.indices {
        runs[index].failures[failure].quarantine = quarantine(of: runs[index].failures[failure], package, &notes)
      }
      for failure in runs[index].flaky.indices {
        runs[index].flaky[failure].quarantine = quarantine(of: runs[index].flaky[failure], package, &notes)
      }
    }
    let expired = entries.filter { $0.until < today }.map(finding)
    let marked = Set(
      runs.flatMap { run in
        (run.failures + run.flaky).filter { $0.quarantine != nil }.map { [run.package, "\($0.id)"] }
      })
    if !marked.isEmpty {
      notes.append(
        marked.count == 1
          ? "1 test in quarantine failed and does not count"
          : "\(marked.count) tests in quarantine failed and do not count")
    }
    notes += suggestions(runs)
    guard !marked.isEmpty || !expired.isEmpty || !notes.isEmpty else { return report }
    return report.judged(
      runs: runs, coverage: coverage(report, runs),
      findings: (report.findings + expired).sorted(by: Finding.isInOrder), configuration
    ).adding(notes: notes)
  }

  /// The coverage, with the targets applied that were skipped only because tests in quarantine failed.
  private func coverage(_ report: Report, _ runs: [TestRun]) -> PatchCoverage? {
    let measured = runs.filter { $0.side == Report.measuredSide(runs) }
    let isExcused = measured.allSatisfy { [.passed, .noTests].contains($0.outcome) || $0.isExcused(.fail) }
    guard isExcused, measured.contains(where: { $0.isExcused(.fail) }) else { return report.coverage }
    let judge = CoverageJudge(policy: configuration.coverage, testsPassed: true)
    return report.coverage.map { judge.judge($0, base: $0.base) }
  }

  private func quarantine(of failure: TestFailure, _ package: String, _ notes: inout [String]) -> Quarantine? {
    let entry = configuration.tests.quarantine.first { entry in
      entry.package == package && entry.test == failure.id.description && entry.until >= today
    }
    guard let entry else { return nil }
    let digest = TestDigest(failure.id, package: package)
    let runs = base.compactMap { TestObservation(digest, in: $0) }
    let refusal: String? =
      if runs.count >= Self.leastRuns, runs.allSatisfy(\.hasFailed) {
        "it failed in all \(runs.count) runs of the base branch"
      } else if isOtherFailure(failure, digest) {
        "it fails with another message than on the base branch"
      } else {
        nil
      }
    guard let refusal else { return Quarantine(until: entry.until, reason: entry.reason) }
    let note = "`\(failure.id)` is in quarantine and counts nevertheless: \(refusal)"
    if !notes.contains(note) { notes.append(note) }
    return nil
  }

  /// Whether the base branch has failures of the test, and all say something else.
  private func isOtherFailure(_ failure: TestFailure, _ digest: TestDigest) -> Bool {
    let known = base.flatMap(\.failures).filter { $0.test.digest == digest }.map { Self.pattern($0.message) }
    let own = TestRecord.Failure(package: "", test: failure.id, message: failure.message).message
    return !known.isEmpty && !known.contains(Self.pattern(own))
  }

  /// A message without its numbers, which differ between runs.
  static func pattern(_ message: String) -> String {
    message.replacing(/0x[0-9a-fA-F]+|[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?/, with: "#")
  }

  private func finding(_ entry: QuarantinedTest) -> Finding {
    // The name of a test need not be in one piece in the file.
    let lines = (text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    let line = (lines.firstIndex { $0.contains(entry.test) } ?? 0) + 1
    let message = "the quarantine of \(entry.test) ended on \(entry.until); remove the entry, or extend it"
    return Finding(
      rule: Self.rule, severity: .warning, path: ConfigurationReader.fileName,
      range: SourceRange(line: line, column: 1), message: message,
      fingerprint: Fingerprint.make(
        rule: Self.rule, path: ConfigurationReader.fileName, lineText: entry.test[...], occurrence: 0),
      isInChange: true)
  }

  private func suggestions(_ runs: [TestRun]) -> [String] {
    guard configuration.tests.quarantineAutomatically == .suggest else { return [] }
    var notes: [String] = []
    for failure in runs.flatMap(\.failures) where failure.quarantine == nil && failure.history?.claim == .flaky {
      guard let history = failure.history else { continue }
      let note =
        "`\(failure.id)` failed \(history.failures) of \(history.runs) runs of the base branch; quarantine it with "
        + "`reviewbot tests quarantine add`, if a failure should not count until it is fixed"
      if !notes.contains(note) { notes.append(note) }
    }
    return notes
  }
}
