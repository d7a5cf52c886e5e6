// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

extension StoredClassification {
  /// Fails for a file that is not worth caching.
  init?(_ file: ClassifiedFile) {
    self.init()
    switch file {
    case .unmeasured(.generated, _): isGenerated = true
    case .unmeasured: return nil
    case .measured(let lines):
      func set(_ state: LineState) -> LineSet { LineSet(lines.states.filter { $0.value == state }.keys) }
      (covered, partial, missed) = (set(.covered), set(.partial), set(.missed))
      unreachable = LineSet(lines.excluded.filter { $0.value == .unreachable }.keys)
      let reasons = Dictionary(grouping: lines.excluded.filter { $0.value != .unreachable }, by: \.value)
      marked = reasons.compactMap { reason, lines in
        guard case .marked(let text) = reason else { return nil }
        return Marked(reason: text, lines: LineSet(lines.map(\.key)))
      }
      usesMacros = lines.usesMacros
      noCounts = lines.uncounted[.noCounts] ?? []
      notCounted = lines.uncounted[.notCounted] ?? []
      uncovered = lines.uncoveredColumns.mapValues { $0.flatMap { [$0.lowerBound, $0.upperBound] } }
    }
  }

  /// Returns `nil` when the classification cannot be that of a file with the given number of lines.
  func file(lines count: Int) -> ClassifiedFile? {
    if isGenerated { return .unmeasured(.generated) }
    let sets = [covered, partial, missed, unreachable, noCounts, notCounted] + marked.map(\.lines)
    guard sets.allSatisfy({ ($0.ranges.last?.upperBound ?? 1) <= count }),
      sets.reduce(0, { $0 + $1.count })
        == sets.reduce(into: LineSet(), { $0 = LineSet(ranges: $0.ranges + $1.ranges) }).count
    else { return nil }
    var lines = ClassifiedLines(usesMacros: usesMacros)
    for (state, set) in [(LineState.covered, covered), (.partial, partial), (.missed, missed)] {
      for line in set.lines { lines.states[line] = state }
    }
    let uncounted: [UnmeasuredReason: LineSet] = [.noCounts: noCounts, .notCounted: notCounted]
    lines.uncounted = uncounted.filter { !$0.value.isEmpty }
    for line in unreachable.lines { lines.excluded[line] = .unreachable }
    for entry in marked {
      for line in entry.lines.lines { lines.excluded[line] = .marked(reason: entry.reason) }
    }
    for (line, bounds) in uncovered {
      guard let ranges = Self.ranges(bounds), [.partial, .missed].contains(lines.states[line]) else { return nil }
      lines.uncoveredColumns[line] = ranges
    }
    return .measured(lines)
  }

  private static func ranges(_ bounds: [Int]) -> [Range<Int>]? {
    // Sorted and separate, as they were stored.
    guard bounds.count.isMultiple(of: 2), !bounds.isEmpty, bounds.first.map({ $0 >= 1 }) == true,
      zip(bounds, bounds.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    return stride(from: 0, to: bounds.count, by: 2).map { bounds[$0]..<bounds[$0 + 1] }
  }
}
