// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Tells what a report is by its first bytes; names of files say anything.
enum ReportFormat {
  case export, lcov

  /// Words that begin a line of LCOV.
  private static let lcovWords: [StaticString] = [
    "TN:", "SF:", "VER:", "FN:", "FNL:", "FNA:", "FNDA:", "FNF:", "FNH:", "BRDA:", "BRF:", "BRH:", "MCDC:", "MCF:",
    "MCH:", "DA:",
    "LF:", "LH:", "end_of_record", "#",
  ]

  /// - Throws: ``ScanFault`` when it is neither.
  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(ScanFault) {
    var cursor = JSONCursor(bytes)
    if cursor.bytes.starts(with: "\u{feff}") { cursor.bytes.position = 3 }
    cursor.skipSpace()
    let start = cursor.bytes
    if start.next == UInt8(ascii: "{") {
      self = .export
    } else if Self.lcovWords.contains(where: { start.starts(with: $0) }) {
      self = .lcov
    } else {
      throw start.fault(.unknownVersion, "it is \(Self.guess(start)), neither JSON of llvm-cov export nor LCOV")
    }
  }

  private static func guess(_ start: ByteCursor) -> String {
    if start.isAtEnd { return "blank" }
    if start.starts(with: "<") { return "XML" }
    // The first byte of gzip.
    if start.next == 0x1f { return "compressed" }
    if start.starts(with: "rforpl", at: 1) || start.starts(with: "lprofi", at: 1) { return "a profile" }
    return "something that begins with \(start.excerpt(at: start.position))"
  }
}
