// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import SystemPackage

/// The files and folders that a user named.
struct LintPaths: Sendable {
  /// From the root of the working tree; empty for the root itself.
  private let paths: [String]

  /// - Throws: ``UsageError`` for a path that is not there or lies outside the working tree.
  init(_ paths: [String], currentFolder: FilePath, root: FilePath) throws(UsageError) {
    var relative: [String] = []
    for path in paths {
      let absolute = currentFolder.pushing(FilePath(path)).lexicallyNormalized()
      guard FileManager.default.fileExists(atPath: absolute.string) else {
        throw UsageError("there is no \(path)", remedy: "name files and folders of the working tree")
      }
      guard let inside = Self.relative(absolute, to: root) else {
        throw UsageError("\(path) is outside the working tree \(root)", remedy: "name files and folders inside")
      }
      relative.append(inside)
    }
    self.paths = relative
  }

  func select(from changes: ChangeSet) -> ChangeSet {
    guard !paths.isEmpty else { return changes }
    return ChangeSet(
      files: changes.files.filter { file in
        paths.contains { $0.isEmpty || file.path == $0 || file.path.hasPrefix($0 + "/") }
      })
  }

  /// The root comes resolved from git, so a path through a link is resolved when it does not fit as it is.
  private static func relative(_ path: FilePath, to root: FilePath) -> String? {
    if let inside = String(relativePath: path.string, from: root.string) { return inside }
    let resolved = URL(fileURLWithPath: path.string).resolvingSymlinksInPath().path
    let resolvedRoot = URL(fileURLWithPath: root.string).resolvingSymlinksInPath().path
    return String(relativePath: resolved, from: resolvedRoot)
  }
}
