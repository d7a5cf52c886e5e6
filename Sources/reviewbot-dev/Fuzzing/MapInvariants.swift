// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// What holds for every map of coverage, whatever the report said.
struct MapInvariants {
  /// The lengths of the file's lines in bytes.
  private let lengths: [Int]

  init(source: String) {
    lengths = source.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(\.count)
  }

  /// What does not hold, if anything.
  func problem(in map: CoverageMap) -> String? {
    guard Set(map.files.keys).isSubset(of: [FuzzCorpus.path]) else { return "a file that was not asked for" }
    guard map.files.keys.allSatisfy({ map.unmeasured[$0] == nil }) else { return "a file both measured and not" }
    let states = map.files[FuzzCorpus.path] ?? [:]
    let columns = map.idleColumns[FuzzCorpus.path] ?? [:]
    let excluded = map.excluded[FuzzCorpus.path] ?? [:]
    for line in Array(states.keys) + Array(excluded.keys) where !(1...lengths.count).contains(line) {
      return "line \(line), which the file does not have"
    }
    if let line = excluded.keys.first(where: { states[$0] != nil }) { return "line \(line) both excluded and measured" }
    for (line, state) in states where (state == .covered) != (columns[line] == nil) {
      return "line \(line) is \(state) with idle columns \(columns[line] ?? [])"
    }
    for (line, ranges) in columns {
      guard let state = states[line], state != .covered else { return "idle columns on line \(line), which is not" }
      let bounds = ranges.flatMap { [$0.lowerBound, $0.upperBound] }
      guard !bounds.isEmpty, zip(bounds, bounds.dropFirst()).allSatisfy({ $0 < $1 }) else {
        return "columns \(ranges) of line \(line) are not in order"
      }
      guard let first = bounds.first, let last = bounds.last, first >= 1, last <= lengths[line - 1] + 1 else {
        return "columns \(ranges) are not in line \(line)"
      }
    }
    return nil
  }

  /// What does not hold of a map and one of more reports, if anything.
  func problem(of map: CoverageMap, with more: CoverageMap) -> String? {
    if let problem = problem(in: more) { return problem }
    for (path, states) in map.files {
      for (line, state) in states where state != .missed && more.files[path]?[line] == .missed {
        return "line \(line) is \(state), and missed with another report"
      }
      for line in states.keys where more.files[path]?[line] == nil && more.excluded[path]?[line] == nil {
        return "line \(line) is measured, and no longer with another report"
      }
    }
    return nil
  }
}
