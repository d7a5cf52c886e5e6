// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import SwiftSource

/// The lines of a file that would be measured if a test bundle had it, going by its text.
enum UnlinkedCode {
  static func lines(in file: ParsedFile) -> LineSet {
    let code = FileNature.codeNodes(in: file).map { file.range(of: $0) }.sorted { $0.lowerBound < $1.lowerBound }
    var lines: Set<Int> = []
    var rest = code[...]
    var end = 0
    for token in SignificantTokens.ranges(in: file) {
      // Nodes are inside each other: how far any that has begun reaches is what counts.
      while let next = rest.first, next.lowerBound <= token.lowerBound {
        end = max(end, next.upperBound)
        rest.removeFirst()
      }
      if token.lowerBound < end { lines.insert(file.text.lines.position(at: token.lowerBound).line) }
    }
    return LineSet(lines)
  }
}
