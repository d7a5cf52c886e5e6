// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ContainedFiles
import SystemPackage

/// A build folder as the build left it, from which a later build of the same review starts although tests could write to
/// the folder in between.
///
/// The products must be unchanged. What SwiftPM itself writes before it runs tests (its plan of the build, its database,
/// its cache of manifests) is kept, and put back.
struct SealedBuild: Sendable {
  private struct Entry {
    let stamp: FileStamp
    let modified: Int
    /// Where the contents are in the archive, of a file that SwiftPM writes before it runs tests.
    let kept: Range<Int>?
  }

  private let package: PackageDirectory
  private let archive: FilePath
  private let entries: [String: Entry]

  /// What the resolution leaves: these are compared with the pins, and fetched again where they are damaged.
  private static let dependencies: Set<String> = ["checkouts", "artifacts", "prebuilts", "repositories"]

  /// - Parameter archive: a file in a directory that no sandbox shows.
  init(of package: PackageDirectory, archive: FilePath) throws {
    self.package = package
    self.archive = archive
    let file = try AppendedFile(archive.name, in: ContainedDirectory(archive.parent))
    let folder = try package.checkout.subdirectory(package.path(PackageDirectory.build))
    var entries: [String: Entry] = [:]
    try folder.walk { path, stamp in
      if Self.dependencies.contains(path) { return .next }
      var kept: Range<Int>?
      if stamp.kind == .file, Self.isPlan(path) {
        let start = file.end
        try file.append(try folder.bytes(at: path, limit: .max - 1))
        kept = start..<file.end
      }
      if stamp.kind != .directory {
        entries[path] = Entry(stamp: stamp, modified: folder.status(of: path)?.modified ?? 0, kept: kept)
      }
      return stamp.kind == .directory ? .enter : .next
    }
    self.entries = entries
  }

  private static func isPlan(_ path: String) -> Bool {
    path == ".lock" || path.hasPrefix("caches/") || path.hasSuffix(".json") || path.hasSuffix(".yaml")
      || path.hasSuffix(".db") || path.hasSuffix(".db-wal") || path.hasSuffix(".db-shm")
  }

  /// Makes the build folder what it was, or empties it if that is not possible.
  ///
  /// - Returns: whether it is what it was.
  func restore() throws -> Bool {
    let folder = try package.checkout.subdirectory(package.path(PackageDirectory.build))
    var seen: Set<String> = []
    var changed: [(path: String, entry: Entry)] = []
    var isWhole = true
    try folder.walk { path, stamp in
      if Self.dependencies.contains(path) { return .next }
      if stamp.kind == .directory { return .enter }
      guard let entry = entries[path] else { return .remove }
      seen.insert(path)
      guard stamp != entry.stamp else { return .next }
      if entry.kept == nil { isWhole = false } else { changed.append((path, entry)) }
      return .next
    }
    changed += entries.filter { !seen.contains($0.key) }.map { ($0.key, $0.value) }
    guard isWhole, changed.allSatisfy({ $0.entry.kept != nil }) else {
      try folder.walk { path, _ in Self.dependencies.contains(path) ? .next : .remove }
      return false
    }
    let file = try AppendedFile(archive.name, in: ContainedDirectory(archive.parent))
    for (path, entry) in changed {
      guard let kept = entry.kept else { continue }
      if let slash = path.lastIndex(of: "/") { try folder.makeDirectory(String(path[..<slash])) }
      try folder.write(try file.bytes(in: kept), to: path)
      // The build compares modification times.
      try folder.setModified(entry.modified, of: path)
    }
    return true
  }
}
