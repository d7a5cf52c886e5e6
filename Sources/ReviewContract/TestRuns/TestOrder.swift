// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What earlier runs say about the tests of a review.
package struct ExpectedTests: Hashable, Codable, Sendable {
  /// The maximum number of tests in ``failedLately``.
  package static let maximumTests = 50
  /// Ordered runs of shorter tests are not worth the start of another `swift test`, which takes about a second.
  package static let leastDuration = Duration.seconds(60)

  /// The duration of all tests, one after the other, in milliseconds.
  package let milliseconds: Int
  /// The tests that failed or were flaky in the latest runs, the newest first.
  package let failedLately: [TestDigest]

  package init(milliseconds: Int, failedLately: [TestDigest]) {
    self.milliseconds = milliseconds
    self.failedLately = Array(failedLately.prefix(Self.maximumTests))
  }

  /// Whether the tests take so long on a number of processors that their order matters.
  package func areLong(processors: Int) -> Bool {
    .milliseconds(milliseconds) >= Self.leastDuration * max(1, processors)
  }
}

/// The order of the tests of a package: those that likely fail are run first.
package struct TestOrder: Hashable, Sendable {
  /// The tests of changed files, which are run first.
  package let changed: [DeclaredTest]
  /// The tests that failed lately, which are run with them.
  package let failedLately: [TestDigest]
  /// The changed paths, relative to the repository's root. The test targets that they reach are run next.
  package let paths: [String]

  package init(changed: [DeclaredTest], failedLately: [TestDigest], paths: [String]) {
    self.changed = changed
    self.failedLately = failedLately
    self.paths = paths
  }
}

extension TestDigest: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(bits: try decoder.singleValueContainer().decode(UInt64.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(bits)
  }
}
