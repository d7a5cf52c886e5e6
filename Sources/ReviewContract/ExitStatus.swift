// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The exit status of the program; there are no others.
package enum ExitStatus: Int32, Sendable {
  case passed, gateFailed, usage, couldNotRun, superseded

  package var code: Int32 { rawValue }

  package init(_ verdict: Verdict) { self = ExitStatus(rawValue: verdict.exitCode) ?? .couldNotRun }
}
