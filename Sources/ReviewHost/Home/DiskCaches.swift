// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import ConfigurationFiles
import ContainedFiles
import CoreFoundation
package import Foundation
import Git
import KeyedStore
package import ReviewContract
package import SystemPackage

/// The caches below a home, each with a bound for its size. The least recently used entries are deleted first; a
/// deleted entry only costs the time to create it again.
package struct DiskCaches: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// Bare repositories. Their bound is also enforced at each fetch.
    case mirrors
    /// Builds of base branches.
    case builds
    /// Responses of forges, for conditional requests.
    case responses
    /// Results of base branches, coverage and classifications of files.
    case results
    /// The output and the reports of the daemon's jobs.
    case logs
    /// Findings of `lint` by the contents of files.
    case lint
  }

  /// The maximum sizes.
  package struct Bounds: Hashable, Sendable {
    package var mirrors: ByteSize = "20G"
    package var builds: ByteSize = "50G"
    package var responses: ByteSize = "64M"
    package var results: ByteSize = "2G"
    package var logs: ByteSize = "5G"
    package var lint: ByteSize = "128M"

    package init() {}

    /// The size to which a cache is pruned.
    package func size(of kind: Kind) -> ByteSize {
      switch kind {
      case .mirrors: mirrors
      case .builds: builds
      case .responses: responses
      case .results: results
      case .logs: logs
      case .lint: lint
      }
    }
  }

  /// The contents of one cache.
  package struct Usage: Hashable, Sendable {
    package let kind: Kind
    package let folder: FilePath
    package let entries: Int
    /// The size that is allocated on the disk.
    package let bytes: Int
    package let bound: ByteSize
  }

  private static let interval = TimeInterval(3600)
  /// The maximum number of folders around a file, below the folder of a cache.
  private static let depth = 8

  private let home: HomeDirectory
  private let bounds: Bounds

  /// The caches with the bounds of the caller's environment.
  ///
  /// - Throws: ``UsageError`` for a variable with an invalid value.
  package init(_ home: HomeDirectory, environment: [String: String]) throws(UsageError) {
    var bounds = Bounds()
    if let mirrors = try EnvironmentSettings.mirrorsSize(environment) { bounds.mirrors = mirrors }
    self.init(home, bounds: bounds)
  }

  package init(_ home: HomeDirectory, bounds: Bounds) {
    self.home = home
    self.bounds = bounds
  }

  /// Returns the current disk usage of each cache. Walks all of them.
  package func usage() -> [Usage] { Kind.allCases.map { usage(of: $0, entries($0)) } }

  private func usage(of kind: Kind, _ entries: [Entry]) -> Usage {
    Usage(
      kind: kind, folder: home.folder(of: kind), entries: entries.count,
      bytes: entries.reduce(0) { $0 + $1.bytes }, bound: bounds.size(of: kind))
  }

  /// Deletes entries until each cache is within its bound.
  ///
  /// - Parameter isComplete: whether everything is deleted that is not in use.
  /// - Returns: the number of deleted bytes of each cache from which something was deleted.
  @discardableResult
  package func prune(_ kinds: [Kind] = Kind.allCases, isComplete: Bool = false) -> [(kind: Kind, bytes: Int)] {
    kinds.compactMap { kind in
      let candidates = entries(kind).map { Eviction.Candidate($0.path, bytes: $0.bytes, lastUse: $0.lastUse) }
      let (before, bound) = (candidates.reduce(0) { $0 + $1.bytes }, isComplete ? 0 : bounds.size(of: kind).bytes)
      let total = Eviction.evict(candidates, bytes: bound) { remove($0, kind) }.bytes
      return total == before ? nil : (kind, before - total)
    }
  }

  /// Prunes at most once an hour: the size of every file is read.
  package func pruneIfDue(now: Date = Date()) {
    let mark = home.path.appending("pruned")
    let last = mark.modificationDate
    if let last, now.timeIntervalSince(last) < Self.interval, now >= last { return }
    // Without a home there is nothing to prune.
    guard FileManager.default.createFile(atPath: mark.string, contents: nil) else { return }
    prune()
  }

  // MARK: Entries

  private struct Entry {
    let path: FilePath
    let bytes: Int
    /// In nanoseconds since 1970.
    let lastUse: Int
  }

  /// Ordered by path.
  private func entries(_ kind: Kind) -> [Entry] {
    let folder = home.folder(of: kind)
    let contained = ContainedDirectory(folder)
    switch kind {
    case .mirrors, .builds:
      // A missing folder is an empty cache.
      let directories = ((try? contained.entries()) ?? []).filter { $0.status.kind == .directory }
      return directories.map { entry in
        let inside = ((try? contained.entries(of: entry.name)) ?? []).map(\.status.modified)
        return Entry(
          path: folder.appending(entry.name), bytes: size(folder.appending(entry.name)),
          lastUse: (inside + [entry.status.modified]).max() ?? 0)
      }
    case .responses, .results, .logs, .lint:
      return StoreFiles.all(in: contained, depth: Self.depth).map { file in
        Entry(
          path: folder.appending(file.path), bytes: file.status.allocated, lastUse: file.status.modified)
      }
    }
  }

  private func remove(_ path: FilePath, _ kind: Kind) -> Bool {
    switch kind {
    case .mirrors: GitAssembly.removeMirror(path.name, in: path.parent)
    case .builds: home.removeBuilds(of: path)
    case .responses, .results, .logs, .lint: unlink(path.string) == 0
    }
  }

  /// Links are not followed.
  private func size(_ path: FilePath) -> Int {
    var status = stat()
    guard lstat(path.string, &status) == 0 else { return 0 }
    let bytes = Int(status.st_blocks) * 512
    guard status.st_mode & S_IFMT == S_IFDIR else { return bytes }
    return path.names.reduce(bytes) { $0 + size(path.appending($1)) }
  }
}

extension HomeDirectory {
  /// The folder of a cache, which may not exist.
  package func folder(of kind: DiskCaches.Kind) -> FilePath {
    switch kind {
    case .mirrors: mirrors
    case .builds: path.appending("builds")
    case .responses: responses
    case .results: results
    case .logs: logs
    case .lint: findings
    }
  }
}

extension ServerConfiguration {
  package var cacheBounds: DiskCaches.Bounds {
    var bounds = DiskCaches.Bounds()
    if let size = limits.mirrorsSize { bounds.mirrors = size }
    bounds.builds = limits.buildsSize
    bounds.responses = limits.responsesSize
    bounds.results = limits.resultsSize
    bounds.logs = limits.logsSize
    return bounds
  }
}
