// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
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
  ///
  /// The tests had the checkout to themselves. Where they put a link in the place of a folder, nothing is written.
  func apply() throws {
    let (checkout, merged) = (ContainedDirectory(root), ContainedDirectory(overlay.folder))
    for path in overlay.removed { try writing(path) { try checkout.remove(path) } }
    for path in overlay.written {
      try writing(path) {
        if let slash = path.lastIndex(of: "/") { try checkout.makeDirectory(String(path[..<slash])) }
        try checkout.remove(path)
        // Links are the merge's own.
        try TreeCopy(links: .all).copy(path, in: merged, to: checkout, as: path)
        // The copy keeps its time, from before the head was built; the compiler would take it for a file that it has seen.
        try checkout.setModified(nil, of: path)
      }
    }
  }

  private func writing(_ path: String, _ write: () throws -> Void) throws {
    do {
      try write()
    } catch ContainedDirectory.Failure.notADirectory {
      throw Failure(description: "the folder of \(path) is no folder any more after the tests of the head")
    }
  }
}
