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
    /// Failed and passed with the same code.
    case flaky
    /// Its process died while it ran.
    case crashed
    /// Started, but did not end, because the run was ended or another test crashed the process.
    case unfinished
  }

  package let suite: String
  package let name: String
  package let framework: Framework
  package var result: Result
  package var milliseconds: Int
  /// The reason for skipping it, if the test states one.
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

  /// The first part of the suite.
  package var module: String { String(suite.prefix { $0 != "." }) }

  /// `ShapeTests.CircleTests/testArea`, the form that `swift test --filter` accepts.
  package var description: String { suite.isEmpty ? name : "\(suite)/\(name)" }

  /// The name of a test as lists show it: with its package unless that is the root.
  package static func shown(_ test: String, package: String) -> String {
    package.isEmpty ? test : "\(package): \(test)"
  }
}

/// The number of tests by result, of XCTest and Swift Testing together.
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
  /// The end of the test's output, if it can be told from the output of other tests.
  package let output: String?
  /// The repetitions that found it, of a test that passed at first; `nil` for others.
  package var repetitions: Repetitions?
  /// Whether it also fails on the base; `nil` if that is unknown.
  package var failsOnBase: Bool?
  /// What earlier reviews say about it; `nil` if nothing is known.
  package var history: FailureHistory?
  /// Why it does not count; `nil` if it does.
  package var quarantine: Quarantine?

  package init(
    suite: String, name: String, message: String, path: String? = nil, line: Int? = nil, output: String? = nil,
    failsOnBase: Bool? = nil, history: FailureHistory? = nil
  ) {
    self.history = history
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

  /// The number of repetitions of failed tests, which find the flaky ones among them: 0 or 1.
  package var retries: Int
  package var policy: Policy

  package init(retries: Int = 0, policy: Policy = .fail) {
    self.retries = retries
    self.policy = policy
  }
}
