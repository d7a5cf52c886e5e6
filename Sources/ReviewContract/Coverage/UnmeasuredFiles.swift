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

/// The reason why a measurement does not contain a requested file.
package enum UnmeasuredReason: Hashable, Sendable {
  /// It has code, but no test bundle links it.
  case notLinked
  /// It has code, but no coverage report names it.
  case notInReports
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
  package var words: String {
    switch self {
    case .notLinked: "its target is not linked into any test bundle"
    case .notInReports: "no coverage report contains it"
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
    case .notLinked, .notInReports, .unreadable: true
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
  package func replaced(in name: String) -> String? {
    if name == from { return to }
    guard name.hasPrefix(from + "/") else { return nil }
    let rest = name.utf8.dropFirst(from.utf8.count + 1)
    return (to.isEmpty ? "" : to + "/") + String(decoding: rest, as: UTF8.self)
  }

  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
