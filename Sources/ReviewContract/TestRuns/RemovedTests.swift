// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// The tests of a build, by `swift test list`.
package struct ListedTests: Hashable, Codable, Sendable {
  /// The commit that was built.
  package let commit: CommitID
  package let tests: [TestID]

  package init(commit: CommitID, tests: [TestID]) {
    self.commit = commit
    self.tests = tests
  }
}

/// The effect of removed tests.
package enum RemovedTestsPolicy: String, Codable, Sendable, CaseIterable {
  /// They are shown.
  case note
  /// The review fails as well.
  case fail
}

/// The tests of the base that the change removes. Their names come from code under review: hostile.
package struct RemovedTests: Hashable, Codable, Sendable {
  /// The maximum number of named tests.
  package static let maximum = 200

  /// Ordered by name.
  package let tests: [TestID]
  /// The number of tests besides ``tests``.
  package let unlisted: Int
  /// The reason why the removed tests are unknown, as a sentence without a full stop; `nil` if they are known.
  package let unknown: String?

  package init(tests: [TestID], unlisted: Int = 0) {
    self.tests = tests
    self.unlisted = unlisted
    unknown = nil
  }

  package init(unknown: String) {
    tests = []
    unlisted = 0
    self.unknown = unknown
  }

  /// Creates the list of the tests of the base that are missing after the change.
  package init(base: [TestID], after: [TestID]) {
    let gone = Set(base).subtracting(after).sorted { ($0.suite, $0.name) < ($1.suite, $1.name) }
    self.init(tests: Array(gone.prefix(Self.maximum)), unlisted: max(0, gone.count - Self.maximum))
  }

  package var count: Int { tests.count + max(0, unlisted) }
}
