// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What building and testing one tree came to.
package struct TestRun: Hashable, Codable, Sendable {
  package enum Outcome: String, Codable, Sendable {
    case passed
    case testsFailed
    /// A test process died.
    case crashed
    case timedOut
    case buildFailed
    /// The package declares no tests.
    case noTests
    /// The build or the tests could not even be started, or declared tests did not run.
    case couldNotRun
  }

  package let side: CheckoutSide
  package let outcome: Outcome
  /// One sentence about the outcome; empty when it passed.
  package let reason: String
  package let tests: TestCounts
  package let failures: [TestFailure]
  package let diagnostics: [BuildDiagnostic]
  /// The end of the output, for a reader who asks why. Written by the code under review: hostile text.
  package let logTail: String
  /// `swift --version`, first line.
  package let toolchain: String

  package init(
    side: CheckoutSide, outcome: Outcome, reason: String = "", tests: TestCounts = TestCounts(),
    failures: [TestFailure] = [], diagnostics: [BuildDiagnostic] = [], logTail: String = "", toolchain: String = ""
  ) {
    self.side = side
    self.outcome = outcome
    self.reason = reason
    self.tests = tests
    self.failures = failures
    self.diagnostics = diagnostics
    self.logTail = logTail
    self.toolchain = toolchain
  }
}
