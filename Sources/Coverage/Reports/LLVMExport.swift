// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HostileText
import ReviewContract

/// The JSON output of `llvm-cov export`.
///
/// Only the segments of wanted files are decoded; the rest is skipped as bytes. llvm-cov writes keys in alphabetical
/// order, so the files precede the functions, which are most of the report: reading stops there if the end of the
/// report shows that it is complete. Other orders of keys are read to the end.
struct LLVMExport {
  static let type = "llvm.coverage.json.export"
  /// The maximum number of segments of all wanted files together. The largest projects have a few million.
  static let maximumSegments = 16 << 20

  private let bytes: UnsafeBufferPointer<UInt8>
  private let paths: ReportPaths
  private let isWholeByItsEnd: Bool
  private var header = ExportHeader()
  private var hasFiles = false
  private var files: [MeasuredFile] = []
  private var segmentCount = 0

  /// Reads the wanted files of a report.
  static func files(
    in bytes: UnsafeBufferPointer<UInt8>, _ paths: ReportPaths
  ) throws(ScanFault) -> [MeasuredFile] {
    var export = try LLVMExport(bytes, paths)
    try export.read()
    return export.files
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>, _ paths: ReportPaths) throws(ScanFault) {
    self.bytes = bytes
    self.paths = paths
    // An unknown version is reported first, because its changes would look like malformed data.
    let end = try ExportHeader.atEnd(of: bytes)
    isWholeByItsEnd = end?.isComplete == true
    header = end ?? header
  }

  private mutating func read() throws(ScanFault) {
    var cursor = JSONCursor(bytes)
    var hasData = false
    try cursor.object("{ of llvm-cov's export") { (cursor, key) throws(ScanFault) in
      if key == "data" {
        hasData = true
        try cursor.array("[ of the exports") { (cursor) throws(ScanFault) in try export(&cursor) }
      } else {
        let isOfHeader = try header.take(key, &cursor)
        if !isOfHeader { try cursor.skipValue() }
      }
    }
    if cursor.isDone { return }
    try cursor.expectEnd()
    try header.check(at: bytes.count)
    guard hasData, hasFiles else { throw cursor.bytes.fault(.malformed, "it has no list of files") }
  }

  private mutating func export(_ cursor: inout JSONCursor) throws(ScanFault) {
    var hasFilesHere = false
    try cursor.object("{ of an export") { (cursor, key) throws(ScanFault) in
      if key == "files" {
        hasFilesHere = true
        hasFiles = true
        try cursor.array("[ of the files") { (cursor) throws(ScanFault) in try file(&cursor) }
      } else if key == "functions", hasFilesHere, isWholeByItsEnd, !hasMoreFiles(after: cursor.bytes.position) {
        cursor.isDone = true
      } else {
        try cursor.skipValue()
      }
    }
  }

  /// Returns whether another export follows. Inside a string the quotation marks would be escaped.
  private func hasMoreFiles(after position: Int) -> Bool {
    var rest = ByteCursor(bytes)
    rest.position = position
    return rest.find("\"files\"")
  }

  private mutating func file(_ cursor: inout JSONCursor) throws(ScanFault) {
    cursor.skipSpace()
    let start = cursor.bytes.position
    var isNamed = false
    var path: String?
    var later: Int?
    var segments: [Segment]?
    try cursor.object("{ of a file") { (cursor, key) throws(ScanFault) in
      if key == "filename" {
        path = paths.path(of: try cursor.string("the file's name in quotation marks"))
        isNamed = true
      } else if key == "segments" {
        if path != nil {
          segments = try self.segments(&cursor)
        } else {
          if !isNamed { later = cursor.bytes.position }
          try cursor.skipValue()
        }
      } else {
        try cursor.skipValue()
      }
    }
    guard isNamed else { throw cursor.bytes.fault(at: start, "the file that begins here has no filename") }
    guard let path else { return }
    if let later {
      var cursor = JSONCursor(bytes, at: later)
      segments = try self.segments(&cursor)
    }
    guard let segments else { throw cursor.bytes.fault(at: start, "the file that begins here has no segments") }
    files.append(MeasuredFile(path: path, source: .segments(SegmentTable(segments))))
  }

  private mutating func segments(_ cursor: inout JSONCursor) throws(ScanFault) -> [Segment] {
    var segments: [Segment] = []
    try cursor.array("[ of the segments") { (cursor) throws(ScanFault) in
      segments.append(try Segment(&cursor))
      segmentCount += 1
      if segmentCount > Self.maximumSegments {
        throw cursor.bytes.fault(.tooLarge, "there are more than \(Self.maximumSegments) segments")
      }
    }
    return segments
  }
}

/// In JSON: `[line, column, count, hasCount, isRegionEntry, isGapRegion]`; the last was added in version 2.
extension Segment {
  fileprivate init(_ cursor: inout JSONCursor) throws(ScanFault) {
    try cursor.expect(UInt8(ascii: "["), "[ of a segment")
    line = try Self.place(&cursor, "a segment's line")
    try cursor.expect(UInt8(ascii: ","), "a comma after a segment's line")
    column = try Self.place(&cursor, "a segment's column")
    try cursor.expect(UInt8(ascii: ","), "a comma after a segment's column")
    count = try cursor.wholeNumber("a count that is a whole number and not negative")
    try cursor.expect(UInt8(ascii: ","), "a comma after a segment's count")
    hasCount = try cursor.boolean("true or false, whether a segment has a count,")
    try cursor.expect(UInt8(ascii: ","), "a comma after a segment's third field")
    _ = try cursor.boolean("true or false, whether a segment begins a region,")
    isGap = cursor.take(UInt8(ascii: ",")) ? try cursor.boolean("true or false, whether a segment is a gap,") : false
    try cursor.expect(UInt8(ascii: "]"), "] after a segment's last field")
  }

  private static func place(_ cursor: inout JSONCursor, _ what: String) throws(ScanFault) -> UInt32 {
    cursor.skipSpace()
    let start = cursor.bytes.position
    let number = try cursor.wholeNumber("\(what), 1 or more,")
    // No source file that is read has that many bytes.
    guard number >= 1, let place = UInt32(exactly: number) else {
      throw cursor.bytes.expected("\(what), 1 to 4294967295,", at: start)
    }
    return place
  }
}

/// The type and the version of an export of llvm-cov, which are at its end.
struct ExportHeader {
  private var type: String?
  private var version: String?

  var isComplete: Bool { type != nil && version != nil }

  /// Reads the value if the key is known.
  mutating func take(_ key: JSONString, _ cursor: inout JSONCursor) throws(ScanFault) -> Bool {
    if key == "type" {
      let start = cursor.bytes.position
      let type = try Self.word(&cursor, "the export's type")
      guard type == LLVMExport.type else {
        throw cursor.bytes.fault(
          .unknownVersion, at: start, "the type is '\(HostileText(type).line(limit: 80))', not \(LLVMExport.type)")
      }
      self.type = type
    } else if key == "version" {
      let start = cursor.bytes.position
      let version = try Self.word(&cursor, "the export's version")
      let major = version.prefix { $0 != "." }
      guard major == "2" || major == "3" else {
        throw cursor.bytes.fault(
          .unknownVersion, at: start, "the format has version '\(HostileText(version).line(limit: 20))', not 2 or 3")
      }
      self.version = version
    } else {
      return false
    }
    return true
  }

  /// - Throws: ``ScanFault`` when the report has no type or version.
  func check(at end: Int) throws(ScanFault) {
    if isComplete { return }
    throw ScanFault(
      kind: .unknownVersion, offset: end,
      message: "it has no \(type == nil ? "type" : "version"), which every export of llvm-cov has")
  }

  private static func word(_ cursor: inout JSONCursor, _ what: String) throws(ScanFault) -> String {
    let string = try cursor.string("\(what) in quotation marks")
    guard let text = string.text else { throw cursor.bytes.expected(what) }
    return text
  }

  /// Reads the header after the last bracket of the report, `],"type":…,"version":…}`; `nil` when there is something
  /// else.
  static func atEnd(of bytes: UnsafeBufferPointer<UInt8>) throws(ScanFault) -> ExportHeader? {
    guard let bracket = bytes.suffix(400).lastIndex(of: UInt8(ascii: "]")) else { return nil }
    var cursor = JSONCursor(bytes, at: bracket + 1)
    var header = ExportHeader()
    while cursor.take(UInt8(ascii: ",")) {
      guard let key = try? cursor.string(""), cursor.take(UInt8(ascii: ":")) else { return nil }
      cursor.skipSpace()
      guard cursor.bytes.next == UInt8(ascii: "\"") else { return nil }
      let isOurs = try header.take(key, &cursor)
      if !isOurs { try cursor.skipValue() }
    }
    guard cursor.take(UInt8(ascii: "}")) else { return nil }
    cursor.skipSpace()
    return cursor.bytes.isAtEnd ? header : nil
  }
}

/// The JSON output of `llvm-cov export -summary-only`: numbers for each file, and no segments.
struct SummaryExport: Decodable {
  /// The maximum size in bytes, enough for some hundred thousand files.
  static let maximumBytes = 128 << 20

  private struct Export: Decodable { let files: [File] }

  private struct File: Decodable {
    let filename: String
    let summary: Summary
  }

  private struct Summary: Decodable {
    let functions: Share
    let regions: Share
  }

  private struct Share: Decodable {
    let count: Int
    let covered: Int
  }

  private let data: [Export]

  init?(_ bytes: [UInt8]) {
    guard let export = try? JSONDecoder().decode(SummaryExport.self, from: Data(bytes)) else { return nil }
    self = export
  }

  /// Returns the totals by path relative to the root, without files outside of it and those that SwiftPM checked out or
  /// generated.
  func totals(below root: String) -> [String: CounterTotals] {
    let prefix = root + "/"
    var totals: [String: CounterTotals] = [:]
    for file in data.lazy.flatMap(\.files) where file.filename.hasPrefix(prefix) {
      let path = String(file.filename.dropFirst(prefix.count))
      guard !path.split(separator: "/").contains(".build") else { continue }
      let (functions, regions) = (file.summary.functions, file.summary.regions)
      totals[path] = CounterTotals(
        functions: functions.count, coveredFunctions: functions.covered, regions: regions.count,
        coveredRegions: regions.covered)
    }
    return totals
  }
}
