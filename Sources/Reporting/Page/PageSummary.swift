// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTMLTemplates
import ReviewContract

/// The top of a page: the sentence of the comment, the next steps, the checks and the durations of the stages.
struct PageSummary: Sendable {
  private static let listedReasons = 8

  let iconHTML: HTML
  let sign: String
  let sentence: String
  let step: String?
  /// Why the review is not a whole one.
  let scopeHTML: HTML?
  let hasReasons: Bool
  let reasons: [PageItem]
  let unlistedReasons: Int?
  let informational: [PageItem]
  let forge: String
  let checks: [PageCheck]
  let stages: PageStages?

  init(_ report: Report, _ tone: Tone) {
    iconHTML = tone.icon
    let summary = ReportSummary(report: report)
    (sign, sentence) = summary.headline
    step = NextSteps.text(report)
    let isSkipped = report.scope?.depth == .nothing
    let done = isSkipped ? "Nothing was reviewed" : "Only rules were applied"
    scopeHTML = report.scope.map { "\(trusted: done): \(prose: $0.reason)" }
    reasons = report.reasons.prefix(Self.listedReasons).map(PageItem.init(prose:))
    unlistedReasons = (report.reasons.count - reasons.count).unlessZero
    informational = (report.informational ?? []).prefix(Self.listedReasons).map(PageItem.init(prose:))
    hasReasons = !reasons.isEmpty || !informational.isEmpty
    forge = report.repository.forge.description.flatMap { $0.programs.count == 1 ? $0.name : nil } ?? "the forge"
    checks = Self.checks(report, summary, rows: isSkipped ? [] : summary.rows)
    stages = PageStages(report.stages)
  }

  /// A card for each check, in the order of need.
  private static func checks(_ report: Report, _ summary: ReportSummary, rows: [SummaryRow]) -> [PageCheck] {
    let change = report.change
    let size =
      "\(counted(change.files, "file")), +\(change.addedLines) −\(change.removedLines)"
      + (summary.textless.map { "; without text: \($0)" } ?? "")
    let sorted = [SummaryRow.State.failed, .warning, .note, .passed].flatMap { state in
      rows.filter { $0.state == state }
    }
    return sorted.map { PageCheck($0, report) } + [PageCheck(.none, "Change", size)]
  }
}

/// The durations of the stages, as one bar and as a list.
struct PageStages: Sendable {
  struct Bar: Sendable {
    let hue: Int
    let x: Int
    let width: Int
  }

  struct Stage: Sendable {
    let hue: Int
    let name: String
    let time: String
    let hasFailed: Bool
  }

  private static let listed = 40

  let total: String
  let bars: [Bar]
  let noted: [Stage]

  init?(_ stages: [ReviewContract.Stage]) {
    let run = stages.filter { $0.status != .skipped }.prefix(Self.listed)
    let total = run.reduce(0) { $0 + max(1, $1.milliseconds) }
    guard total > run.count else { return nil }
    self.total = String(duration: .milliseconds(total))
    var start = 0
    bars = run.enumerated().map { index, stage in
      defer { start += max(1, stage.milliseconds) }
      let (x, end) = (start * 1000 / total, (start + max(1, stage.milliseconds)) * 1000 / total)
      return Bar(hue: index % 6, x: x, width: max(1, end - x))
    }
    // Shorter stages have no noticeable effect on the duration.
    noted = run.enumerated().filter { $0.element.milliseconds >= 100 || $0.element.status == .failed }
      .map { index, stage in
        Stage(
          hue: index % 6, name: stage.name, time: String(duration: .milliseconds(stage.milliseconds)),
          hasFailed: stage.status == .failed)
      }
  }
}
