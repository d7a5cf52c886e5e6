// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Keeps so many findings of each rule, so that one rule on one generated file cannot fill the report. After all that
/// drops, so that the count is of findings that would be shown; findings in the change are kept first.
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
        batch.notes.append("\(rule) found \(found.count) places; the report has \(limit) of them")
      }
    }
    batch.findings = kept
  }
}
