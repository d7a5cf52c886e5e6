// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText

/// The format of a report, detected by its first bytes, because file names are unreliable.
enum CoverageReportFormat {
  /// JSON of `llvm-cov export`.
  case export
  case lcov
  /// JSON of `xccov view --archive`: the counts of lines.
  case xcodeLines
  /// JSON of `xccov view --report`: the counts of functions.
  case xcodeFunctions

  /// - Throws: ``ScanFault`` for any other format.
  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(ScanFault) {
    var cursor = JSONCursor(bytes.withoutMark)
    cursor.skipSpace()
    let start = cursor.bytes
    if start.next == UInt8(ascii: "{") {
      self = Self.json(&cursor)
    } else if LCOV.begins(start) {
      self = .lcov
    } else {
      throw start.fault(
        .unknownVersion, "it is \(Self.guess(start)), neither JSON of llvm-cov export or xccov view nor LCOV")
    }
  }

  /// Returns the format of a JSON object by the first key that only one of the formats has. An unknown object is read as
  /// an export, whose reader names what is missing.
  private static func json(_ cursor: inout JSONCursor) -> CoverageReportFormat {
    let (separator, other) = (UInt8(ascii: "/"), UInt8(ascii: "\\"))
    var format: CoverageReportFormat?
    // The reader of the format reports malformed data, with its place.
    try? cursor.object("{") { (cursor, key) throws(ScanFault) in
      cursor.skipSpace()
      if key == "data" || key == "type" || key == "version" {
        format = .export
      } else if key == "targets" {
        format = .xcodeFunctions
      } else if cursor.bytes.next == UInt8(ascii: "["), key.raw.contains(where: { $0 == separator || $0 == other }) {
        format = .xcodeLines
      }
      if format != nil {
        cursor.isDone = true
      } else {
        try cursor.skipValue()
      }
    }
    return format ?? .export
  }

  private static func guess(_ start: ByteCursor) -> String {
    if start.isAtEnd { return "blank" }
    if start.starts(with: "<") { return "XML" }
    if start.starts(with: "[") { return "a JSON array" }
    // The first byte of gzip.
    if start.next == 0x1f { return "compressed" }
    if MeasurementInput.isProfile(start) { return "a profile" }
    return "data that begins with \(start.excerpt(at: start.position))"
  }
}
