// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

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
    }
  }
}
