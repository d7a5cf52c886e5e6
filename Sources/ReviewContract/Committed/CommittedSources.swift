// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import ContainedFiles
import Findings
import Foundation
package import SystemPackage

/// A checkout that is compared with the commit that it was made from, and restored to it.
///
/// Files are compared by their stamps, whose time of change code under review cannot set. Where a stamp differs, or is
/// so recent that a later change could have the same time, the contents are compared by the blob's id. Build folders
/// (`.build`) are left out: their contents are not the commit's.
///
/// No code of the pull request may run during a call.
package final class CommittedSources: Sendable {
  private struct Entry {
    let file: CommittedFile
    /// The last stamp with which the contents were those of the commit; `nil` if they have to be compared.
    var stamp: FileStamp?
    /// The kept contents; `nil` if they are not kept.
    var kept: Kept?
  }

  private enum Kept {
    /// Where the contents of a file are in the archive.
    case archived(Range<Int>)
    /// The target of a link.
    case target([UInt8])
  }

  private struct State {
    var entries: [String: Entry] = [:]
    /// The directories of the commit's files.
    var directories: Set<String> = []
    /// Entries that are not of the commit and were there before code of the pull request ran, or that the setup made.
    var known: [String: FileStamp] = [:]

    mutating func add(_ file: CommittedFile) {
      entries[file.path] = Entry(file: file)
      var path = file.path[...]
      while let slash = path.lastIndex(of: "/") {
        path = path[..<slash]
        guard directories.insert(String(path)).inserted else { break }
      }
    }
  }

  /// A later change can have the same time as the stamp when it comes within a tick of the kernel's clock, which is at
  /// most 10 ms long.
  private static let tick = 20_000_000

  private let checkout: ContainedDirectory
  private let archive: FilePath
  private let state: Locked<State>

  /// Records the checkout as it is before code of the pull request runs.
  ///
  /// - Parameters:
  ///   - root: the checkout.
  ///   - listing: a ``CommitListing``.
  ///   - archive: the file for the contents of the commit, in a directory that no sandbox shows.
  /// - Throws: an error if the listing or the checkout cannot be read.
  package init(_ root: FilePath, listing: FilePath, archive: FilePath) throws {
    checkout = ContainedDirectory(root)
    self.archive = archive
    var state = State()
    for file in try CommitListing.read(listing) { state.add(file) }
    state.known = try Self.others(in: checkout, state)
    self.state = Locked(state)
  }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  package static func isBuildDirectory(_ path: String, _ stamp: FileStamp) -> Bool {
    stamp.kind == .directory
      && (path == SourceManifest.buildDirectory || path.hasSuffix("/\(SourceManifest.buildDirectory)"))
  }

  /// Compares the checkout with the commit.
  ///
  /// - Parameter ignored: paths whose contents a build may write: a directory stands for its contents.
  package func changes(ignoring ignored: [String] = []) throws -> SourceChanges {
    try state.withLock { state in try compare(&state, ignoring: ignored, restores: false) }
  }

  /// Accepts the files that are not of the commit as they are now, for example those that the setup generated.
  package func acceptOthers() throws {
    try state.withLock { $0.known = try Self.others(in: checkout, $0) }
  }

  /// The entries that are not of the commit.
  private static func others(in checkout: ContainedDirectory, _ state: State) throws -> [String: FileStamp] {
    var others: [String: FileStamp] = [:]
    try checkout.walk { path, stamp in
      if state.entries[path] != nil || isBuildDirectory(path, stamp) { return .next }
      if !state.directories.contains(path) { others[path] = stamp }
      return stamp.kind == .directory ? .enter : .next
    }
    return others
  }

  /// Compares the checkout with the commit, and keeps its contents, from which ``restore(removingOthers:)`` restores
  /// them.
  ///
  /// - Throws: ``Changed`` if a file is not the commit's.
  package func keep() throws {
    try state.withLock { state in
      let archive = try openArchive()
      let started = Self.now
      for (path, entry) in state.entries where entry.kept == nil {
        let stamp = checkout.stamp(of: path)
        guard let kept = try keep(path, entry.file, stamp?.kind, in: checkout, archive), kept.blob == entry.file.blob
        else {
          throw Changed(path: path)
        }
        state.entries[path]?.kept = kept.contents
        state.entries[path]?.stamp = stamp.flatMap { Self.isSettled($0, at: started) ? $0 : nil }
      }
    }
  }

  /// Whether no later change can have the time of a stamp.
  private static func isSettled(_ stamp: FileStamp, at time: Int) -> Bool { time - stamp.changed > tick }

  private func openArchive() throws -> AppendedFile {
    try AppendedFile(archive.name, in: ContainedDirectory(archive.parent))
  }

  /// Keeps one file or link; `nil` if it is of another kind.
  private func keep(
    _ path: String, _ file: CommittedFile, _ kind: FileStatus.Kind?, in directory: ContainedDirectory,
    _ archive: AppendedFile
  ) throws -> (contents: Kept, blob: String)? {
    switch kind {
    case .link where file.kind == .link:
      let target = try directory.linkTarget(of: path)
      return (.target(target), BlobDigest.id(of: target, digits: file.blob.count))
    case .file where file.kind != .link:
      let start = archive.end
      let open = try directory.file(at: path)
      let blob = try BlobDigest.id(of: open, digits: file.blob.count) { bytes throws(ContainedDirectory.Failure) in
        try archive.append(bytes)
      }
      return (.archived(start..<archive.end), blob)
    default: return nil
    }
  }

  package struct Changed: Error, CustomStringConvertible {
    package let path: String
    package var description: String { "\(path) is not the file of the commit" }
  }

  /// Restores the files of the commit, and removes what was added since. Requires ``keep()``.
  ///
  /// - Parameter removingOthers: whether the files that are not of the commit and were known are removed as well.
  /// - Returns: what differed.
  package func restore(removingOthers: Bool = false) throws -> SourceChanges {
    try state.withLock { state in
      let changes = try compare(&state, ignoring: [], restores: true)
      let archive = try openArchive()
      for path in changes.modified + changes.removed {
        guard let entry = state.entries[path] else { continue }
        try write(path, entry, from: archive)
        state.entries[path]?.stamp = nil
      }
      if removingOthers {
        for path in state.known.keys.sorted() { try checkout.remove(path) }
        state.known = [:]
      }
      return changes
    }
  }

  /// Continues with the files of a merge, which are written to the checkout after this.
  ///
  /// - Throws: an error if a file of the merge cannot be read.
  package func apply(_ overlay: MergeOverlay) throws {
    try state.withLock { state in
      let archive = try openArchive()
      let merged = ContainedDirectory(overlay.folder)
      for path in overlay.removed { state.entries[path] = nil }
      for path in overlay.written {
        guard let stamp = merged.stamp(of: path) else { throw Changed(path: path) }
        let kind: CommittedFile.Kind = stamp.kind == .link ? .link : stamp.isExecutable ? .executable : .file
        // The id is computed below; its length is that of the repository's ids.
        let file = CommittedFile(path: path, kind: kind, blob: overlay.tree.hex)
        guard let kept = try keep(path, file, stamp.kind, in: merged, archive) else { throw Changed(path: path) }
        state.add(CommittedFile(path: path, kind: kind, blob: kept.blob))
        state.entries[path]?.kept = kept.contents
      }
    }
  }

  // MARK: - Comparing

  private func compare(_ state: inout State, ignoring ignored: [String], restores: Bool) throws -> SourceChanges {
    var changes = SourceChanges()
    var seen: Set<String> = []
    seen.reserveCapacity(state.entries.count)
    let started = Self.now
    try checkout.walk { path, stamp in
      if let entry = state.entries[path] {
        seen.insert(path)
        guard stamp != entry.stamp else { return .next }
        if isCommitted(path, entry.file, stamp) {
          state.entries[path]?.stamp = Self.isSettled(stamp, at: started) ? stamp : nil
        } else if !ignored.contains(where: { Self.contains($0, path) }) {
          changes.modified.append(path)
        }
        return .next
      }
      if Self.isBuildDirectory(path, stamp) { return .next }
      if state.directories.contains(path), stamp.kind == .directory { return .enter }
      if let known = state.known[path] {
        if stamp.kind == .directory, known.kind == .directory { return .enter }
        if stamp == known { return .next }
      }
      guard !ignored.contains(where: { Self.contains($0, path) || Self.contains(path, $0) }) else { return .next }
      changes.added.append(path)
      return restores && state.known[path] == nil ? .remove : .next
    }
    for path in state.entries.keys where !seen.contains(path) {
      if !ignored.contains(where: { Self.contains($0, path) }) { changes.removed.append(path) }
    }
    changes.sort()
    return changes
  }

  private static func contains(_ directory: String, _ path: String) -> Bool {
    path == directory || path.hasPrefix(directory + "/")
  }

  /// Whether an entry is the commit's, by its type and contents. A file that cannot be read is not.
  private func isCommitted(_ path: String, _ file: CommittedFile, _ stamp: FileStamp) -> Bool {
    switch (file.kind, stamp.kind) {
    case (.link, .link):
      let target = try? checkout.linkTarget(of: path)
      return target.map { BlobDigest.id(of: $0, digits: file.blob.count) } == file.blob
    case (.file, .file), (.executable, .file):
      guard stamp.isExecutable == (file.kind == .executable) else { return false }
      return (try? digest(of: path, file)) == file.blob
    default: return false
    }
  }

  private func digest(of path: String, _ file: CommittedFile) throws -> String {
    try BlobDigest.id(of: try checkout.file(at: path), digits: file.blob.count)
  }

  // MARK: - Restoring

  private func write(_ path: String, _ entry: Entry, from archive: AppendedFile) throws {
    if let slash = path.lastIndex(of: "/") { try checkout.makeDirectory(String(path[..<slash])) }
    try checkout.remove(path)
    switch entry.kept {
    case .target(let target): try checkout.link(path, to: target)
    case .archived(let range):
      let permissions: UInt32 = entry.file.kind == .executable ? 0o777 : 0o666
      try checkout.write(try archive.bytes(in: range), to: path, permissions: permissions)
    case nil: throw Changed(path: path)
    }
  }
}
