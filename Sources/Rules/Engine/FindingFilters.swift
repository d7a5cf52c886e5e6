// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// One step between what rules found and what the report says.
protocol FindingFilter: Sendable {
  func apply(to batch: inout FindingBatch)
}

/// All findings, on their way through the filters.
struct FindingBatch: Sendable {
  var findings: [FoundFinding]
  var notes: [String]
}

/// Marks what is in the change. First, because the filters after it prefer findings that are.
///
/// Nothing is dropped: a reader may want to see what was there before. A finding over several lines is in the change
/// when any of them was added, since that is what made or kept it so.
struct ChangedLinesFilter: FindingFilter {
  private let addedLines: [String: LineSet]
  private let isEverythingInChange: Bool

  init(files: [ChangedFile], isEverythingInChange: Bool) {
    addedLines = Dictionary(files.map { ($0.path, $0.addedLines) }) { first, _ in first }
    self.isEverythingInChange = isEverythingInChange
  }

  func apply(to batch: inout FindingBatch) {
    for index in batch.findings.indices {
      let finding = batch.findings[index].finding
      batch.findings[index].finding.isInChange =
        isEverythingInChange || addedLines[finding.path]?.overlaps(finding.range.lines) == true
        // A removed brace is missed far from the change.
        || finding.rule == ParseErrorRule.id && addedLines[finding.path] != nil
    }
  }
}

/// Drops what was said before: the same rule, place and words. Before limits, so that repeats do not use them up.
struct DuplicateFilter: FindingFilter {
  func apply(to batch: inout FindingBatch) {
    var seen: Set<Finding> = []
    batch.findings.removeAll { !seen.insert($0.finding).inserted }
  }
}

/// Sorts for the report. Last, so that nothing after it can disturb the order, which makes equal reviews equal bytes.
struct OrderFilter: FindingFilter {
  func apply(to batch: inout FindingBatch) {
    batch.findings.sort { Finding.isInOrder($0.finding, $1.finding) }
  }
}

/// Keeps so many findings of each rule, so that one rule on one generated file cannot fill the report. After everything
/// that drops, so that the count is of findings that would be shown; findings in the change are kept first.
struct PerRuleLimitFilter: FindingFilter {
  let limit: Int

  func apply(to batch: inout FindingBatch) {
    let byRule = Dictionary(grouping: batch.findings) { $0.finding.rule }
    guard byRule.values.contains(where: { $0.count > limit }) else { return }
    var kept: [FoundFinding] = []
    for (rule, found) in byRule.sorted(by: { $0.key < $1.key }) {
      let ordered = found.sorted { left, right in
        left.finding.isInChange == right.finding.isInChange
          ? Finding.isInOrder(left.finding, right.finding) : left.finding.isInChange
      }
      kept += ordered.prefix(limit)
      if found.count > limit {
        batch.notes.append("\(rule) has \(found.count) findings; the report lists \(limit) of them")
      }
    }
    batch.findings = kept
  }
}
