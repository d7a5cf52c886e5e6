// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The result of a review. The cases are in order of precedence: the first that applies is the verdict.
package enum Verdict: String, Codable, Sendable, CaseIterable {
  /// The head moved while it was reviewed.
  case superseded
  /// The review could not run, independently of the change.
  case couldNotRun
  /// Head and base cannot be merged.
  case conflict
  case buildFailed
  case timedOut
  case crashed
  case testsFailed
  /// The change has a finding of severity error.
  case findings
  /// Patch coverage is below the target that the repository set.
  case coverage
  /// The package declares no tests; no other verdict applies.
  case noTests
  case passed

  /// The parts of a review that can have this result; none for a result that concerns all of it.
  package var parts: Set<ReviewPart> {
    switch self {
    case .buildFailed: [.build]
    case .timedOut: [.build, .tests]
    case .crashed, .testsFailed, .noTests: [.tests]
    case .findings: [.rules]
    case .coverage: [.coverage]
    case .superseded, .couldNotRun, .conflict, .passed: []
    }
  }

  /// Whether the change passes the gate.
  package var isPassing: Bool { self == .passed || self == .noTests }

  /// 0 for a pass, 1 for a failed gate, 3 for a review that could not run, 4 for a superseded one. (2, usage, has no
  /// verdict.)
  package var exitCode: Int32 {
    switch self {
    case .passed, .noTests: 0
    case .conflict, .buildFailed, .timedOut, .crashed, .testsFailed, .findings, .coverage: 1
    case .couldNotRun: 3
    case .superseded: 4
    }
  }
}
