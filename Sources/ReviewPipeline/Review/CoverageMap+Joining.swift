// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

extension CoverageMap {
  /// What the tests of several packages ran together: a column ran when it ran in one of them.
  func joined(with other: CoverageMap) -> CoverageMap {
    var files = files
    var idleColumns = idleColumns
    for (path, states) in other.files {
      let (mine, columns) = (files[path, default: [:]], idleColumns[path, default: [:]])
      let theirs = other.idleColumns[path, default: [:]]
      for (line, state) in states {
        let joined = LineJoining(mine[line], columns[line]).joined(with: LineJoining(state, theirs[line]))
        files[path, default: [:]][line] = joined.state
        idleColumns[path, default: [:]][line] = joined.idle
      }
      if idleColumns[path]?.isEmpty == true { idleColumns[path] = nil }
      if states.isEmpty, files[path] == nil { files[path] = [:] }
    }
    // Where one package's tests measured the line, it can be reached.
    let excluded = excluded.merging(other.excluded) { $0.merging($1) { one, _ in one } }
    let stillExcluded = excluded.map { path, lines in
      (path, lines.filter { files[path]?[$0.key] == nil })
    }.filter { !$0.1.isEmpty }
    return CoverageMap(
      files: files, idleColumns: idleColumns, excluded: Dictionary(uniqueKeysWithValues: stillExcluded),
      unmeasured: unmeasured.merging(other.unmeasured) { one, _ in one }.filter { files[$0.key] == nil },
      unlinkedCode: unlinkedCode.merging(other.unlinkedCode) { one, _ in one }.filter { files[$0.key] == nil },
      macroUsers: macroUsers.union(other.macroUsers),
      totals: totals.merging(other.totals) { $0.coveredRegions >= $1.coveredRegions ? $0 : $1 },
      notes: notes + other.notes.filter { !notes.contains($0) })
  }
}

/// One line in one measurement.
private struct LineJoining {
  /// `nil` when there is nothing to measure.
  let state: LineState?
  /// `nil` where all of the line ran, and where it is not known what ran.
  let idle: [Range<Int>]?

  init(_ state: LineState?, _ idle: [Range<Int>]?) {
    self.state = state
    self.idle = idle
  }

  func joined(with other: LineJoining) -> LineJoining {
    guard let state else { return other }
    guard let otherState = other.state else { return self }
    if state == .covered || otherState == .covered { return LineJoining(.covered, nil) }
    let joined: LineState = state == .missed && otherState == .missed ? .missed : .partial
    guard let idle, let otherIdle = other.idle else { return LineJoining(joined, nil) }
    let both = Self.intersection(idle, otherIdle)
    // What one left idle the other ran.
    return both.isEmpty ? LineJoining(.covered, nil) : LineJoining(joined, both)
  }

  /// Both are sorted, and their ranges apart from each other.
  private static func intersection(_ left: [Range<Int>], _ right: [Range<Int>]) -> [Range<Int>] {
    var (left, right) = (left[...], right[...])
    var both: [Range<Int>] = []
    while let one = left.first, let other = right.first {
      if one.overlaps(other) { both.append(one.clamped(to: other)) }
      if one.upperBound < other.upperBound { left.removeFirst() } else { right.removeFirst() }
    }
    return both
  }
}
