// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// One test that failed. Its texts come from the code under review: hostile.
package struct TestFailure: Hashable, Codable, Sendable {
  package let suite: String
  package let name: String
  package let message: String
  /// Where it failed, from the repository's root, when the results say so.
  package let path: String?
  package let line: Int?
  /// The end of what the test printed, where that can be told from what others printed.
  package let output: String?
  /// Whether it fails on the base as well; `nil` when nothing is known of the base.
  package var failsOnBase: Bool?

  package init(
    suite: String, name: String, message: String, path: String? = nil, line: Int? = nil, output: String? = nil,
    failsOnBase: Bool? = nil
  ) {
    self.suite = suite
    self.name = name
    self.message = message
    self.path = path
    self.line = line
    self.output = output
    self.failsOnBase = failsOnBase
  }

  package var id: TestID { TestID(suite: suite, name: name) }
}
