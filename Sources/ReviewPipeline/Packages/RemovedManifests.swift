// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// The packages whose manifest a change takes away.
struct RemovedManifests: Sendable {
  private static let manifest = "Package.swift"
  private let folders: Set<String>

  init(_ changes: ChangeSet) {
    folders = Set(changes.files.compactMap { Self.path(removedBy: $0) }.compactMap(Self.folder))
  }

  /// Whether the package in this folder, empty for the repository's root, has lost its manifest.
  func contains(_ folder: String) -> Bool { folders.contains(folder) }

  /// Whether the root was a package, and the package was not just moved into another folder.
  static func takesRootAway(_ changes: ChangeSet) -> Bool {
    RemovedManifests(changes).contains("")
      && !changes.files.contains { $0.oldPath == manifest && folder($0.path) != nil }
  }

  private static func path(removedBy file: ChangedFile) -> String? {
    switch file.status {
    case .deleted: file.path
    case .renamed: file.oldPath
    // A link is none: where it leads is the author's to choose.
    case .typeChanged: file.isText ? nil : file.path
    case .added, .modified: nil
    }
  }

  /// The folder of a manifest; `nil` for any other file.
  private static func folder(_ path: String) -> String? {
    if path == manifest { return "" }
    return path.hasSuffix("/" + manifest) ? String(path.dropLast(manifest.count + 1)) : nil
  }
}
