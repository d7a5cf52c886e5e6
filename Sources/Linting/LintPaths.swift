// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
package import ReviewContract
package import SystemPackage

/// The files and folders to lint.
package struct LintPaths: Sendable {
  /// The paths relative to the root of the working tree; the empty string is the root.
  let paths: [String]

  /// - Throws: ``UsageError`` for a path that does not exist or is outside of the working tree.
  package init(_ paths: [String], currentFolder: FilePath, root: FilePath) throws(UsageError) {
    var relative: [String] = []
    for path in paths {
      guard !path.isEmpty else {
        throw UsageError(
          "a path is empty", remedy: "name a file or folder, or nothing for all; check that the variable in it is set")
      }
      let absolute = currentFolder.pushing(FilePath(path)).lexicallyNormalized()
      guard FileManager.default.fileExists(atPath: absolute.string) else {
        throw UsageError("\"\(path)\" does not exist", remedy: "name files and folders of the working tree")
      }
      guard let inside = Self.relative(absolute, to: root) else {
        throw UsageError("\"\(path)\" is outside the working tree \"\(root)\"", remedy: "name files and folders inside")
      }
      relative.append(inside)
    }
    self.paths = relative
  }

  /// Returns the changes of the named files and folders; all changes if there are no names.
  package func select(from changes: ChangeSet) -> ChangeSet {
    guard !paths.isEmpty else { return changes }
    return ChangeSet(
      files: changes.files.filter { file in
        paths.contains { $0.isEmpty || file.path == $0 || file.path.hasPrefix($0 + "/") }
      })
  }

  /// The path relative to the root; `nil` if it is outside. Git resolves links in the root, so a path that is not in it
  /// is compared again with its links resolved.
  private static func relative(_ path: FilePath, to root: FilePath) -> String? {
    if let inside = String(relativePath: path.string, from: root.string) { return inside }
    let resolved = URL(fileURLWithPath: path.string).resolvingSymlinksInPath().path
    let resolvedRoot = URL(fileURLWithPath: root.string).resolvingSymlinksInPath().path
    return String(relativePath: resolved, from: resolvedRoot)
  }
}

extension FilePath {
  /// Whether the path is in a folder after symbolic links are resolved.
  func isInside(_ folder: FilePath) -> Bool {
    let resolved = { (path: FilePath) in
      // Only the existing part of the path can have links.
      var (existing, rest) = (path.lexicallyNormalized(), [String]())
      while !existing.name.isEmpty, !FileManager.default.fileExists(atPath: existing.string) {
        rest.insert(existing.name, at: 0)
        existing = existing.parent
      }
      let real = URL(fileURLWithPath: existing.string).resolvingSymlinksInPath().path
      return FilePath(([real] + rest).joined(separator: "/"))
    }
    return resolved(self).starts(with: resolved(folder))
  }
}
