// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Reads JSON from bytes without creating values that are not requested.
///
/// Skipped values are only checked for closed strings and brackets.
struct JSONCursor {
  /// The maximum nesting depth of skipped values. An export of llvm-cov needs ten.
  static let maximumDepth = 64

  var bytes: ByteCursor
  /// Set when nothing more needs to be read: the methods that are reading arrays and objects then return.
  var isDone = false

  init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int = 0) {
    self.bytes = ByteCursor(bytes)
    self.bytes.position = position
  }

  mutating func skipSpace() {
    while let byte = bytes.next, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { bytes.position += 1 }
  }

  /// - Throws: ``ScanFault`` when something follows the value that was read.
  mutating func expectEnd() throws(ScanFault) {
    skipSpace()
    guard bytes.isAtEnd else { throw bytes.expected("the end of the file") }
  }

  mutating func expect(_ byte: UInt8, _ what: String) throws(ScanFault) {
    skipSpace()
    guard bytes.next == byte else { throw bytes.expected(what) }
    bytes.position += 1
  }

  /// Skips white space, and the byte if it is next.
  mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard bytes.next == byte else { return false }
    bytes.position += 1
    return true
  }

  /// Reads `{"key": value, …}`; the body reads each value.
  mutating func object(
    _ what: String, _ member: (inout JSONCursor, JSONString) throws(ScanFault) -> Void
  ) throws(ScanFault) {
    try expect(UInt8(ascii: "{"), what)
    if take(UInt8(ascii: "}")) { return }
    repeat {
      let key = try string("a key in quotation marks")
      try expect(UInt8(ascii: ":"), "a colon after the key")
      try member(&self, key)
      if isDone { return }
    } while take(UInt8(ascii: ","))
    try expect(UInt8(ascii: "}"), "a comma or } after a value")
  }

  /// Reads `[value, …]`; the body reads each value.
  mutating func array(
    _ what: String, _ element: (inout JSONCursor) throws(ScanFault) -> Void
  ) throws(ScanFault) {
    try expect(UInt8(ascii: "["), what)
    if take(UInt8(ascii: "]")) { return }
    repeat {
      try element(&self)
      if isDone { return }
    } while take(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"), "a comma or ] after a value")
  }

  mutating func string(_ what: String) throws(ScanFault) -> JSONString {
    try expect(UInt8(ascii: "\""), what)
    let start = bytes.position
    let hasEscapes = try skipString()
    return JSONString(
      raw: UnsafeBufferPointer(rebasing: bytes.bytes[start..<(bytes.position - 1)]), hasEscapes: hasEscapes)
  }

  /// Reads a whole number that is not negative. Larger numbers become 2^64-1.
  mutating func wholeNumber(_ what: String) throws(ScanFault) -> UInt64 {
    skipSpace()
    let start = bytes.position
    guard let value = bytes.digits() else { throw bytes.expected(what) }
    if let next = bytes.next, [UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains(next) {
      throw bytes.expected(what, at: start)
    }
    return value
  }

  mutating func boolean(_ what: String) throws(ScanFault) -> Bool {
    skipSpace()
    if bytes.starts(with: "true") {
      bytes.position += 4
      return true
    }
    guard bytes.starts(with: "false") else {
      let isCut =
        bytes.isAtEnd || "true".utf8.starts(with: bytes.bytes[bytes.position...])
        || "false".utf8.starts(with: bytes.bytes[bytes.position...])
      throw bytes.expected(what, at: isCut ? bytes.bytes.count : nil)
    }
    bytes.position += 5
    return false
  }

  /// Skips any value.
  mutating func skipValue() throws(ScanFault) {
    skipSpace()
    switch bytes.next {
    case UInt8(ascii: "["), UInt8(ascii: "{"): try skipNested()
    case UInt8(ascii: "\""):
      bytes.position += 1
      _ = try skipString()
    default:
      let start = bytes.position
      while let byte = bytes.next, !Self.endsScalar(byte) { bytes.position += 1 }
      if bytes.position == start { throw bytes.expected("a value") }
    }
  }

  private static func endsScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"), UInt8(ascii: "\""),
      UInt8(ascii: "["), UInt8(ascii: "{"), 0...0x20:
      true
    default: false
    }
  }

  /// Skips from after the opening quotation mark to after the closing one. Returns whether there is a backslash.
  mutating func skipString() throws(ScanFault) -> Bool {
    let start = bytes.position
    var hasEscapes = false
    while let end = bytes.index(of: UInt8(ascii: "\""), from: bytes.position) {
      var slashes = end
      while slashes > start, bytes.bytes[slashes - 1] == UInt8(ascii: "\\") { slashes -= 1 }
      bytes.position = end + 1
      if (end - slashes).isMultiple(of: 2) {
        hasEscapes =
          hasEscapes
          || ByteCursor(
            UnsafeBufferPointer(rebasing: bytes.bytes[start..<end])
          ).index(of: UInt8(ascii: "\\"), from: 0) != nil
        return hasEscapes
      }
      hasEscapes = true
    }
    bytes.position = bytes.bytes.count
    throw bytes.fault(.truncated, at: start - 1, "the string that begins here does not end")
  }
}

extension JSONCursor {
  /// Skips an array or object, eight bytes at a time.
  mutating func skipNested() throws(ScanFault) {
    let start = bytes.position
    var brackets = OpenBrackets()
    guard let words = ByteWords(bytes.bytes) else { throw bytes.expected("a value") }
    while bytes.position < words.count {
      if words.count - bytes.position >= 8 {
        let found = Self.interesting(words.word(at: bytes.position))
        if found == 0 {
          bytes.position += 8
          continue
        }
        bytes.position += found.trailingZeroBitCount / 8
      }
      let byte = bytes.bytes[bytes.position]
      bytes.position += 1
      switch byte {
      case UInt8(ascii: "\""): _ = try skipString()
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        guard brackets.open(isObject: byte == UInt8(ascii: "{")) else {
          throw bytes.fault(at: bytes.position - 1, "more than \(Self.maximumDepth) brackets are open")
        }
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard brackets.close(isObject: byte == UInt8(ascii: "}")) else {
          throw bytes.fault(at: bytes.position - 1, "\(byte == UInt8(ascii: "}") ? "}" : "]") closes another bracket")
        }
        if brackets.depth == 0 { return }
      default: break
      }
    }
    throw bytes.fault(.truncated, at: start, "the bracket that opens here is not closed")
  }

  /// Marks quotation marks and brackets, and a few letters with similar bits.
  @inline(__always)
  private static func interesting(_ word: UInt64) -> UInt64 {
    ByteWords.matches(word, UInt8(ascii: "\"")) | ByteWords.matches(word | 0x2626_2626_2626_2626, 0x7f)
  }
}

/// The open brackets: a bit for each, 1 for a brace, the innermost lowest.
private struct OpenBrackets {
  private(set) var depth = 0
  private var kinds: UInt64 = 0

  /// Adds a bracket; returns whether there was room.
  mutating func open(isObject: Bool) -> Bool {
    guard depth < JSONCursor.maximumDepth else { return false }
    depth += 1
    kinds = kinds << 1 | (isObject ? 1 : 0)
    return true
  }

  /// Removes a bracket; returns whether such a bracket was open.
  mutating func close(isObject: Bool) -> Bool {
    guard depth > 0, kinds & 1 == (isObject ? 1 : 0) else { return false }
    depth -= 1
    kinds >>= 1
    return true
  }
}

/// The bytes between the quotation marks of a string. They are valid as long as the report is open.
struct JSONString {
  let raw: UnsafeBufferPointer<UInt8>
  let hasEscapes: Bool

  static func == (string: JSONString, text: StaticString) -> Bool {
    string.raw.count == text.utf8CodeUnitCount && ByteCursor(string.raw).starts(with: text)
  }

  /// The decoded text; `nil` when an escape is malformed. Bytes that are not UTF-8 become U+FFFD.
  var text: String? {
    guard hasEscapes else { return String(decoding: raw, as: UTF8.self) }
    let quoted = Data([UInt8(ascii: "\"")] + raw + [UInt8(ascii: "\"")])
    // Escapes are rare, and Foundation supports all of them.
    return try? JSONDecoder().decode(String.self, from: quoted)
  }
}
