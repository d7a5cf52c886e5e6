// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The readers of files that code under review may have written, for what checks them from outside.
package enum UntrustedResults: Sendable {
  case xunit, events, diagnostics

  /// What a file says.
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
      // Whoever reads it notes that it could not.
      let found = try? SerializedDiagnostics(repositoryRoot: repositoryRoot).parse(bytes)
      return found.map { Contents(diagnostics: $0) }
    }
  }
}
