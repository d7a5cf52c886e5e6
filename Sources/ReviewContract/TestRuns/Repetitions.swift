// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A test that a change adds or edits, as its sources declare it.
package struct DeclaredTest: Hashable, Sendable {
  /// The path of the file from the repository's root.
  package let path: String
  /// The names of the types around it, the outermost first.
  package let types: [String]
  /// `load(_:)` for a function of Swift Testing, `testLoad` for a method of XCTest.
  package let name: String
  /// Whether the change adds all of its lines.
  package let isNew: Bool
  /// Whether it is certainly a test, and not only named like one.
  package let isCertain: Bool

  package init(path: String, types: [String], name: String, isNew: Bool, isCertain: Bool = true) {
    self.path = path
    self.types = types
    self.name = name
    self.isNew = isNew
    self.isCertain = isCertain
  }
}

/// The request to repeat the tests that a change adds or edits.
package struct NewTestRuns: Hashable, Sendable {
  /// The number of repetitions.
  package let count: Int
  package let tests: [DeclaredTest]
  /// The time of all repetitions together after the first, which is always made: a part of the duration of the tests,
  /// and the least.
  package let share: Double
  package let least: Duration

  package init(count: Int, tests: [DeclaredTest], share: Double = 0.5, least: Duration = .seconds(30)) {
    self.count = count
    self.tests = tests
    self.share = share
    self.least = least
  }
}

/// The result of repeating a test that passed at first.
package struct Repetitions: Hashable, Codable, Sendable {
  /// The maximum number of repetitions.
  package static let maximum = 100

  /// The number of repetitions that failed, at least 1.
  package let failed: Int
  /// The number of repetitions that ran the test.
  package let count: Int
  /// Whether the change adds the test; otherwise it edits it.
  package let isNew: Bool

  package init(failed: Int, count: Int, isNew: Bool) {
    self.failed = failed
    self.count = count
    self.isNew = isNew
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    failed = try container.decode(Int.self, forKey: .failed)
    count = try container.decode(Int.self, forKey: .count)
    isNew = try container.decode(Bool.self, forKey: .isNew)
    guard (1...Self.maximum).contains(failed), (failed...Self.maximum).contains(count) else {
      throw DecodingError.dataCorruptedError(
        forKey: .count, in: container, debugDescription: "\(failed) of \(count) is not a number of repetitions")
    }
  }
}
