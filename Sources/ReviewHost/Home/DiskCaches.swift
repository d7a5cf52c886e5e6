// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import ConfigurationFiles
import CoreFoundation
package import Foundation
import Git
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
      let all = entries(kind)
      var total = all.reduce(0) { $0 + $1.bytes }
      let (before, bound) = (total, isComplete ? 0 : bounds.size(of: kind).bytes)
      for entry in all.sorted(by: { ($0.lastUse, $0.path.string) < ($1.lastUse, $1.path.string) }) where total > bound {
        if remove(entry, kind) { total -= entry.bytes }
      }
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
    let lastUse: Int64
  }

  private func entries(_ kind: Kind) -> [Entry] {
    let folder = home.folder(of: kind)
    switch kind {
    case .mirrors, .builds:
      return folder.names.compactMap { name in
        let path = folder.appending(name)
        guard isDirectory(path) else { return nil }
        let inside = path.names.map { path.appending($0) }
        return Entry(path: path, bytes: size(path), lastUse: ([path] + inside).compactMap(changed).max() ?? 0)
      }
    case .responses, .results, .logs, .lint:
      return files(in: folder)
    }
  }

  private func files(in folder: FilePath) -> [Entry] {
    folder.names.flatMap { name -> [Entry] in
      let path = folder.appending(name)
      if isDirectory(path) { return files(in: path) }
      return [Entry(path: path, bytes: size(path), lastUse: changed(path) ?? 0)]
    }
  }

  private func remove(_ entry: Entry, _ kind: Kind) -> Bool {
    switch kind {
    case .mirrors:
      return GitAssembly.removeMirror(entry.path.name, in: entry.path.parent)
    case .builds: return home.removeBuilds(of: entry.path)
    case .responses, .results, .logs, .lint: return unlink(entry.path.string) == 0
    }
  }

  private func status(_ path: FilePath) -> stat? {
    var status = stat()
    return lstat(path.string, &status) == 0 ? status : nil
  }

  private func isDirectory(_ path: FilePath) -> Bool { status(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false }

  private func changed(_ path: FilePath) -> Int64? { status(path).map { Int64($0.st_mtim.tv_sec) } }

  /// Links are not followed.
  private func size(_ path: FilePath) -> Int {
    guard let status = status(path) else { return 0 }
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
