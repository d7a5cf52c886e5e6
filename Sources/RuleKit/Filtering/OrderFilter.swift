// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Sorts for the report. Last, so that nothing after it can disturb the order, which makes equal reviews equal bytes.
struct OrderFilter: FindingFilter {
  func apply(to batch: inout FindingBatch) {
    batch.findings.sort { Finding.isInOrder($0.finding, $1.finding) }
  }
}
