// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
package import Findings
package import SystemPackage

/// Finds the packages of a repository whose root is not a package.
///
/// The tree is untrusted: the depth and the number of folders are limited, and no link is followed.
package struct PackageFinder: Sendable {
  package static let maximumDepth = 6
  package static let maximumFolders = 20_000
  package static let maximumPackages = 20

  package struct Found: Hashable, Sendable {
    /// The folders of the packages, relative to the repository's root and ordered; empty for the root itself.
    package var folders: [String] = []
    /// Whether there may be further packages, because a limit was reached.
    package var isCut = false
  }

  package init(root: FilePath, excluded: [Glob]) {
    self.root = root
    self.excluded = excluded
  }

  package let root: FilePath
  /// Files that are not reviewed: packages among them are fixtures.
  package let excluded: [Glob]

  /// Returns the root if it is a package. Else all folders with a manifest that are not inside another package, because
  /// those are its parts, or samples for its tests.
  package func find() -> Found {
    let checkout = ContainedDirectory(root)
    if isManifest("Package.swift", in: checkout) { return Found(folders: [""]) }
    var found = Found()
    var visited = 0
    var level = [""]
    for _ in 0..<Self.maximumDepth where !level.isEmpty {
      var next: [String] = []
      for folder in level {
        for name in subfolders(of: folder, in: checkout) {
          visited += 1
          guard visited <= Self.maximumFolders, found.folders.count < Self.maximumPackages else {
            found.isCut = true
            found.folders.sort()
            return found
          }
          let path = folder.isEmpty ? name : "\(folder)/\(name)"
          let manifest = "\(path)/Package.swift"
          if excluded.contains(where: { $0.matches(manifest) || $0.matches(path) }) { continue }
          if isManifest(manifest, in: checkout) { found.folders.append(path) } else { next.append(path) }
        }
      }
      level = next
    }
    found.folders.sort()
    return found
  }

  private func subfolders(of folder: String, in checkout: ContainedDirectory) -> [String] {
    // A folder that cannot be read contains no package that could be built.
    let entries = (try? checkout.entries(of: folder)) ?? []
    return entries.filter { entry in
      entry.status.kind == .directory && !entry.name.hasPrefix(".")
        && !entry.name.utf8.contains { $0 < 0x20 || $0 == 0x7f }
    }.map(\.name)
  }

  private func isManifest(_ path: String, in checkout: ContainedDirectory) -> Bool {
    checkout.status(of: path)?.kind == .file
  }
}

extension PackageSelection {
  /// Returns the folders of the packages in a checkout, relative to its root: the configured ones, or those that are
  /// found.
  package func folders(in root: FilePath, excluding excluded: [Glob]) -> [String] {
    switch self {
    case .folders(let chosen): chosen
    case .auto: PackageFinder(root: root, excluded: excluded).find().folders
    }
  }
}

/// The packages whose manifest a change removes.
package struct RemovedManifests: Sendable {
  private static let manifest = "Package.swift"
  private let folders: Set<String>

  package init(_ changes: ChangeSet) {
    folders = Set(changes.files.compactMap { Self.path(removedBy: $0) }.compactMap(Self.folder))
  }

  /// Returns whether the change removes the manifest in a folder, empty for the repository's root.
  package func contains(_ folder: String) -> Bool { folders.contains(folder) }

  /// Returns whether a change removes the package at the root, and does not only move it into another folder.
  package static func removesRootPackage(_ changes: ChangeSet) -> Bool {
    RemovedManifests(changes).contains("")
      && !changes.files.contains { $0.oldPath == manifest && folder($0.path) != nil }
  }

  private static func path(removedBy file: ChangedFile) -> String? {
    switch file.status {
    case .deleted: file.path
    case .renamed: file.oldPath
    // A link is not a manifest, because the author controls its target.
    case .typeChanged: file.isText && file.linkedPath == nil ? nil : file.path
    case .modified: file.linkedPath == nil ? nil : file.path
    case .added: nil
    }
  }

  /// Returns the folder of a manifest; `nil` for any other file.
  private static func folder(_ path: String) -> String? {
    if path == manifest { return "" }
    return path.hasSuffix("/" + manifest) ? String(path.dropLast(manifest.count + 1)) : nil
  }
}
