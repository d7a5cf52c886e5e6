// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A test whose failures do not fail reviews until a day.
package struct QuarantinedTest: Hashable, Codable, Sendable {
  /// As reports name it, such as `ShapeTests/testArea`.
  package var test = ""
  /// The folder of its package; empty for the root.
  package var package = ""
  /// The last day, such as `2026-12-31`, in UTC.
  package var until = ""
  package var reason = ""
  /// The address of an issue; empty for none.
  package var issue = ""

  package init() {}

  /// The name, with the package unless that is the root.
  package var shown: String { TestID.shown(test, package: package) }
}

/// Suggestions to quarantine tests.
package enum QuarantineSuggestions: String, Codable, Sendable, CaseIterable {
  case off
  /// In notes for tests that fail and are flaky on the base branch.
  case suggest
}

/// Why a failure does not count.
package struct Quarantine: Hashable, Codable, Sendable {
  /// The last day.
  package let until: String
  package let reason: String

  package init(until: String, reason: String) {
    self.until = until
    self.reason = reason
  }
}

extension TestFailure {
  /// Whether it also fails on the base, or is in quarantine.
  package var isKnown: Bool { failsOnBase == true || quarantine != nil }
}

extension TestRun {
  /// Whether the only failures are of tests in quarantine, and, if they pass, of tests that also fail on the base. What a
  /// sanitizer reported is neither compared with the base nor in quarantine.
  package func isExcused(_ existing: ExistingFailures) -> Bool {
    guard outcome == .testsFailed, !(failures + flaky).isEmpty, sanitizerReports ?? 0 == 0 else { return false }
    let excused = failures.allSatisfy { failure in
      failure.quarantine != nil || (existing == .pass && failure.failsOnBase == true)
    }
    return excused && flaky.allSatisfy { $0.quarantine != nil } && Set(failures.map(\.id)).count == tests.failed
  }
}
