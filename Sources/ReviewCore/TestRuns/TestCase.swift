// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// One test and what came of it. Its texts come from the code under review: hostile.
package struct TestCase: Hashable, Codable, Sendable {
  package enum Framework: String, Codable, Sendable {
    case xctest = "XCTest"
    case swiftTesting = "Swift Testing"
  }

  package enum Result: String, Codable, Sendable, CaseIterable {
    case passed, failed, skipped
    /// Failed, then passed when it was run again.
    case flaky
    /// Its process died while it ran.
    case crashed
    /// Had begun when the run was ended, or when another test took the process with it.
    case unfinished
  }

  package let suite: String
  package let name: String
  package let framework: Framework
  package var result: Result
  package var milliseconds: Int
  /// Why it was skipped, when the test names a reason.
  package var reason: String?

  package init(
    suite: String, name: String, framework: Framework, result: Result, milliseconds: Int = 0, reason: String? = nil
  ) {
    self.suite = suite
    self.name = name
    self.framework = framework
    self.result = result
    self.milliseconds = milliseconds
    self.reason = reason
  }

  package var id: TestID { TestID(suite: suite, name: name) }
}

/// What a test is called.
package struct TestID: Hashable, Codable, Sendable, CustomStringConvertible {
  package let suite: String
  package let name: String

  package init(suite: String, name: String) {
    self.suite = suite
    self.name = name
  }

  /// `ShapeTests.CircleTests/testArea`, as `swift test --filter` takes it.
  package var description: String { suite.isEmpty ? name : "\(suite)/\(name)" }
}
