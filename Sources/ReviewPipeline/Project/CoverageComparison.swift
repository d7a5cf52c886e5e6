// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Compares the coverage of a whole project with that of its base.
package struct CoverageComparison: Sendable {
  private let head: CoverageSnapshot
  private let base: CoverageSnapshot
  private let changes: ChangeSet
  /// Whether the changes begin at the base, so that its lines can be followed.
  private let isMergeBase: Bool

  /// - Parameters:
  ///   - kept: what is known of the merge base and of the tip of the base, the best first.
  ///   - changes: what differs between the merge base and the head.
  ///
  /// Fails without one that the same compiler made.
  package init?(head: CoverageSnapshot, kept: [CoverageSnapshot], changes: ChangeSet, mergeBase: CommitID) {
    let base = kept.first { $0.toolchain == head.toolchain }
    guard let base else { return nil }
    self.head = head
    self.base = base
    self.changes = changes
    isMergeBase = base.commit == mergeBase
  }

  /// What targets of `auto` compare with.
  var baseCounts: LineCounts { base.counts }

  /// Adds what is known of the project, of lines that the change does not edit, and what a reader must know of it.
  func added(to coverage: PatchCoverage) -> PatchCoverage {
    var coverage = coverage
    coverage.project = ProjectCoverage(
      counts: head.counts + untouchedCounts, base: base.counts,
      adjustedBase: isMergeBase ? base.counts - removedCounts : base.counts,
      unlinkedFiles: head.unlinkedFiles)
    if !isMergeBase {
      coverage.notes.append(
        "the coverage of the base is that of its tip, \(base.commit.short), so that lines that the change does not edit "
          + "were not compared")
    } else if head.testsPassed, base.testsPassed {
      let found = IndirectChangeSearch(base: base.byPath, head: head.byPath, changes: changes).find()
      if found.lostLines + found.gainedLines > 0 { coverage.indirect = found }
    }
    let others = head.packages.filter { !base.packages.contains($0) }.map { $0.isEmpty ? "." : $0 }
    if !others.isEmpty {
      coverage.notes.append("the coverage of the base does not have the packages \(others.joined(separator: ", "))")
    }
    if !base.testsPassed { coverage.notes.append("the coverage of the base is from tests that did not pass") }
    return coverage
  }

  /// Packages that the change does not affect and that were not tested again are as covered as they were.
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

  /// The base's lines that the change removes or replaces.
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
