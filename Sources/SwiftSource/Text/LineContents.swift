// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSyntax

/// What is on each line of a file: code, comments, both or neither.
package struct LineContents: Sendable {
  /// At `n`: how many of the first `n` lines have code on them.
  private let codeLines: [Int]
  private let hasComment: [Bool]

  init(_ file: ParsedFile) {
    var hasCode = [Bool](repeating: false, count: file.text.lines.count + 2)
    var hasComment = hasCode
    for token in file.tokens where token.tokenKind != .endOfFile {
      let first = file.line(of: token.positionAfterSkippingLeadingTrivia)
      let last = file.line(of: token.endPositionBeforeTrailingTrivia)
      for line in first...max(first, last) { hasCode[line] = true }
    }
    for comment in file.comments {
      let first = file.text.lines.line(at: comment.range.lowerBound)
      for line in first...file.text.lines.line(at: max(comment.range.lowerBound, comment.range.upperBound - 1)) {
        hasComment[line] = true
      }
    }
    var sums = [0]
    sums.reserveCapacity(hasCode.count)
    for line in hasCode.dropFirst() { sums.append(sums[sums.count - 1] + (line ? 1 : 0)) }
    codeLines = sums
    self.hasComment = hasComment
  }

  /// How many of the lines have code on them. Lines are 1-based.
  package func codeLineCount(in lines: ClosedRange<Int>) -> Int {
    let last = codeLines.count - 1
    return codeLines[min(lines.upperBound, last)] - codeLines[min(lines.lowerBound - 1, last)]
  }

  package func hasCode(onLine line: Int) -> Bool { codeLineCount(in: line...line) > 0 }

  package func hasOnlyComment(onLine line: Int) -> Bool {
    !hasCode(onLine: line) && hasComment.indices.contains(line) && hasComment[line]
  }
}
