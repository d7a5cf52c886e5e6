// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The lines of a file with code.
package struct CodeLineCounts: Sendable {
  /// At `n`: the number of lines with code among the first `n`.
  private let sums: [Int]

  init(_ file: ParsedFile) {
    let lines = file.text.lines
    var hasCode = [Bool](repeating: false, count: lines.count + 2)
    // The tokens are in order, so the lines are walked once. The last token is the end of the file.
    var line = 1
    var end = lines.range(ofLine: line).upperBound
    for range in file.tokenRanges.dropLast() {
      while end <= range.lowerBound, line < lines.count {
        line += 1
        end = lines.range(ofLine: line).upperBound
      }
      hasCode[line] = true
      while end <= range.upperBound, line < lines.count {
        line += 1
        end = lines.range(ofLine: line).upperBound
        hasCode[line] = true
      }
    }
    var sums = [0]
    sums.reserveCapacity(hasCode.count)
    for line in hasCode.dropFirst() { sums.append(sums[sums.count - 1] + (line ? 1 : 0)) }
    self.sums = sums
  }

  /// Returns the number of lines with code. Lines are 1-based.
  package func count(in lines: ClosedRange<Int>) -> Int {
    let last = sums.count - 1
    return sums[min(lines.upperBound, last)] - sums[min(lines.lowerBound - 1, last)]
  }
}
