// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Reads JSON (RFC 8259) from bytes without creating values that are not requested.
///
/// Skipped values are only checked for closed strings and brackets. A caller that has to refuse everything else reads
/// each value, and checks the strings with ``JSONString/isValid``.
package struct JSONCursor {
  /// The maximum nesting depth of skipped values. An export of llvm-cov needs ten.
  package static let maximumDepth = 64

  package var bytes: ByteCursor
  /// Set when nothing more needs to be read: the methods that are reading arrays and objects then return.
  package var isDone = false

  package init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int = 0) {
    self.bytes = ByteCursor(bytes)
    self.bytes.position = position
  }

  @inlinable
  @inline(__always)
  package mutating func skipSpace() {
    while let byte = bytes.next, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { bytes.position += 1 }
  }

  /// - Throws: ``ScanFault`` when something follows the value that was read.
  package mutating func expectEnd() throws(ScanFault) {
    skipSpace()
    guard bytes.isAtEnd else { throw bytes.expected("the end of the file") }
  }

  @inlinable
  @inline(__always)
  package mutating func expect(_ byte: UInt8, _ what: String) throws(ScanFault) {
    skipSpace()
    guard bytes.next == byte else { throw bytes.expected(what) }
    bytes.position += 1
  }

  /// Skips white space, and the byte if it is next.
  @inlinable
  @inline(__always)
  package mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard bytes.next == byte else { return false }
    bytes.position += 1
    return true
  }

  /// Reads `{"key": value, …}`; the body reads each value.
  @inlinable
  package mutating func object(
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
  @inlinable
  package mutating func array(
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

  @inlinable
  package mutating func string(_ what: String) throws(ScanFault) -> JSONString {
    try expect(UInt8(ascii: "\""), what)
    let start = bytes.position
    let hasEscapes = try skipString()
    return JSONString(
      raw: UnsafeBufferPointer(rebasing: bytes.bytes[start..<(bytes.position - 1)]), hasEscapes: hasEscapes)
  }

  /// Reads a whole number that is not negative. Larger numbers become 2^64-1.
  @inlinable
  package mutating func wholeNumber(_ what: String) throws(ScanFault) -> UInt64 {
    skipSpace()
    let start = bytes.position
    guard let value = bytes.digits() else { throw bytes.expected(what) }
    // A list of the bytes would be an allocation for each number.
    let next = bytes.next
    guard next != UInt8(ascii: "."), next != UInt8(ascii: "e"), next != UInt8(ascii: "E") else {
      throw bytes.expected(what, at: start)
    }
    return value
  }

  /// Skips white space, and the word if it is next.
  package mutating func takeWord(_ word: StaticString) -> Bool {
    skipSpace()
    guard bytes.starts(with: word) else { return false }
    bytes.position += word.utf8CodeUnitCount
    return true
  }

  @inlinable
  package mutating func boolean(_ what: String) throws(ScanFault) -> Bool {
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
  @inlinable
  package mutating func skipValue() throws(ScanFault) {
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

  @usableFromInline
  static func endsScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"), UInt8(ascii: "\""),
      UInt8(ascii: "["), UInt8(ascii: "{"), 0...0x20:
      true
    default: false
    }
  }

  /// Skips from after the opening quotation mark to after the closing one. Returns whether there is a backslash.
  @inlinable
  package mutating func skipString() throws(ScanFault) -> Bool {
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
  package mutating func skipNested() throws(ScanFault) {
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
