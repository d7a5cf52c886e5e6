// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore
import SwiftSource

/// Says for each line of a file whether it ran.
///
/// llvm-cov counts stretches of characters. A line's state comes from the counts at its significant tokens: those that
/// stand for something to execute. All ran: covered; none: missed; some: partial. A line with no such token, such as
/// one with a brace alone, a comment or a declaration's head, has nothing to measure.
struct LineClassifier: Sendable {
  private let segments: [Segment]

  init(_ file: LLVMExport.File) {
    segments = file.segments.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  /// By 1-based line; `nil` when the file cannot be parsed.
  func states(of text: SourceText) -> [Int: LineState]? {
    let source = SourceFile(text)
    guard let parsed = try? source.parse() else { return nil }
    var states: [Int: LineState] = [:]
    for offset in SignificantTokens.offsets(in: parsed) {
      let position = text.lines.position(at: offset)
      guard let segment = segment(at: position), segment.isMapped else { continue }
      let state: LineState = segment.count > 0 ? .covered : .missed
      states[position.line] = states[position.line].map { $0 == state ? state : .partial } ?? state
    }
    for lines in source.coverageOffLines {
      for line in lines { states[line] = nil }
    }
    return states
  }

  /// The last segment that begins at or before the position.
  private func segment(at position: SourcePosition) -> Segment? {
    var low = 0
    var high = segments.count
    while low < high {
      let middle = (low + high) / 2
      if (segments[middle].line, segments[middle].column) <= (position.line, position.column) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low == 0 ? nil : segments[low - 1]
  }
}
