// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
import Foundation
package import SystemPackage

/// A folder for one test.
package struct ScratchDirectory: SourceFolder {
  package let path: FilePath

  /// Writes a file, and the folders above it.
  ///
  /// - Returns: its path.
  @discardableResult
  package func write(_ name: String, _ contents: String) throws -> FilePath {
    let file = path.appending(name)
    try FileManager.default.createDirectory(
      atPath: file.removingLastComponent().string, withIntermediateDirectories: true)
    try Data(contents.utf8).write(to: URL(fileURLWithPath: file.string))
    return file
  }

  /// Whether there is a file or folder of this name.
  package func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path.appending(name).string) }

  package func source(at path: String, limit: Int) throws(UnreadableSource) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: self.path.appending(path).string) else { throw .missing }
    guard data.count <= limit else { throw .tooLarge(limit: limit) }
    return Array(data)
  }

  package func size(at path: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: self.path.appending(path).string))?[.size] as? Int
  }
}

extension ReviewedChange {
  /// Creates a change to the files of a folder.
  package init(
    root: FilePath, changes: ChangeSet, isEverythingInChange: Bool = false, texts: [String: [UInt8]]? = nil
  ) {
    self.init(
      root: ScratchDirectory(path: root), changes: changes, isEverythingInChange: isEverythingInChange, texts: texts)
  }
}

/// Makes a folder, and removes it at the end.
package func withScratchDirectory<Result>(_ body: (ScratchDirectory) async throws -> Result) async throws -> Result {
  let path = FileManager.default.temporaryDirectory.path + "/rules-\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try await body(ScratchDirectory(path: FilePath(path)))
}
