// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Reads the lines of a file on which some expressions did not run, to show them.
struct IdleLines {
  /// A larger file is not read for the sake of a few lines.
  private static let largestFile = 2 << 20

  let folder: ContainedDirectory?
  let path: String
  /// By 1-based line.
  let columns: [Int: [Range<Int>]]

  /// The first of the given lines. Lines that are too long to be shown are left out.
  func of(_ lines: LineSet) -> [IdleExpressions] {
    let wanted = lines.lines.filter { columns[$0]?.isEmpty == false }
    // Without its text a line is only not shown.
    guard !wanted.isEmpty, let bytes = try? folder?.bytes(at: path, limit: Self.largestFile) else { return [] }
    let texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let shown = wanted.lazy.compactMap { line -> IdleExpressions? in
      guard line <= texts.count, let columns = columns[line] else { return nil }
      let text = texts[line - 1]
      let isWithin = columns.allSatisfy { $0.lowerBound >= 1 && !$0.isEmpty && $0.upperBound <= text.count + 1 }
      guard text.count <= IdleExpressions.maximumBytes, isWithin else { return nil }
      return IdleExpressions(
        line: line, text: String(decoding: text, as: UTF8.self),
        columns: columns.map { [$0.lowerBound, $0.upperBound] })
    }
    return Array(shown.prefix(IdleExpressions.maximumLines))
  }
}
