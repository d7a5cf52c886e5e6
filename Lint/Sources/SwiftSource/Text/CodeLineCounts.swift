// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The lines of a file with code.
package struct CodeLineCounts: Sendable {
  /// At `n`: the number of lines with code among the first `n`.
  private let sums: [Int]

  init(_ file: ParsedFile) {
    var hasCode = [Bool](repeating: false, count: file.text.lines.count + 2)
    // The last token is the end of the file.
    for range in file.tokenRanges.dropLast() {
      let first = file.text.lines.line(at: range.lowerBound)
      hasCode[first] = true
      let last = file.text.lines.line(at: range.upperBound)
      if last > first { for line in first...last { hasCode[line] = true } }
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
