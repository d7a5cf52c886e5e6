// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore
import SystemPackage

/// Turns a checkout of the head into one of the merge.
struct MergedWorkspace: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let root: FilePath
  let overlay: MergeOverlay

  /// Writes the files that differ and removes those that the merge does not have. All others keep their times, so that
  /// an incremental build builds only what the base changed.
  func apply() throws {
    for path in overlay.removed {
      let file = try place(path)
      if exists(file) { try FileManager.default.removeItem(atPath: file.string) }
    }
    for path in overlay.written {
      let file = try place(path)
      try FileManager.default.createDirectory(
        atPath: file.removingLastComponent().string, withIntermediateDirectories: true)
      if exists(file) { try FileManager.default.removeItem(atPath: file.string) }
      try FileManager.default.copyItem(
        atPath: overlay.folder.pushing(FilePath(path)).string, toPath: file.string)
      // The copy may keep its time, from before the head was built; the compiler would take it for a file that it has seen.
      lutimes(file.string, nil)
    }
  }

  /// The tests had the folder to themselves: where they put a link in the place of a folder, following it would lead
  /// out.
  private func place(_ path: String) throws(Failure) -> FilePath {
    let parts = path.split(separator: "/")
    guard !parts.isEmpty, !parts.contains(".."), !path.hasPrefix("/") else {
      throw Failure(description: "\(path) is not a path in the repository")
    }
    var folder = root
    for part in parts.dropLast() {
      folder.append(String(part))
      var status = stat()
      if lstat(folder.string, &status) == 0, status.st_mode & S_IFMT != S_IFDIR {
        throw Failure(description: "\(folder) is no folder any more after the tests of the head")
      }
    }
    return root.pushing(FilePath(path))
  }

  private func exists(_ file: FilePath) -> Bool {
    var status = stat()
    return lstat(file.string, &status) == 0
  }
}
