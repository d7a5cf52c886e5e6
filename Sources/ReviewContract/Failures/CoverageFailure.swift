// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Coverage could not be read.
package typealias CoverageError = CodedError<CoverageFailure>

/// The codes of ``CoverageError``.
package enum CoverageFailure: String, FailureCode {
  /// The tests left no profile.
  case noProfiles
  /// The toolchain has no llvm-cov or llvm-profdata.
  case toolMissing
  /// llvm-cov or llvm-profdata failed.
  case toolFailed
  /// A report has a format or a version that is not known.
  case unknownFormat
  /// A report cannot be opened.
  case unreadable
  /// A report is truncated or does not conform to its format.
  case malformed
  /// No file of the change is in the measurement, although some should be.
  case pathMismatch
  /// A report is over a limit.
  case tooLarge

  package static let port = "coverage"

  package var failureClass: FailureClass {
    switch self {
    case .noProfiles, .unknownFormat, .unreadable, .malformed, .pathMismatch, .tooLarge: .permanent(.repository)
    case .toolMissing: .permanent(.operator, action: "install a complete toolchain")
    case .toolFailed: .permanent(.repository)
    }
  }
}
