// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// A file of the repository that is not in the checkout, because its name is not supported there.
package struct OmittedFile: Hashable, Codable, Sendable {
  package enum Reason: String, Codable, Sendable, CaseIterable {
    /// The name, or that of a directory above it, has a backslash, which tools interpret as a separator or an escape.
    case backslash
    /// The name is not UTF-8, so that reports cannot contain it.
    case notUTF8
    /// The name or the path is longer than file systems support.
    case tooLong
    /// It is SwiftPM's build folder or in one, from which a build would take products that are not built from the
    /// commit.
    case buildDirectory
  }

  /// The path relative to the repository's root, shortened, with `\xE4` for each byte that is not UTF-8. Hostile text.
  package let path: String
  package let reason: Reason
  /// Whether the change adds or modifies it.
  package let isInChange: Bool

  /// - Parameter path: a path of any length.
  package init(path: String, reason: Reason, isInChange: Bool) {
    let path = reason == .buildDirectory ? Self.buildDirectory(in: path) : path
    self.path = Finding.shortened(path)
    self.reason = reason
    self.isInChange = isInChange
  }

  /// The outermost build folder in a path.
  private static func buildDirectory(in path: String) -> String {
    let names = path.split(separator: "/")
    let end = names.firstIndex { $0 == SourceManifest.buildDirectory }
    return end.map { names[...$0].joined(separator: "/") } ?? path
  }
}

/// The files that are missing in a checkout.
package struct OmittedFiles: Hashable, Codable, Sendable {
  /// The maximum number of named files; the files that the change adds or modifies are first.
  package static let limit = 50

  package private(set) var named: [OmittedFile] = []
  /// The number of files, named or not.
  package private(set) var count = 0

  package init() {}

  /// - Parameters:
  ///   - named: the files in the order of importance; repeated paths are dropped.
  ///   - count: the number of files; at least the number of named ones.
  package init(_ named: [OmittedFile], count: Int = 0) {
    var seen: Set<[UInt8]> = []
    let different = named.filter { seen.insert(Array($0.path.utf8)).inserted }
    self.named = Array(different.prefix(Self.limit))
    self.count = max(count, different.count)
  }

  package var isEmpty: Bool { count == 0 }

  /// Counts a file, and names it if the limit is not reached.
  package mutating func add(_ file: @autoclosure () -> OmittedFile) {
    count += 1
    if named.count < Self.limit { named.append(file()) }
  }

  /// Returns the files of both, without counting a common file twice.
  package func union(_ other: OmittedFiles) -> OmittedFiles {
    OmittedFiles(named + other.named, count: max(count, other.count))
  }
}

extension Finding {
  /// Returns a finding for each named file, because builds and tests ran without it.
  ///
  /// - Parameter unchecked: the paths of files that have an error already, because they were not checked.
  package static func findings(about omitted: OmittedFiles, without unchecked: [String] = []) -> [Finding] {
    let known = Set(unchecked.map(shortened))
    return omitted.named.filter { !known.contains($0.path) }.map { file in
      Finding(
        rule: omittedFile, severity: file.reason == .buildDirectory ? .error : .warning, path: file.path,
        range: SourceRange(line: 1, column: 1), message: "\(file.reason.explanation); \(file.reason.remedy)",
        fingerprint: Fingerprint.make(rule: omittedFile, path: file.path, lineText: "", occurrence: 0),
        isInChange: file.isInChange)
    }
  }
}

extension OmittedFile.Reason {
  fileprivate var remedy: String {
    self == .buildDirectory ? "remove it with `git rm -r --cached`, and add .build to .gitignore" : "rename it"
  }

  /// The reason as a sentence without a full stop.
  package var explanation: String {
    switch self {
    case .backslash: "the name has a backslash, so the file is not in the checkout"
    case .notUTF8: "the name is not UTF-8, so the file is not in the checkout"
    case .tooLong: "the name is too long, so the file is not in the checkout"
    case .buildDirectory: "a build folder is not part of the commit, so it is not in the checkout"
    }
  }
}
