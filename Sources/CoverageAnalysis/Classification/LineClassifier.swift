// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore
import SwiftSource

/// Says for each line of a file whether it ran.
///
/// llvm-cov counts stretches of characters. A line's state comes from the counts at its significant tokens: those that
/// stand for something to execute. All ran: covered; none: missed; some: partial. A line with no such token, such as
/// one with a brace alone, a comment or a declaration's head, has nothing to measure. Left out is what tests cannot be
/// asked to run: messages that are only made on failure, and statements that end the program.
struct LineClassifier: Sendable {
  private let segments: SegmentTable

  init(_ file: LLVMExport.File) {
    segments = SegmentTable(file.segments)
  }

  /// `nil` when the file cannot be parsed.
  func lines(of text: SourceText) -> ClassifiedLines? {
    lines(of: SourceFile(text))
  }

  func lines(of source: SourceFile) -> ClassifiedLines? {
    let text = source.text
    guard let parsed = try? source.parse() else { return nil }
    let offsets = SignificantTokens.offsets(in: parsed)
    let ignored = idleArguments(among: offsets, in: parsed)
    let ending = Self.indices(among: offsets, in: UnreachableStatements.ranges(in: parsed))
    var classified = ClassifiedLines()
    var linesWithMore: Set<Int> = []
    for (index, offset) in offsets.enumerated() where !ignored.contains(index) {
      let position = text.lines.position(at: offset)
      guard let segment = segment(at: position), segment.isMapped else { continue }
      if !ending.contains(index) { linesWithMore.insert(position.line) }
      let state: LineState = segment.count > 0 ? .covered : .missed
      classified.states[position.line] =
        classified.states[position.line].map { $0 == state ? state : .partial } ?? state
    }
    for lines in source.coverageOffLines {
      for line in lines { classified.states[line] = nil }
    }
    let unreachable = classified.states.filter { $0.value == .missed && !linesWithMore.contains($0.key) }.keys
    classified.unreachable = LineSet(unreachable)
    for line in unreachable { classified.states[line] = nil }
    return classified
  }

  private func segment(at position: SourcePosition) -> Segment? {
    segments.index(at: position).map { segments[$0] }
  }

  /// The tokens of arguments that were not evaluated although the call was made.
  private func idleArguments(among offsets: [Int], in file: ParsedFile) -> Set<Int> {
    let lines = file.text.lines
    var idle: Set<Int> = []
    for range in LazyArguments.ranges(in: file) {
      let (start, end) = (lines.position(at: range.lowerBound), lines.position(at: range.upperBound))
      for index in Self.indices(among: offsets, in: [range]) {
        guard let segment = segments.index(at: lines.position(at: offsets[index])) else { continue }
        if segments.isIdle(at: segment, onlyBetween: start, and: end) { idle.insert(index) }
      }
    }
    return idle
  }

  /// Which of the sorted offsets are in one of the ranges.
  private static func indices(among offsets: [Int], in ranges: [Range<Int>]) -> Set<Int> {
    var found: Set<Int> = []
    for range in ranges {
      var low = 0
      var high = offsets.count
      while low < high {
        let middle = (low + high) / 2
        if offsets[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
      }
      while low < offsets.count, offsets[low] < range.upperBound {
        found.insert(low)
        low += 1
      }
    }
    return found
  }
}
