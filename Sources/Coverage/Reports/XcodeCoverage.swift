// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText

/// The JSON output of `xccov view --archive`: an object with the lines of each file by its path. Each line has
/// `isExecutable`, an `executionCount`, and `subranges` with a count of their own.
struct XcodeLines {
  private let paths: ReportPaths
  private var files: [MeasuredFile] = []
  private var lineCount = 0

  /// Reads the wanted files of a report.
  static func files(
    in bytes: UnsafeBufferPointer<UInt8>, _ paths: ReportPaths
  ) throws(ScanFault) -> [MeasuredFile] {
    var report = XcodeLines(paths: paths)
    var cursor = JSONCursor(bytes)
    try cursor.object("{ of xccov's lines") { (cursor, key) throws(ScanFault) in
      guard let path = paths.path(of: key) else { return try cursor.skipValue() }
      report.files.append(MeasuredFile(path: path, source: .lines(try report.lines(&cursor))))
    }
    try cursor.expectEnd()
    return report.files
  }

  private mutating func lines(_ cursor: inout JSONCursor) throws(ScanFault) -> LineTable {
    var table = LineTable([:])
    try cursor.array("[ of a file's lines") { (cursor) throws(ScanFault) in
      lineCount += 1
      if lineCount > LCOV.maximumLines {
        throw cursor.bytes.fault(.tooLarge, "there are more than \(LCOV.maximumLines) lines")
      }
      let line = try XcodeLine(&cursor)
      guard line.isExecutable, (1...LCOV.maximumLine).contains(line.number), let count = line.count else { return }
      table.add(Int(line.number), count, isPartial: line.isPartial)
    }
    return table
  }
}

/// A line in the JSON of `xccov view --archive`.
private struct XcodeLine {
  private(set) var number: UInt64 = 0
  private(set) var isExecutable = false
  /// `nil` for a line without code.
  private(set) var count: UInt64?
  private var subrangeCounts: [UInt64] = []

  init(_ cursor: inout JSONCursor) throws(ScanFault) {
    cursor.skipSpace()
    let start = cursor.bytes.position
    try cursor.object("{ of a line") { (cursor, key) throws(ScanFault) in
      if key == "line" {
        number = try cursor.wholeNumber("a line number")
      } else if key == "isExecutable" {
        isExecutable = try cursor.boolean("true or false, whether a line is executable,")
      } else if key == "executionCount" {
        count = try cursor.wholeNumber("a count that is a whole number and not negative")
      } else if key == "subranges" {
        try cursor.array("[ of the subranges") { (cursor) throws(ScanFault) in try subrange(&cursor) }
      } else {
        try cursor.skipValue()
      }
    }
    guard number > 0 else { throw cursor.bytes.fault(at: start, "the line that begins here has no line number") }
    guard !isExecutable || count != nil else {
      throw cursor.bytes.fault(at: start, "the executable line that begins here has no executionCount")
    }
  }

  private mutating func subrange(_ cursor: inout JSONCursor) throws(ScanFault) {
    try cursor.object("{ of a subrange") { (cursor, key) throws(ScanFault) in
      if key == "executionCount" {
        subrangeCounts.append(try cursor.wholeNumber("a count that is a whole number and not negative"))
      } else {
        try cursor.skipValue()
      }
    }
  }

  /// Whether one part of the line ran and another did not.
  var isPartial: Bool { subrangeCounts.contains { ($0 > 0) != (count ?? 0 > 0) } }
}

/// The JSON output of `xccov view --report`: the files of each target, with counts of their functions. There are no
/// counts of lines, so no line is measured.
enum XcodeFunctions {
  /// Reads the wanted files of a report.
  static func files(
    in bytes: UnsafeBufferPointer<UInt8>, _ paths: ReportPaths
  ) throws(ScanFault) -> [MeasuredFile] {
    var files: [MeasuredFile] = []
    var cursor = JSONCursor(bytes)
    try cursor.object("{ of xccov's report") { (cursor, key) throws(ScanFault) in
      guard key == "targets" else { return try cursor.skipValue() }
      try cursor.array("[ of the targets") { (cursor) throws(ScanFault) in
        try cursor.object("{ of a target") { (cursor, key) throws(ScanFault) in
          guard key == "files" else { return try cursor.skipValue() }
          try cursor.array("[ of the files") { (cursor) throws(ScanFault) in
            try cursor.object("{ of a file") { (cursor, key) throws(ScanFault) in
              guard key == "path" else { return try cursor.skipValue() }
              guard let path = paths.path(of: try cursor.string("the file's path in quotation marks")) else { return }
              files.append(MeasuredFile(path: path, source: .functions))
            }
          }
        }
      }
    }
    try cursor.expectEnd()
    return files
  }
}
