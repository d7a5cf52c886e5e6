// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSyntax

/// The contents of each line of a file: code, comments, both or neither.
package struct LineContents: Sendable {
  /// At `n`: the number of lines with code among the first `n`.
  private let codeLines: [Int]
  private let hasComment: [Bool]

  init(_ file: ParsedFile) {
    var hasCode = [Bool](repeating: false, count: file.text.lines.count + 2)
    var hasComment = hasCode
    // The last token is the end of the file.
    for range in file.tokenRanges.dropLast() {
      let first = file.text.lines.line(at: range.lowerBound)
      hasCode[first] = true
      let last = file.text.lines.line(at: range.upperBound)
      if last > first { for line in first...last { hasCode[line] = true } }
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

  /// Returns the number of lines with code. Lines are 1-based.
  package func codeLineCount(in lines: ClosedRange<Int>) -> Int {
    let last = codeLines.count - 1
    return codeLines[min(lines.upperBound, last)] - codeLines[min(lines.lowerBound - 1, last)]
  }

  package func hasCode(onLine line: Int) -> Bool { codeLineCount(in: line...line) > 0 }

  /// Whether a line has a comment or a part of one, and no code. Lines are 1-based.
  package func hasOnlyComment(onLine line: Int) -> Bool {
    !hasCode(onLine: line) && hasComment.indices.contains(line) && hasComment[line]
  }
}
