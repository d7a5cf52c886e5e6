// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import ReviewContract

/// The lines of a comparison that flip, and are therefore not compared.
package struct FlippedLines: Sendable {
  private static let listedPlaces = 5

  /// A line of the base that the change does not edit.
  package struct Pair: Sendable {
    package let base: (path: String, line: Int)
    package let head: (path: String, line: Int)
  }

  /// All of them in the base, by path.
  package var base: [String: LineSet] = [:]
  package var pairs: [Pair] = []
  /// Lines that the change moves.
  package var moved: [Pair] = []

  package init() {}

  /// The pairs of lines with the same digest, in the order of the lines.
  static func pairs(of path: String, _ base: [Int: String], _ head: [Int: String]) -> [Pair] {
    let candidates = Dictionary(grouping: head.keys.sorted()) { head[$0] ?? "" }
    return Dictionary(grouping: base.keys.sorted()) { base[$0] ?? "" }.flatMap { digest, lines in
      zip(lines, candidates[digest] ?? []).map { Pair(base: (path, $0), head: (path, $1)) }
    }
  }

  /// `3 lines whose coverage differs between runs of the same commit were not compared: Sources/A.swift:12-14`
  ///
  /// - Returns: `nil` for no lines.
  static func note(on different: [Pair]) -> String? {
    guard !different.isEmpty else { return nil }
    let count = different.count
    let places = Dictionary(grouping: different) { $0.head.path }.sorted { $0.key < $1.key }.flatMap { path, pairs in
      LineSet(pairs.map(\.head.line)).ranges.map { "\(path):\(LineSet(ranges: [$0]))" }
    }
    let more = places.count - listedPlaces
    let listed = places.prefix(listedPlaces).joined(separator: ", ") + (more > 0 ? " and \(more) more places" : "")
    return "\(count == 1 ? "1 line" : "\(count) lines") whose coverage differs between runs of the same commit "
      + "\(count == 1 ? "was" : "were") not compared: \(listed)"
  }
}

extension [FlippedLines.Pair] {
  /// The pairs with different states. The others need not be left out.
  func different(_ base: [String: LineStates], _ head: [String: LineStates]) -> [FlippedLines.Pair] {
    filter { pair in
      guard let old = base[pair.base.path]?[pair.base.line], let new = head[pair.head.path]?[pair.head.line] else {
        return false
      }
      return old != new
    }
  }

  /// The base's counts as if these lines had the states of the head.
  func adjusting(
    _ counts: LineCounts, _ base: [String: LineStates], _ head: [String: LineStates]
  ) -> LineCounts {
    var (before, after) = (LineCounts(), LineCounts())
    for pair in self {
      guard let old = base[pair.base.path]?[pair.base.line], let new = head[pair.head.path]?[pair.head.line] else {
        continue
      }
      before.count(old, times: 1)
      after.count(new, times: 1)
    }
    return counts - before + after
  }
}
