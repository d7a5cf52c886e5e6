// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource

/// The counted stretches of one file, by place.
struct SegmentTable: Sendable {
  private let segments: [Segment]
  /// For each segment the half-open range of the segments around it that all counted 0; empty where it ran.
  private let idleRuns: [Range<Int>]

  init(_ unsorted: [Segment]) {
    let isSorted = zip(unsorted, unsorted.dropFirst()).allSatisfy { ($0.line, $0.column) <= ($1.line, $1.column) }
    segments = isSorted ? unsorted : unsorted.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    var runs = Array(repeating: 0..<0, count: segments.count)
    var start = 0
    while start < segments.count {
      var end = start
      while end < segments.count, segments[end].hasCount, segments[end].count == 0 { end += 1 }
      for index in start..<end { runs[index] = start..<end }
      start = max(end, start + 1)
    }
    idleRuns = runs
  }

  /// Which segment the position is in: the last that begins at or before it.
  func index(at position: SourcePosition) -> Int? {
    var low = 0
    var high = segments.count
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].begins(atOrBefore: position.line, position.column) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low == 0 ? nil : low - 1
  }

  subscript(index: Int) -> Segment { segments[index] }

  var all: [Segment] { segments }

  var lastLine: Int { segments.last.map { Int($0.line) } ?? 0 }

  /// Whether the code that did not run around this segment begins and ends between the two positions.
  func isIdle(at index: Int, onlyBetween start: SourcePosition, and end: SourcePosition) -> Bool {
    let run = idleRuns[index]
    guard !run.isEmpty, run.upperBound < segments.count else { return false }
    let (first, next) = (segments[run.lowerBound], segments[run.upperBound])
    return first.begins(atOrAfter: start.line, start.column) && next.begins(atOrBefore: end.line, end.column)
  }
}
