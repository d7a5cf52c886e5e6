// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import SystemPackage

/// Determines the packages that a change can affect.
struct AffectedPackages: Sendable {
  private static let maximumManifest = 1 << 20

  let root: FilePath
  let changes: ChangeSet

  /// The affected packages among `folders`: those with a changed file in their folder or in a path that they name, and
  /// those that depend on an affected package by path.
  func among(_ folders: [String]) -> [String] {
    let paths = Dictionary(folders.map { ($0, dependencies(of: $0)) }) { first, _ in first }
    var affected = Set(
      folders.filter { folder in
        guard let named = paths[folder] ?? nil else { return true }
        return ([folder] + named).contains { hasChanges(in: $0) }
      })
    var isGrowing = true
    while isGrowing {
      let more = folders.filter { folder in
        guard !affected.contains(folder), let named = paths[folder] ?? nil else { return false }
        return named.contains { path in affected.contains { $0 == path || $0.isEmpty } }
      }
      affected.formUnion(more)
      isGrowing = !more.isEmpty
    }
    return folders.filter { affected.contains($0) }
  }

  private func hasChanges(in folder: String) -> Bool {
    changes.files.contains { file in
      [file.path, file.oldPath].compactMap(\.self).contains { folder.isEmpty || $0.hasPrefix(folder + "/") }
    }
  }

  /// The paths that a package's manifest names; `nil` if a path is not a literal, or the manifest cannot be read.
  ///
  /// The manifest is scanned as text, because evaluating it would execute code. Paths of targets are included, which is
  /// harmless.
  private func dependencies(of folder: String) -> [String]? {
    let manifest = folder.isEmpty ? "Package.swift" : "\(folder)/Package.swift"
    guard let text = try? ContainedDirectory(root).text(at: manifest, limit: Self.maximumManifest) else { return nil }
    var found: [String] = []
    for piece in text.split(separator: "path:", omittingEmptySubsequences: false).dropFirst() {
      let rest = piece.drop { $0.isWhitespace }
      guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else { return nil }
      let path = rest[rest.index(after: rest.startIndex)..<end]
      guard !path.contains("\\"), !path.hasPrefix("/") else { return nil }
      if let resolved = Self.resolve(String(path), from: folder) { found.append(resolved) }
    }
    return found
  }

  /// The path relative to the repository; `nil` if it is outside, where nothing can change.
  private static func resolve(_ path: String, from folder: String) -> String? {
    var parts = folder.split(separator: "/").map(String.init)
    for part in path.split(separator: "/") where part != "." {
      if part == ".." {
        guard !parts.isEmpty else { return nil }
        parts.removeLast()
      } else {
        parts.append(String(part))
      }
    }
    return parts.joined(separator: "/")
  }
}
