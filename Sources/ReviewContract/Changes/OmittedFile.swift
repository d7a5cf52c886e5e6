// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A file of the repository that is not in the checkout, because its name cannot be used there.
package struct OmittedFile: Hashable, Codable, Sendable {
  package enum Reason: String, Codable, Sendable, CaseIterable {
    /// The name, or that of a directory above it, has a backslash, which tools take for a separator or an escape.
    case backslash
    /// The name is not UTF-8, so that no report could name the file.
    case notUTF8
    /// The name or the path is longer than file systems take.
    case tooLong
  }

  /// From the repository's root, shortened, with `\xE4` for each byte that is not UTF-8. Hostile text.
  package let path: String
  package let reason: Reason
  /// Whether the change adds or modifies it.
  package let isInChange: Bool

  /// - Parameter path: may be of any length.
  package init(path: String, reason: Reason, isInChange: Bool) {
    self.path = path.unicodeScalars.count > Self.longestPath ? String(path.prefix(Self.longestPath)) + "…" : path
    self.reason = reason
    self.isInChange = isInChange
  }

  /// In characters: enough to find the file, and little enough for every forge.
  private static let longestPath = 300
}

/// The files that a checkout does not have.
package struct OmittedFiles: Hashable, Codable, Sendable {
  /// So many are named; the files that the change adds or modifies come first.
  package static let limit = 50

  package private(set) var named: [OmittedFile] = []
  /// How many there are, named or not.
  package private(set) var count = 0

  package init() {}

  /// - Parameters:
  ///   - named: in the order of importance; a path that comes again is dropped.
  ///   - count: how many files there are; the number of named ones when it is less.
  package init(_ named: [OmittedFile], count: Int = 0) {
    var seen: Set<[UInt8]> = []
    let different = named.filter { seen.insert(Array($0.path.utf8)).inserted }
    self.named = Array(different.prefix(Self.limit))
    self.count = max(count, different.count)
  }

  package var isEmpty: Bool { count == 0 }

  /// Counts one more, and names it while there is room.
  package mutating func add(_ file: @autoclosure () -> OmittedFile) {
    count += 1
    if named.count < Self.limit { named.append(file()) }
  }

  /// Those of both, without counting a file twice that both have.
  package func union(_ other: OmittedFiles) -> OmittedFiles {
    OmittedFiles(named + other.named, count: max(count, other.count))
  }
}

extension Finding {
  /// The rule of files that the checkout does not have.
  package static let omittedFile = "omitted_file"

  /// Whether it is about a file that the checkout does not have, so that no forge could show it at a line.
  package var isAboutOmittedFile: Bool { rule == Self.omittedFile }

  /// A warning for each file that is named: builds and tests ran without it.
  package static func findings(about omitted: OmittedFiles) -> [Finding] {
    omitted.named.map { file in
      Finding(
        rule: omittedFile, severity: .warning, path: file.path, range: SourceRange(line: 1, column: 1),
        message: "\(file.reason.words), so the file is not in the checkout; rename it",
        fingerprint: Fingerprint.make(rule: omittedFile, path: file.path, lineText: "", occurrence: 0),
        isInChange: file.isInChange)
    }
  }
}

extension OmittedFile.Reason {
  fileprivate var words: String {
    switch self {
    case .backslash: "the name has a backslash"
    case .notUTF8: "the name is not UTF-8"
    case .tooLong: "the name is too long"
    }
  }
}
