// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// What a results file says.
struct XUnitResults: Hashable, Sendable {
  var counts = TestCounts()
  var cases: [TestCase] = []
  var failures: [TestFailure] = []
}
