// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Drops what a comment in the file silences. Before limits, so that silenced findings do not use them up.
struct SuppressionFilter: FindingFilter {
  func apply(to batch: inout FindingBatch) {
    batch.findings.removeAll { found in
      let finding = found.finding
      return batch.suppressions[finding.path]?.silence(finding.rule, on: finding.range.startLine) == true
    }
  }
}
