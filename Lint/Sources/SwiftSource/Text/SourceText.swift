// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The text of a file, as bytes. Reading it never causes a parse.
public struct SourceText: Sendable {
  /// The path from the repository's root.
  public let path: String
  public let bytes: [UInt8]
  public let lines: LineTable

  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    lines = LineTable(bytes)
  }

  public init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  package var isSwift: Bool { path.hasSuffix(".swift") }

  /// Whether a comment may be for reviewbot or for SwiftLint.
  package var mayHaveDirectives: Bool { contains("reviewbot:") || contains("swiftlint:") }

  /// Returns the bytes of the line without its line break.
  public func range(ofLine line: Int) -> Range<Int> {
    let range = lines.range(ofLine: line)
    var end = range.upperBound
    if end > range.lowerBound, bytes[end - 1] == UInt8(ascii: "\n") {
      end -= 1
      if end > range.lowerBound, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    }
    return range.lowerBound..<end
  }

  /// The runs of lines with nothing but spaces and tabs, as 1-based numbers of lines.
  package var blankRuns: [Range<Int>] {
    var runs: [Range<Int>] = []
    for line in 1...lines.count {
      guard bytes[range(ofLine: line)].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { continue }
      let start = runs.last?.upperBound == line ? runs.removeLast().lowerBound : line
      runs.append(start..<(line + 1))
    }
    return runs
  }

  /// Returns the text of the line without its line break.
  public func text(ofLine line: Int) -> String {
    text(in: range(ofLine: line))
  }

  /// Returns the text in a range of bytes; bytes that are not UTF-8 become U+FFFD.
  public func text(in range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Whether the word occurs anywhere, as a quick check before a more expensive one.
  package func contains(_ word: StaticString) -> Bool { bytes.contains(word: word) }
}

/// The starts of the lines of a file. Lines end at `\n`, as in git and in the compiler's coverage; a `\r` before it is
/// part of the line break.
public struct LineTable: Sendable {
  private let starts: [Int]
  private let byteCount: Int

  init(_ bytes: [UInt8]) {
    var starts = [0]
    starts.reserveCapacity(bytes.count / 32 + 1)
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      var start = 0
      while start < buffer.count, let found = memchr(base + start, Int32(UInt8(ascii: "\n")), buffer.count - start) {
        start = UnsafeRawPointer(found) - base + 1
        starts.append(start)
      }
    }
    // A newline at the end of the file ends the last line; it does not begin another.
    if starts.count > 1, starts.last == bytes.count { starts.removeLast() }
    self.starts = starts
    byteCount = bytes.count
  }

  /// The number of lines. An empty file has one empty line.
  public var count: Int { starts.count }

  /// Returns the 1-based line of a byte. The offset after the last byte is in the last line.
  public func line(at offset: Int) -> Int {
    max(starts.partitioningIndex { $0 > offset }, 1)
  }

  /// - Parameter offset: in bytes.
  /// - Returns: 1-based line and column; columns count bytes.
  public func position(at offset: Int) -> SourcePosition {
    let line = line(at: offset)
    return SourcePosition(line: line, column: offset - starts[line - 1] + 1)
  }

  /// Returns the bytes of the line with its line break.
  public func range(ofLine line: Int) -> Range<Int> {
    let end = line < starts.count ? starts[line] : byteCount
    return starts[line - 1]..<end
  }
}

/// A place in a file: 1-based line and 1-based column in UTF-8 bytes.
public struct SourcePosition: Hashable, Comparable, Sendable {
  public let line: Int
  public let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
