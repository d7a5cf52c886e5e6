// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// One test and its result. Its texts come from the code under review: hostile.
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

/// The name of a test.
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

/// One test that failed. Its texts come from the code under review: hostile.
package struct TestFailure: Hashable, Codable, Sendable {
  package let suite: String
  package let name: String
  package let message: String
  /// The path of the failure from the repository's root, when the results contain it.
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

/// The policy for tests that fail and then pass without a change.
package struct FlakyTests: Hashable, Codable, Sendable {
  package enum Policy: String, Codable, Sendable, CaseIterable {
    /// Counts as failed: the default.
    case fail
    /// Counts as passed, and is shown.
    case pass
  }

  /// How often failed tests are run again to find the flaky ones among them: 0 or 1.
  package var retries: Int
  package var policy: Policy

  package init(retries: Int = 0, policy: Policy = .fail) {
    self.retries = retries
    self.policy = policy
  }
}
