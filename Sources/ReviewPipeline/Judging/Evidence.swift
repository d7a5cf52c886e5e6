// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore

/// All that a verdict is made from.
struct Evidence: Sendable {
  var runs: [TestRun] = []
  var findings: [Finding] = []
  var coverage: PatchCoverage?
}
