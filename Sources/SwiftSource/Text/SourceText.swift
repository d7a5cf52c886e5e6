// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The text of a file, as bytes. Looking at it never causes a parse.
package struct SourceText: Sendable {
  /// From the repository's root.
  package let path: String
  package let bytes: [UInt8]
  package let lines: LineTable

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    lines = LineTable(bytes)
  }

  package init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  package var isSwift: Bool { path.hasSuffix(".swift") }

  /// The bytes of the line without its end.
  package func range(ofLine line: Int) -> Range<Int> {
    let range = lines.range(ofLine: line)
    var end = range.upperBound
    if end > range.lowerBound, bytes[end - 1] == UInt8(ascii: "\n") {
      end -= 1
      if end > range.lowerBound, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    }
    return range.lowerBound..<end
  }

  /// The text of the line without its end.
  package func text(ofLine line: Int) -> String {
    text(in: range(ofLine: line))
  }

  /// The text in a range of bytes; bytes that are not UTF-8 become U+FFFD.
  package func text(in range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Whether the word occurs anywhere: the quick look before a closer one.
  package func contains(_ word: StaticString) -> Bool {
    let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard let first = word.first else { return true }
    return bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index + word.count <= bytes.count {
        if bytes[index] == first, UnsafeBufferPointer(rebasing: bytes[index..<(index + word.count)]).elementsEqual(word)
        {
          return true
        }
        index += 1
      }
      return false
    }
  }
}
