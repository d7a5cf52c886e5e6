// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import SystemPackage

/// Clears away what a run left in a mirror that was ended while it fetched. The fetch lock must be held.
///
/// Locks of refs would keep every later run out, and unfinished packs only take space. What else is wrong with a mirror is
/// not mended: it is made anew.
enum MirrorRepair {
  /// - Returns: the names of what was removed.
  static func removeLeftovers(in mirror: FilePath) throws(WorkspaceError) -> [String] {
    var removed: [String] = []
    let folders = ["", "refs", "refs/reviewbot", "objects/pack"]
    for folder in folders {
      let path = folder.isEmpty ? mirror : mirror.pushing(FilePath(folder))
      guard Folders.exists(path) else { continue }
      for entry in try Folders.entries(of: path) where !entry.isFolder && isLeftover(entry.name) {
        guard unlink(path.appending(entry.name).string) == 0 else {
          throw systemError("cannot remove \(path.appending(entry.name))")
        }
        removed.append(entry.name)
      }
    }
    return removed.sorted()
  }

  /// libgit2 gives a file that is not finished a name that ends in `.lock` or holds `_git2_`.
  private static func isLeftover(_ name: String) -> Bool {
    name.hasSuffix(".lock") || name.contains("_git2_")
  }
}
