// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// Removes mirrors that no run uses.
package struct MirrorRemoval: Sendable {
  private let folder: FilePath

  /// - Parameter folder: the folder of the mirrors.
  package init(_ folder: FilePath) {
    self.folder = folder
  }

  /// - Returns: `false` when the mirror is in use, cannot be removed, or is not a mirror.
  package func remove(_ name: String) -> Bool {
    guard MirrorName.isOne(name) else { return false }
    return (try? MirrorStore(folder: folder, limits: WorkspaceLimits()).remove(name)) ?? false
  }
}
