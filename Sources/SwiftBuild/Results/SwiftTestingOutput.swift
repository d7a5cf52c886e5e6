// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Swift Testing's output about its run and about single tests, at any position in a line.
struct SwiftTestingOutput: Hashable, Sendable {
  static let maximumNames = 100_000
  private static let maximumSummaries = 1000

  /// `Test run with 5 tests in 2 suites passed after 0.003 seconds.`
  struct Summary: Hashable, Sendable {
    let tests: Int
    let hasFailed: Bool
  }

  /// More than one if a test runs tests itself and prints their output.
  private(set) var summaries: Set<Summary> = []
  private var passed: Set<String> = []
  private var failed: Set<String> = []

  mutating func read(_ line: String) {
    for (word, hasFailed) in [(" passed after ", false), (" failed after ", true)] {
      guard let end = line.firstRange(of: word) else { continue }
      let text = line[..<end.lowerBound]
      if let summary = Self.tests(in: text) {
        guard summaries.count < Self.maximumSummaries else { continue }
        summaries.insert(Summary(tests: summary, hasFailed: hasFailed))
      } else if let name = Self.name(in: text), passed.count + failed.count < Self.maximumNames {
        if hasFailed { failed.insert(name) } else { passed.insert(name) }
      }
    }
  }

  /// Whether a run of the same number of tests completed here. A run that failed may pass the second time; one that
  /// passed must pass again.
  func confirms(_ summary: Summary) -> Bool {
    summaries.contains { $0.tests == summary.tests && (summary.hasFailed || !$0.hasFailed) }
  }

  /// `Test run with 5 tests in 2 suites`
  private static func tests(in text: Substring) -> Int? {
    guard let start = text.firstRange(of: "Test run with ") else { return nil }
    let rest = text[start.upperBound...]
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard rest[digits.endIndex...].hasPrefix(" test") else { return nil }
    return Int(digits)
  }

  /// `✔ Test "two words" (aka 'twoWords(_:)') with 3 test cases`
  private static func name(in text: Substring) -> String? {
    guard let start = text.firstRange(of: "Test ") else { return nil }
    var name = text[start.upperBound...]
    // The name of a single case of a test; the test itself has a separate line.
    if name.hasPrefix("case passing ") { return nil }
    if let cases = name.firstRange(of: " with "), name[cases.upperBound...].contains(" test case") {
      name = name[..<cases.lowerBound]
    }
    if name.hasPrefix("\""), let alias = name.firstRange(of: "\" (aka '") { name = name[...alias.lowerBound] }
    return TestTexts.start(of: name, TestTexts.maximumName)
  }

  /// Whether the output contains a failure of the test, and no success of a test with this name.
  ///
  /// A missing line of success is not enough: SwiftPM drops output that it reads together with invalid UTF-8, and in a
  /// run with many tests that affects lines of Swift Testing as well.
  func denies(_ test: SwiftTestingEvents.Test) -> Bool {
    let name = test.displayName.map { "\"\($0)\"" } ?? test.id.name
    let key = TestTexts.start(of: name, TestTexts.maximumName)
    return failed.contains(key) && !passed.contains(key)
  }
}

/// The readers of files that code under review may have written, for what checks them from outside.
package enum UntrustedResults: Sendable {
  case xunit, events, diagnostics

  /// The contents of a file.
  package struct Contents: Hashable, Sendable {
    package var cases: [TestCase] = []
    package var failures: [TestFailure] = []
    package var diagnostics: [BuildDiagnostic] = []
  }

  /// - Returns: `nil` for what cannot be read.
  package func read(_ bytes: [UInt8], repositoryRoot: String) -> Contents? {
    switch self {
    case .xunit:
      let file = XUnitReader(framework: .xctest, repositoryRoot: repositoryRoot).parse(bytes)
      return file.results.map { Contents(cases: $0.cases, failures: $0.failures) }
    case .events:
      let events = EventStreamReader(repositoryRoot: repositoryRoot).parse(bytes)
      let cases = events.tests.map {
        TestCase(
          suite: $0.id.suite, name: $0.id.name, framework: .swiftTesting, result: $0.hasFailed ? .failed : .passed,
          milliseconds: $0.milliseconds, reason: $0.reason)
      }
      return Contents(cases: cases, failures: events.tests.flatMap(\.failures) + events.outside)
    case .diagnostics:
      // The caller notes that the file cannot be read.
      let found = try? SerializedDiagnostics(repositoryRoot: repositoryRoot).parse(bytes)
      return found.map { Contents(diagnostics: $0) }
    }
  }
}
