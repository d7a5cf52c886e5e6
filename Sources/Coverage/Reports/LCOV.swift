// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText

/// The text format of the program `lcov`, which llvm-cov also writes: for each file a record of `SF:PATH`,
/// `DA:LINE,COUNT` and `end_of_record`. The other entries of a record have no line counts; a record of a file can
/// consist of them alone.
struct LCOV {
  /// The maximum number of lines of all wanted files together.
  static let maximumLines = 16 << 20
  /// The maximum line number: no source file that is read has more lines than bytes.
  static let maximumLine = UInt64(ReportReading.maximumSourceBytes) + 1

  /// The entries of the format, without those that a later version may add.
  private static let keywords: [StaticString] = [
    "TN:", "SF:", "VER:", "FN:", "FNL:", "FNA:", "FNDA:", "FNF:", "FNH:", "BRDA:", "BRF:", "BRH:", "MCDC:", "MCF:",
    "MCH:", "DA:", "LF:", "LH:", "end_of_record",
  ]

  /// Returns whether the first line that is not a comment is an entry.
  static func begins(_ start: ByteCursor) -> Bool {
    var cursor = start
    while let byte = cursor.next {
      if byte == UInt8(ascii: "#") {
        guard let end = cursor.index(of: UInt8(ascii: "\n"), from: cursor.position) else { return false }
        cursor.position = end + 1
      } else if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        cursor.position += 1
      } else {
        return keywords.contains { cursor.starts(with: $0) }
      }
    }
    return false
  }

  private var cursor: ByteCursor
  private let paths: ReportPaths
  private var files: [MeasuredFile] = []
  private var lineCount = 0

  /// Reads the wanted files of a report.
  static func files(
    in bytes: UnsafeBufferPointer<UInt8>, _ paths: ReportPaths
  ) throws(ScanFault) -> [MeasuredFile] {
    var report = LCOV(cursor: ByteCursor(bytes), paths: paths)
    try report.read()
    return report.files
  }

  private mutating func read() throws(ScanFault) {
    while !cursor.isAtEnd {
      if cursor.starts(with: "SF:") {
        try record()
      } else if cursor.starts(with: "DA:") || cursor.starts(with: "end_of_record") {
        throw cursor.expected("SF: before the first line of a file")
      } else {
        try skipEntry()
      }
    }
  }

  private mutating func record() throws(ScanFault) {
    let start = cursor.position
    let end = cursor.index(of: UInt8(ascii: "\n"), from: start) ?? cursor.bytes.count
    var name = cursor.bytes[(start + 3)..<end]
    if name.last == UInt8(ascii: "\r") { name.removeLast() }
    cursor.position = end
    guard let path = paths.path(of: JSONString(raw: UnsafeBufferPointer(rebasing: name), hasEscapes: false)) else {
      return try skipRecord(from: start)
    }
    skipLine()
    var counts: [Int: UInt64] = [:]
    var hasFunctions = false
    while try endsRecord(start) == false {
      if cursor.starts(with: "DA:") {
        try line(&counts)
        skipLine()
      } else {
        if cursor.starts(with: "FN") { hasFunctions = true }
        try skipEntry()
      }
    }
    let isOfFunctions = counts.isEmpty && hasFunctions
    files.append(MeasuredFile(path: path, source: isOfFunctions ? .functions : .lines(LineTable(counts))))
  }

  /// Skips the end of the record if it is next.
  private mutating func endsRecord(_ start: Int) throws(ScanFault) -> Bool {
    if cursor.isAtEnd { throw unfinished(start) }
    if cursor.starts(with: "SF:") { throw cursor.expected("end_of_record before the next file") }
    guard cursor.starts(with: "end_of_record") else { return false }
    skipLine()
    return true
  }

  private func unfinished(_ start: Int) -> ScanFault {
    cursor.fault(.truncated, at: start, "the record that begins here has no end_of_record")
  }

  private mutating func line(_ counts: inout [Int: UInt64]) throws(ScanFault) {
    let start = cursor.position
    cursor.position += 3
    guard let line = cursor.digits() else { throw cursor.expected("a line number after DA:") }
    guard cursor.next == UInt8(ascii: ",") else { throw cursor.expected("a comma after the line number") }
    cursor.position += 1
    guard let count = cursor.digits() else { throw cursor.expected("a count that is a whole number and not negative") }
    switch cursor.next {
    case nil: throw cursor.fault(.truncated, at: start, "the file ends in this line")
    // A checksum may follow.
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ","), UInt8(ascii: " "): break
    default: throw cursor.expected("the end of the line after the count")
    }
    guard (1...Self.maximumLine).contains(line) else { return }
    lineCount += 1
    if lineCount > Self.maximumLines { throw cursor.fault(.tooLarge, "there are more than \(Self.maximumLines) lines") }
    counts[Int(line)] = max(counts[Int(line), default: 0], count)
  }

  /// Skips a line without line counts.
  ///
  /// - Throws: ``ScanFault`` when it is no entry: skipping it could lose counts.
  private mutating func skipEntry() throws(ScanFault) {
    let name = cursor.bytes[cursor.position...].prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "\n") }
    let isNamed = name.endIndex < cursor.bytes.count && cursor.bytes[name.endIndex] == UInt8(ascii: ":")
    let isEntry = isNamed && !name.isEmpty && name.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    let isBlank = name.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\t") }
    guard isEntry || isBlank && !isNamed || cursor.next == UInt8(ascii: "#") else {
      throw cursor.expected("an entry of LCOV")
    }
    skipLine()
  }

  private mutating func skipLine() {
    cursor.position = cursor.index(of: UInt8(ascii: "\n"), from: cursor.position).map { $0 + 1 } ?? cursor.bytes.count
  }

  /// Skips an unwanted record, eight bytes at a time. The cursor is at the end of a line.
  private mutating func skipRecord(from start: Int) throws(ScanFault) {
    guard let words = ByteWords(cursor.bytes) else { return }
    while cursor.position < words.count {
      if words.count - cursor.position > 8 {
        let found = Self.interesting(words.word(at: cursor.position), words.word(at: cursor.position + 1))
        if found == 0 {
          cursor.position += 8
          continue
        }
        cursor.position += found.trailingZeroBitCount / 8
      }
      let isLineEnd = cursor.bytes[cursor.position] == UInt8(ascii: "\n")
      cursor.position += 1
      if isLineEnd, !cursor.isAtEnd, try endsRecord(start) { return }
    }
    throw unfinished(start)
  }

  /// Marks the ends of lines before an `S` or an `e`.
  @inline(__always)
  private static func interesting(_ word: UInt64, _ following: UInt64) -> UInt64 {
    ByteWords.matches(word, UInt8(ascii: "\n"))
      & (ByteWords.matches(following, UInt8(ascii: "S")) | ByteWords.matches(following, UInt8(ascii: "e")))
  }
}
