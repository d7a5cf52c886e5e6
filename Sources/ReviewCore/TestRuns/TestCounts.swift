// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How many tests there were, by result. XCTest's and Swift Testing's together.
package struct TestCounts: Hashable, Codable, Sendable {
  package var passed: Int
  package var failed: Int
  package var skipped: Int

  package init(passed: Int = 0, failed: Int = 0, skipped: Int = 0) {
    self.passed = passed
    self.failed = failed
    self.skipped = skipped
  }

  package var total: Int { passed + failed + skipped }
}
