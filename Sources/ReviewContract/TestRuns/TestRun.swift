// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// The result of building and testing one package of one tree.
package struct TestRun: Hashable, Sendable {
  package enum Outcome: String, Codable, Sendable {
    case passed
    case testsFailed
    /// A test process died.
    case crashed
    case timedOut
    case buildFailed
    /// The package declares no tests.
    case noTests
    /// The build or the tests could not start, or declared tests did not run.
    case couldNotRun
  }

  package let side: CheckoutSide
  /// The package's folder from the repository's root; empty for the root.
  package let package: String
  package let outcome: Outcome
  /// One sentence about the outcome; empty when it passed.
  package let reason: String
  package let tests: TestCounts
  /// The duration of the tests.
  package let milliseconds: Int
  /// Single tests: all that did not pass, and the slowest of the others.
  package let cases: [TestCase]
  /// The number of tests besides ``cases``.
  package let unlistedCases: Int
  package var failures: [TestFailure]
  /// The failures of tests that passed in a repetition.
  package let flaky: [TestFailure]
  package let diagnostics: [BuildDiagnostic]
  /// The end of the output, for diagnosis. Written by the code under review: hostile text.
  package let logTail: String
  /// The first line of `swift --version`.
  package let toolchain: String

  package init(
    side: CheckoutSide, package: String = "", outcome: Outcome, reason: String = "", tests: TestCounts = TestCounts(),
    milliseconds: Int = 0, cases: [TestCase] = [], unlistedCases: Int = 0, failures: [TestFailure] = [],
    flaky: [TestFailure] = [], diagnostics: [BuildDiagnostic] = [], logTail: String = "", toolchain: String = ""
  ) {
    self.side = side
    self.package = package
    self.outcome = outcome
    self.reason = reason
    self.tests = tests
    self.milliseconds = milliseconds
    self.cases = cases
    self.unlistedCases = unlistedCases
    self.failures = failures
    self.flaky = flaky
    self.diagnostics = diagnostics
    self.logTail = logTail
    self.toolchain = toolchain
  }
}

extension TestRun: Codable {
  private enum CodingKeys: String, CodingKey {
    case side, package, outcome, reason, tests, milliseconds, cases, unlistedCases, failures, flaky, diagnostics
    case logTail, toolchain
  }

  /// Decodes a run. Newer keys may be missing in a report of an earlier version.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      side: try container.decode(CheckoutSide.self, forKey: .side),
      package: try container.decodeIfPresent(String.self, forKey: .package) ?? "",
      outcome: try container.decode(Outcome.self, forKey: .outcome),
      reason: try container.decode(String.self, forKey: .reason),
      tests: try container.decode(TestCounts.self, forKey: .tests),
      milliseconds: try container.decodeIfPresent(Int.self, forKey: .milliseconds) ?? 0,
      cases: try container.decodeIfPresent([TestCase].self, forKey: .cases) ?? [],
      unlistedCases: try container.decodeIfPresent(Int.self, forKey: .unlistedCases) ?? 0,
      failures: try container.decode([TestFailure].self, forKey: .failures),
      flaky: try container.decodeIfPresent([TestFailure].self, forKey: .flaky) ?? [],
      diagnostics: try container.decode([BuildDiagnostic].self, forKey: .diagnostics),
      logTail: try container.decode(String.self, forKey: .logTail),
      toolchain: try container.decode(String.self, forKey: .toolchain))
  }
}

/// A diagnostic of the compiler at a location in the repository.
package struct BuildDiagnostic: Hashable, Codable, Sendable {
  package let severity: Severity
  package let path: String
  package let line: Int
  package let column: Int
  package let message: String

  package init(severity: Severity, path: String, line: Int, column: Int, message: String) {
    self.severity = severity
    self.path = path
    self.line = line
    self.column = column
    self.message = message
  }
}

/// The compiler warnings that a review shows.
package enum CompilerWarnings: String, Codable, Sendable, CaseIterable {
  /// Warnings at lines of the change.
  case change
  /// All warnings.
  case all
  /// No warnings.
  case off
}
