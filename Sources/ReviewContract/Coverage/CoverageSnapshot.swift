// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import Foundation

/// The coverage of a whole project at one commit, compact enough to be stored for each commit of a branch.
package struct CoverageSnapshot: Hashable, Codable, Sendable {
  /// The version of the JSON. An entry of another version is ignored.
  package static let schemaVersion = 1
  /// The maximum size of an entry, enough for some ten thousand files; larger entries are not read.
  package static let maximumBytes = 8 << 20
  private static let maximumFiles = 100_000

  package struct File: Hashable, Codable, Sendable {
    package let path: String
    package let lines: LineStates
  }

  package let schema: Int
  package private(set) var commit: CommitID
  /// The first line of `swift --version`.
  package let toolchain: String
  /// The folders of the packages that were tested, ordered.
  package let packages: [String]
  /// Whether all tests ran and none failed.
  package let testsPassed: Bool
  /// Ordered by path.
  package let files: [File]
  /// The number of files with code that no test bundle links.
  package let unlinkedFiles: Int

  package init(
    commit: CommitID, toolchain: String, packages: [String], testsPassed: Bool, files: [String: [Int: LineState]],
    unlinkedFiles: Int = 0
  ) {
    schema = Self.schemaVersion
    self.commit = commit
    self.toolchain = toolchain
    self.packages = packages.sorted()
    self.testsPassed = testsPassed
    self.files = files.map { File(path: $0.key, lines: LineStates($0.value)) }
      .filter { !$0.lines.isEmpty }
      .sorted { $0.path < $1.path }
    self.unlinkedFiles = unlinkedFiles
  }

  /// Returns the snapshot for a commit with the same coverage.
  package func with(commit: CommitID) -> CoverageSnapshot {
    var snapshot = self
    snapshot.commit = commit
    return snapshot
  }

  package var counts: LineCounts { files.reduce(LineCounts()) { $0 + $1.lines.counts } }

  package var byPath: [String: LineStates] {
    Dictionary(files.map { ($0.path, $0.lines) }) { first, _ in first }
  }

  /// Returns JSON with sorted keys, so that equal snapshots are equal files.
  package func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }

  /// Decodes an entry; `nil` if it is damaged, too large, or of another version.
  package init?(decoding data: Data) {
    guard data.count <= Self.maximumBytes,
      let snapshot = try? JSONDecoder().decode(CoverageSnapshot.self, from: data),
      snapshot.schema == Self.schemaVersion, snapshot.files.count <= Self.maximumFiles,
      (0...Self.maximumFiles).contains(snapshot.unlinkedFiles)
    else { return nil }
    self = snapshot
  }
}

/// The number of a file's counters, and of those that are not zero.
package struct CounterTotals: Hashable, Sendable {
  package var functions: Int
  package var coveredFunctions: Int
  /// The regions of all functions; a function has several.
  package var regions: Int
  package var coveredRegions: Int

  package init(functions: Int = 0, coveredFunctions: Int = 0, regions: Int = 0, coveredRegions: Int = 0) {
    self.functions = functions
    self.coveredFunctions = coveredFunctions
    self.regions = regions
    self.coveredRegions = coveredRegions
  }

  package static func + (left: CounterTotals, right: CounterTotals) -> CounterTotals {
    CounterTotals(
      functions: left.functions + right.functions, coveredFunctions: left.coveredFunctions + right.coveredFunctions,
      regions: left.regions + right.regions, coveredRegions: left.coveredRegions + right.coveredRegions)
  }
}
