// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import ReviewContract

/// Compares the coverage of a whole project with that of its base.
package struct CoverageComparison: Sendable {
  private let head: CoverageSnapshot
  /// The coverage of the base.
  let base: CoverageSnapshot
  private let changes: ChangeSet
  /// Whether the base is the merge base, so that its lines can be mapped to the head's.
  private let isMergeBase: Bool
  /// The lines that are not compared, because their coverage differs between runs of one commit.
  package var flipped = FlippedLines()

  /// - Parameters:
  ///   - kept: cached coverage of the merge base and of the base's tip, the preferred first.
  ///   - changes: the differences between the merge base and the head.
  /// - Returns: `nil` if no cached coverage was measured with the head's compiler.
  package init?(head: CoverageSnapshot, kept: [CoverageSnapshot], changes: ChangeSet, mergeBase: CommitID) {
    let base = kept.first { $0.toolchain == head.toolchain }
    guard let base else { return nil }
    self.head = head
    self.base = base
    self.changes = changes
    isMergeBase = base.commit == mergeBase
  }

  /// The counts that a target of `auto` is compared with.
  var baseCounts: LineCounts { base.counts }

  /// Adds the project's coverage, indirect changes, and notes on the limits of the comparison, which only a number that
  /// can fail the review needs.
  func added(to coverage: PatchCoverage, notesLimits: Bool) -> PatchCoverage {
    var coverage = coverage
    let (now, before) = (head.byPath, base.byPath)
    let flips = flipped.pairs.different(before, now)
    let baseCounts = flips.adjusting(base.counts, before, now)
    coverage.project = ProjectCoverage(
      counts: head.counts + untouchedCounts, base: baseCounts,
      adjustedBase: isMergeBase ? baseCounts - removedCounts : baseCounts,
      unlinkedFiles: head.unlinkedFiles)
    let oldPaths = Dictionary(changes.files.map { ($0.path, $0.oldPath ?? $0.path) }) { first, _ in first }
    for index in coverage.files.indices {
      let path = coverage.files[index].path
      let own = flips.filter { $0.head.path == path }
      coverage.files[index].project = now[path].map {
        PatchCoverage.File.WholeFile(
          head: $0.counts, base: before[oldPaths[path] ?? path].map { own.adjusting($0.counts, before, now) })
      }
    }
    if !isMergeBase {
      if notesLimits {
        coverage.notes.append(
          "the coverage of the base is that of its tip, \(base.commit.short); lines that the change does not edit were "
            + "not compared")
      }
    } else if head.testsPassed, base.testsPassed {
      let found = IndirectChangeSearch(base: before, head: now, changes: changes, ignored: flipped.base).find()
      if found.lostLines + found.gainedLines > 0 { coverage.indirect = found }
    }
    if let note = FlippedLines.note(on: flips + flipped.moved.different(before, now)) { coverage.notes.append(note) }
    let others = head.packages.filter { !base.packages.contains($0) }.map { $0.isEmpty ? "." : $0 }
    if !others.isEmpty {
      coverage.notes.append("the coverage of the base lacks the packages \(others.joined(separator: ", "))")
    }
    if !base.testsPassed { coverage.notes.append("the coverage of the base was measured by tests that did not pass") }
    return coverage
  }

  /// The base's counts for packages that were not tested because the change does not affect them.
  private var untouchedCounts: LineCounts {
    let tested = Set(head.packages)
    guard !tested.isSuperset(of: base.packages) else { return LineCounts() }
    let headPaths = Set(head.files.map(\.path))
    return base.files.reduce(into: LineCounts()) { counts, file in
      guard let package = base.package(of: file.path), !tested.contains(package), !headPaths.contains(file.path) else {
        return
      }
      counts = counts + file.lines.counts
    }
  }

  /// The counts of the base's lines that the change removes or replaces.
  private var removedCounts: LineCounts {
    let files = base.byPath
    var counts = LineCounts()
    for file in changes.files where file.status != .added {
      guard let states = files[file.oldPath ?? file.path] else { continue }
      let removed = file.removedLines
      for run in states.runs where removed.overlaps(run.lines) {
        counts.count(run.state, times: run.lines.count(where: removed.contains))
      }
    }
    return counts
  }
}

extension CoverageSnapshot {
  /// The package with the deepest folder around a file.
  fileprivate func package(of path: String) -> String? {
    packages.filter { $0.isEmpty || path.hasPrefix($0 + "/") }.max { $0.utf8.count < $1.utf8.count }
  }
}

/// Finds indirect changes: lines that a change does not edit, but whose coverage differs from the base's.
package struct IndirectChangeSearch {
  package let base: [String: LineStates]
  package let head: [String: LineStates]
  package let changes: ChangeSet
  /// Lines of the base, by path, that are not compared.
  package var ignored: [String: LineSet] = [:]

  /// The lines by path, in the order of the paths.
  package func find() -> IndirectChanges {
    let changed = Dictionary(changes.files.map { ($0.path, $0) }) { first, _ in first }
    let lines = head.keys.sorted().flatMap { path -> [IndirectChanges.Place] in
      guard let states = head[path] else { return [] }
      guard let file = changed[path] else {
        return base[path].map { compared(path, $0, states, LineMapping([]), ignored[path]) } ?? []
      }
      let oldPath = file.oldPath ?? path
      guard file.status != .added, let old = base[oldPath] else { return [] }
      return compared(path, old, states, LineMapping(file.hunks), ignored[oldPath])
    }
    return IndirectChanges(lines + changes.files.flatMap(moved))
  }

  /// Moved lines that were covered at their old position and are not covered at the new one.
  private func moved(_ file: ChangedFile) -> [IndirectChanges.Place] {
    guard let states = head[file.path] else { return [] }
    let lost = file.movedRuns.flatMap { run in
      (0..<run.count).filter { offset in
        states[run.newStart + offset] == .missed && base[run.oldPath]?[run.oldStart + offset] == .covered
          && ignored[run.oldPath]?.contains(run.oldStart + offset) != true
      }.map { run.newStart + $0 }
    }
    return Self.changes(file.path, lost, .lostByMoving)
  }

  private func compared(
    _ path: String, _ old: LineStates, _ new: LineStates, _ mapping: LineMapping, _ ignored: LineSet?
  ) -> [IndirectChanges.Place] {
    // Fast path: most files have the same lines and the same coverage.
    if old == new, mapping.isIdentity { return [] }
    var lost: [Int] = []
    var gained: [Int] = []
    for run in old.runs where run.state != .partial {
      for line in run.lines where ignored?.contains(line) != true {
        guard let line = mapping.newLine(of: line), let state = new[line] else { continue }
        if run.state == .covered, state == .missed { lost.append(line) }
        if run.state == .missed, state == .covered { gained.append(line) }
      }
    }
    return Self.changes(path, lost, .lost) + Self.changes(path, gained, .gained)
  }

  private static func changes(
    _ path: String, _ lines: [Int], _ kind: IndirectChanges.Kind
  ) -> [IndirectChanges.Place] {
    LineSet(lines).ranges.map { IndirectChanges.Place(path: path, lines: [$0], kind: kind) }
  }
}
