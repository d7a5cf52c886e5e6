// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The effect of changed files that could have been measured but were not.
package enum UnmeasuredFiles: String, Codable, Sendable, CaseIterable {
  /// They are listed.
  case note
  /// The review fails.
  case fail
  /// Their added lines of code count as missed.
  case countAsMissed = "count_as_missed"
}

/// The reason why a measurement does not contain a requested file, or lines of it with code.
package enum UnmeasuredReason: Hashable, Sendable {
  /// It has code, but no test bundle links it.
  case notLinked
  /// It has code, but no coverage report names it.
  case notInReports
  /// A report names it, and counts its functions only.
  case functionsOnly
  /// It was measured, but the measurement has no counts for its code.
  case noCounts
  /// The measurement has lines or columns that it does not have.
  case outdated
  /// Its only code is in initial values and default arguments, which the compiler does not count.
  case notCounted
  case typesOnly
  /// All its code is inside `#if`, and none of it was compiled.
  case inactive
  /// Its first comment marks it as generated.
  case generated
  /// It is missing, too large, or cannot be parsed.
  case unreadable
  /// The configuration excludes it.
  case excluded
  /// The configuration marks it as generated.
  case generatedByConfiguration

  /// The reason as a sentence without a full stop.
  package var explanation: String {
    switch self {
    case .notLinked: "its target is not linked into any test bundle"
    case .notInReports: "no coverage report contains it"
    case .functionsOnly: "the coverage report counts its functions only (FN and FNDA in LCOV), not its lines"
    case .noCounts: "the coverage has no counts of this code, as if it was measured with another version of it"
    case .outdated: "the coverage was measured with another version of the file"
    case .notCounted:
      "its code is initial values of globals and statics or default arguments, which the compiler does not count"
    case .typesOnly: "it has only types and declarations, nothing to run"
    case .inactive: "all its code is inside #if and was not compiled here"
    case .generated: "its first comment says that it is generated"
    case .unreadable: "it cannot be read or parsed"
    case .excluded: "excluded by coverage.exclude"
    case .generatedByConfiguration: "generated, by paths.generated"
    }
  }

  /// Whether the file has code that tests could have run.
  package var couldBeMeasured: Bool {
    switch self {
    case .notLinked, .notInReports, .functionsOnly, .noCounts, .outdated, .notCounted, .unreadable: true
    case .typesOnly, .inactive, .generated, .excluded, .generatedByConfiguration: false
    }
  }
}

/// The replacement of a path prefix, for reports from a build in another directory.
package struct PathPrefix: Hashable, Codable, Sendable {
  /// The prefix in the report.
  package let from: String
  /// Its replacement: an absolute path on this host, or a path relative to the repository's root.
  package let to: String

  package init(from: String, to: String) {
    self.from = Self.trimmed(from)
    self.to = Self.trimmed(to)
  }

  /// Returns the name with the prefix replaced; `nil` without the prefix. A prefix ends at the end of a path component.
  /// Both notations of a Windows path are the same.
  package func replaced(in name: String) -> String? {
    let (from, name) = (WindowsPath.normalized(from), WindowsPath.normalized(name))
    if name == from { return to }
    guard name.hasPrefix(from + "/") else { return nil }
    let rest = name.utf8.dropFirst(from.utf8.count + 1)
    return (to.isEmpty ? "" : to + "/") + String(decoding: rest, as: UTF8.self)
  }

  private static func trimmed(_ path: String) -> String {
    var path = WindowsPath.normalized(path)
    while path.hasSuffix("/") { path.removeLast() }
    return path
  }
}

/// Absolute paths of Windows: of a drive, `D:\a` or `D:/a`, or of a share, `\\host\a`.
package enum WindowsPath {
  package static func isAbsolute(_ path: String) -> Bool {
    if path.hasPrefix("\\\\") { return true }
    let start = Array(path.utf8.prefix(3))
    guard start.count == 3, start[1] == UInt8(ascii: ":") else { return false }
    let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(start[0] | 0x20)
    return isLetter && (start[2] == UInt8(ascii: "/") || start[2] == UInt8(ascii: "\\"))
  }

  /// Returns an absolute path of Windows with slashes and the drive in upper case; any other path as it is.
  package static func normalized(_ path: String) -> String {
    guard isAbsolute(path) else { return path }
    let path = path.replacing("\\", with: "/")
    return path.hasPrefix("/") ? path : path.prefix(1).uppercased() + path.dropFirst()
  }
}
