// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

extension Verdict {
  /// The verdict for people, to follow the program's name and a colon.
  var words: String {
    switch self {
    case .superseded: "superseded by a newer push"
    case .couldNotRun: "could not run"
    case .conflict: "conflict with the base"
    case .buildFailed: "build failed"
    case .timedOut: "timed out"
    case .crashed: "tests crashed"
    case .testsFailed: "tests failed"
    case .findings: "style errors in the change"
    case .coverage: "coverage below the target"
    case .noTests: "passed, without tests"
    case .passed: "passed"
    }
  }
}
