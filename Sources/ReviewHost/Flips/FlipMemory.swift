// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import Foundation
package import KeyedStore
package import ReviewContract
package import SystemPackage

/// Remembers lines of a base branch that flip: whose coverage differs between runs of one commit.
///
/// A line is recognized in other commits by its path, its text and the text around it. Mapping lines from commit to
/// commit would need every commit between, which a shallow or rewritten history lacks. An edit beside a line forgets
/// it; a line is mistaken for another only in the same file, with the same text and the same neighbours.
package struct FlipMemory: Sendable {
  /// The latest comparisons that are read.
  package static let window = 100
  package static let format = StoreFormat("flips", version: 1)
  /// The files of which lines are remembered by one comparison.
  private static let maximumFiles = 100
  private static let maximumEntries = 2_000

  package let records: KeyedStore<TimedKey, FlipRecord>
  /// The group of ``records`` of the branch.
  package let group: String
  private let retention: Duration
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - folder: the folder of all cached results.
  ///   - retention: how long a comparison is remembered.
  package init(
    _ folder: FilePath, repository: Repository, branch: String, retention: Duration,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    var bounds = StoreBounds()
    bounds.entries = Self.maximumEntries
    bounds.entryBytes = 4 << 20
    bounds.age = retention
    bounds.countsReading = false
    records = KeyedStore(folder.appending("flips"), Self.format, bounds: bounds, isPrivate: false, now: now)
    group = TimedKey.group("flips", repository.identity, branch)
    self.retention = retention
    self.now = now
  }

  // MARK: Remembering

  /// Compares two runs of one commit, and remembers the lines that are covered, partial or missed in one and something
  /// else in the other. Runs with other packages or another compiler, and those whose tests did not pass, are not
  /// compared.
  ///
  /// - Returns: a sentence if more lines differ than are remembered; `nil` if not.
  /// - Throws: ``StoreFailure`` if they cannot be written.
  package func compare(
    _ one: CoverageSnapshot, _ other: CoverageSnapshot, _ texts: CommitTexts
  ) throws(StoreFailure) -> String? {
    guard one.commit == other.commit, one.toolchain == other.toolchain, one.packages == other.packages,
      one.testsPassed, other.testsPassed
    else { return nil }
    let flips = Self.flips(one, other)
    guard !flips.isEmpty else { return nil }
    let lines = flips.prefix(Self.maximumFiles).flatMap { path, lines -> [FlipRecord.Line] in
      guard let bytes = texts.bytes(of: path, at: one.commit) else { return [] }
      let digests = LineDigests(bytes).digests
      return lines.lines.lazy.prefix(FlipRecord.maximumLines).compactMap { digests[$0] }.map {
        FlipRecord.Line(path: path, digest: $0)
      }
    }
    let kept = Array(lines.prefix(FlipRecord.maximumLines))
    if !kept.isEmpty {
      let record = FlipRecord(commit: one.commit, time: Int(max(0, now().timeIntervalSince1970)), lines: kept)
      let text = kept.map { "\($0.path)\u{0}\($0.digest)" }.joined(separator: "\u{0}")
      try records.set(record, for: TimedKey(group: group, record.time, record.commit.hex, text))
    }
    let all = flips.reduce(0) { $0 + $1.lines.count }
    guard all > kept.count else { return nil }
    return "the coverage of \(all) lines differs between two runs of \(one.commit.short); \(kept.count) are remembered"
  }

  /// The lines by path that have states in both runs, but different ones. Ordered by path and line.
  private static func flips(
    _ one: CoverageSnapshot, _ other: CoverageSnapshot
  ) -> [(path: String, lines: LineSet)] {
    let others = other.byPath
    return one.files.compactMap { file in
      guard let states = others[file.path] else { return nil }
      let lines = file.lines.differences(from: states)
      return lines.isEmpty ? nil : (file.path, lines)
    }
  }

  // MARK: Recognizing

  /// The remembered lines: digests by path.
  var known: [String: Set<String>] {
    let oldest = TimedKey.time(Int(now().timeIntervalSince1970 - retention / .seconds(1)))
    let keys = records.keys(of: group).filter { $0.name >= oldest }.suffix(Self.window)
    return keys.compactMap { records.value(for: $0) }.flatMap(\.lines).reduce(into: [:]) {
      $0[$1.path, default: []].insert($1.digest)
    }
  }

  /// Finds the remembered lines in the coverage of a base and in that of the head.
  package func lines(
    of base: CoverageSnapshot, and head: CoverageSnapshot, in workspace: Workspace
  ) -> FlippedLines {
    let (known, texts) = (known, CommitTexts(workspace))
    guard !known.isEmpty else { return FlippedLines() }
    let isMapped = base.commit == workspace.mergeBase
    let changed = Dictionary(
      workspace.changes.files.filter { $0.status != .added }.map { ($0.oldPath ?? $0.path, $0) }
    ) { first, _ in first }
    var found = FlippedLines()
    for (path, states) in base.byPath {
      guard let digests = known[path], let bytes = texts.bytes(of: path, at: base.commit) else { continue }
      let lines = LineDigests(bytes).digests.filter { digests.contains($0.value) && states[$0.key] != nil }
      guard !lines.isEmpty else { continue }
      found.base[path] = LineSet(lines.keys)
      if isMapped {
        let mapping = LineMapping(changed[path]?.hunks ?? [])
        for line in lines.keys.sorted() {
          guard let new = mapping.newLine(of: line) else { continue }
          found.pairs.append(.init(base: (path, line), head: (changed[path]?.path ?? path, new)))
        }
        found.moved += Self.moved(from: path, Set(lines.keys), workspace.changes)
      } else if let bytes = texts.bytes(of: path, at: head.commit) {
        found.pairs += FlippedLines.pairs(of: path, lines, LineDigests(bytes).digests)
      }
    }
    return found
  }

  private static func moved(from path: String, _ lines: Set<Int>, _ changes: ChangeSet) -> [FlippedLines.Pair] {
    changes.files.flatMap { file in
      file.movedRuns.filter { $0.oldPath == path }.flatMap { run in
        (0..<run.count).filter { lines.contains(run.oldStart + $0) }.map { offset in
          FlippedLines.Pair(base: (path, run.oldStart + offset), head: (file.path, run.newStart + offset))
        }
      }
    }
  }
}
