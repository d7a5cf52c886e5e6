// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource

/// The coverage of one file in one report.
enum CountSource: Sendable {
  /// The counts of ranges of characters, as in llvm-cov's JSON.
  case segments(SegmentTable)
  /// The counts of whole lines, as in LCOV.
  case lines(LineTable)
  /// The counts of functions, which say nothing about lines.
  case functions

  /// The last line with a count; 0 for none.
  var lastLine: Int {
    switch self {
    case .segments(let segments): segments.lastLine
    case .lines(let lines): lines.counts.keys.max() ?? 0
    case .functions: 0
    }
  }

  /// The lines with counts; of ranges, the lines on which they begin or end.
  var linesWithCounts: Set<Int> {
    switch self {
    case .segments(let segments): Set(segments.all.map { Int($0.line) })
    case .lines(let lines): Set(lines.counts.keys)
    case .functions: []
    }
  }

  /// Whether there is a count of any line.
  var hasCounts: Bool {
    switch self {
    case .segments(let segments): segments.all.contains(where: \.isMapped)
    case .lines(let lines): !lines.counts.isEmpty
    case .functions: false
    }
  }

  /// Returns the use of each token.
  ///
  /// - Parameters:
  ///   - positions: the starts of the tokens, in order.
  ///   - lazy: arguments that are only evaluated on failure, as tokens and positions.
  func uses(of positions: [SourcePosition], lazy: [LazyTokens]) -> [TokenUse] {
    switch self {
    case .functions:
      return Array(repeating: .unknown, count: positions.count)
    case .lines(let lines):
      return positions.map { position in
        guard let count = lines.counts[position.line] else { return .unknown }
        if lines.partial.contains(position.line) { return .partly }
        return count > 0 ? .ran : .uncovered
      }
    case .segments(let segments):
      let indices = positions.map { segments.index(at: $0) }
      var uses = indices.map { index -> TokenUse in
        guard let index, segments[index].isMapped else { return .unknown }
        return segments[index].count > 0 ? .ran : .uncovered
      }
      for argument in lazy {
        for token in argument.tokens where uses[token] == .uncovered {
          guard let segment = indices[token] else { continue }
          if segments.isUncovered(at: segment, onlyBetween: argument.start, and: argument.end) {
            uses[token] = .ignored
          }
        }
      }
      return uses
    }
  }

  /// Returns the starts of tokens, in bytes, whose count of 0 is unreliable. None can be detected from whole lines.
  func doubtfulZeros(in file: ParsedFile) -> Set<Int> {
    guard case .segments(let segments) = self else { return [] }
    return DoubtfulZeros.offsets(in: file) { offset in
      guard let index = segments.index(at: file.text.lines.position(at: offset)) else { return nil }
      return segments[index].isMapped ? segments[index].count : nil
    }
  }
}

/// The counts of whole lines.
struct LineTable: Hashable, Sendable {
  /// By 1-based line.
  private(set) var counts: [Int: UInt64]
  /// The lines of which a part ran and another did not. Their columns are unknown.
  private(set) var partial: Set<Int> = []

  init(_ counts: [Int: UInt64]) {
    self.counts = counts
  }

  mutating func add(_ line: Int, _ count: UInt64, isPartial: Bool) {
    counts[line] = max(counts[line, default: 0], count)
    if isPartial { partial.insert(line) }
  }
}

extension LineTable: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (Int, UInt64)...) {
    self.init(Dictionary(elements) { max($0, $1) })
  }
}

/// The significant tokens of a lazily evaluated argument list.
struct LazyTokens: Sendable {
  /// Indices of tokens.
  let tokens: Range<Int>
  let start: SourcePosition
  let end: SourcePosition
}

/// The counted segments of one file, by position.
struct SegmentTable: Sendable {
  private let segments: [Segment]
  /// For each segment the half-open range of the adjacent segments that all counted 0; empty where the segment ran.
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

  /// Returns the segment of the position: the last that begins at or before it.
  func index(at position: SourcePosition) -> Int? {
    let next = segments.partitioningIndex { !$0.begins(atOrBefore: position.line, position.column) }
    return next == 0 ? nil : next - 1
  }

  subscript(index: Int) -> Segment { segments[index] }

  var all: [Segment] { segments }

  var lastLine: Int { segments.last.map { Int($0.line) } ?? 0 }

  /// Returns whether the code around this segment that did not run begins and ends between the two positions.
  func isUncovered(at index: Int, onlyBetween start: SourcePosition, and end: SourcePosition) -> Bool {
    let run = idleRuns[index]
    guard !run.isEmpty, run.upperBound < segments.count else { return false }
    let (first, next) = (segments[run.lowerBound], segments[run.upperBound])
    return first.begins(atOrAfter: start.line, start.column) && next.begins(atOrBefore: end.line, end.column)
  }
}
