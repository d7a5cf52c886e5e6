// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

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
