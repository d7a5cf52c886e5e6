// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Drops what was said before: the same rule, place and words. Before limits, for the same reason as suppressions.
struct DuplicateFilter: FindingFilter {
  func apply(to batch: inout FindingBatch) {
    var seen: Set<Finding> = []
    batch.findings.removeAll { !seen.insert($0.finding).inserted }
  }
}
