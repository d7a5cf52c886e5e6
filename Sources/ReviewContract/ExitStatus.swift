// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The exit status of the program; there are no others.
package enum ExitStatus: Sendable {
  case passed, gateFailed, usage, couldNotRun, superseded

  package var code: Int32 {
    switch self {
    case .passed: 0
    case .gateFailed: 1
    case .usage: 2
    case .couldNotRun: 3
    case .superseded: 4
    }
  }

  package init(_ verdict: Verdict) {
    self =
      switch verdict.exitCode {
      case 0: .passed
      case 1: .gateFailed
      case 4: .superseded
      default: .couldNotRun
      }
  }
}
