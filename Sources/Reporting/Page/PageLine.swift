// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText

/// A line of code in the page's form, and the positions of its columns.
struct PageLine {
  /// The maximum number of bytes of a line that are shown.
  private static let limit = 400

  let text: String

  init(_ line: Substring) {
    text = Self.rendered(line)
  }

  /// - Returns: half-open ranges in UTF-16 units, of 1-based columns in UTF-8 bytes.
  static func offsets(_ columns: ClosedRange<Int>, in line: Substring) -> (from: Int, to: Int) {
    (offset(columns.lowerBound, in: line), offset(columns.upperBound, in: line))
  }

  private static func offset(_ column: Int, in line: Substring) -> Int {
    let bytes = line.utf8
    let end = bytes.index(bytes.startIndex, offsetBy: max(0, min(column - 1, bytes.count)))
    return rendered(line[..<end]).utf16.count
  }

  private static func rendered(_ line: Substring) -> String {
    if line.utf8.count <= limit, line.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) { return String(line) }
    return HostileText(line.replacing("\t", with: "    ")).line(limit: limit, spacing: .kept)
  }
}
