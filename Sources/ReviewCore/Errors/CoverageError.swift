// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Coverage could not be read.
package struct CoverageError: ReviewError {
  package struct Code: RawRepresentable, Codable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The tests left no profile.
    package static let noProfiles = Code(rawValue: "noProfiles")
    /// The toolchain has no llvm-cov or llvm-profdata.
    package static let toolMissing = Code(rawValue: "toolMissing")
    /// llvm-cov or llvm-profdata failed.
    package static let toolFailed = Code(rawValue: "toolFailed")
    /// A report has a format or a version that is not known.
    package static let unknownFormat = Code(rawValue: "unknownFormat")
    /// A report cannot be opened.
    package static let unreadable = Code(rawValue: "unreadable")
    /// A report is cut off, or is not what its format asks for.
    package static let malformed = Code(rawValue: "malformed")
    /// No file of the change is in the measurement, although some should be.
    package static let pathMismatch = Code(rawValue: "pathMismatch")
    /// A report is over a limit.
    package static let tooLarge = Code(rawValue: "tooLarge")
  }

  package let code: Code
  package let message: String
  package let remedy: String?
  package let underlying: String?

  package init(_ code: Code, _ message: String, remedy: String? = nil, underlying: String? = nil) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.underlying = underlying
  }
}
