// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The folder of the package whose rules are listed or extended.
public struct RuleFolder {
  /// The folder of the rules, relative to the package.
  static let rules = "Sources/Rules/BuiltIn"

  private let root: URL

  /// - Parameter root: the folder with the `Package.swift` of the rules.
  public init(_ root: String) {
    self.root = URL(fileURLWithPath: root)
  }

  /// Returns the paths of the Swift files below a folder, sorted; empty when there is no such folder.
  func files(below folder: String) -> [String] {
    SwiftFiles.below(url(folder).path).map { "\(folder)/\($0)" }
  }

  /// The folders of the rules by what they are about.
  var topics: [String] { Set(files(below: Self.rules).compactMap(Self.topic)).sorted() }

  /// Returns the folder of a rule's file; `nil` for a file beside the folders.
  static func topic(ofFile path: String) -> String? {
    let parts = path.split(separator: "/")
    return parts.count > 4 ? String(parts[3]) : nil
  }

  func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: url(path))) }

  func write(_ file: RuleFile) throws {
    try Data(file.text.utf8).write(to: url(file.path), options: .atomic)
  }

  private func url(_ path: String) -> URL { root.appendingPathComponent(path) }
}

/// A file that the tools of this package write.
public struct RuleFile: Hashable, Sendable {
  /// Relative to the package.
  public let path: String
  public let text: String

  static let header = [
    "// SPDX-License-Identifier: Apache-2.0", "// SPDX-FileCopyrightText: the reviewbot authors", "",
  ].joined(separator: "\n")
}

/// A mistake in the arguments, or in the files that they name.
public struct RuleSourcesError: Error, Hashable, CustomStringConvertible {
  public let description: String

  public init(description: String) {
    self.description = description
  }
}

/// Swift files by path.
public enum SwiftFiles {
  /// Returns the file at a path, or the files below the folder there.
  ///
  /// - Throws: ``RuleSourcesError`` if there is none: nothing would be checked.
  public static func at(_ path: String) throws(RuleSourcesError) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw RuleSourcesError(description: "\(path): no such file or folder")
    }
    let files = isFolder.boolValue ? below(path).map { "\(path)/\($0)" } : [path].filter { $0.hasSuffix(".swift") }
    guard !files.isEmpty else {
      throw RuleSourcesError(description: "\(path): \(isFolder.boolValue ? "has no Swift files" : "is no Swift file")")
    }
    return files
  }

  /// Returns the paths of the files below a folder, relative to it and sorted, without hidden ones; empty when there is
  /// no such folder.
  static func below(_ folder: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".swift") && !"/\($0)".contains("/.") }.sorted()
  }
}
