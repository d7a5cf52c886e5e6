// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The address of a line in a job's log.
struct LogAddress {
  /// The number of lines on a page of a log.
  static let pageLines = 1_000

  let text: String

  init(_ page: String, line: Int) { text = "\(page)/log?line=\(line)#L\(line)" }

  /// Returns the number of the first line of the page with a line.
  static func firstLine(ofPageWith line: Int) -> Int { (max(line, 1) - 1) / pageLines * pageLines + 1 }
}
