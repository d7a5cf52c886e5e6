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

  package init(suite: String, name: String, message: String, path: String? = nil, line: Int? = nil) {
    self.suite = suite
    self.name = name
    self.message = message
    self.path = path
    self.line = line
  }
}
