// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// All that a verdict is made from.
struct Evidence: Sendable {
  var runs: [TestRun] = []
  /// The paths that keep head and base from being merged.
  var conflicts: [String] = []
  var findings: [Finding] = []
  var coverage: PatchCoverage?
  /// What should have been found out and could not be, with the verdict that this means.
  var gaps: [Gap] = []
  var removedTests: RemovedTests?
  /// What failures count for that the base has as well.
  var existing = ExistingFailures.fail

  struct Gap: Sendable {
    let verdict: Verdict
    let reason: String
  }
}
