// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore

/// All that a verdict is made from.
struct Evidence: Sendable {
  var runs: [TestRun] = []
  /// The paths that keep head and base from being merged.
  var conflicts: [String] = []
  var findings: [Finding] = []
  var coverage: PatchCoverage?
}
