// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

extension JSONCursor {
  /// Reads over an array or object, eight bytes at a time.
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

  /// Marks quotation marks and brackets, and a few letters that look alike.
  @inline(__always)
  private static func interesting(_ word: UInt64) -> UInt64 {
    ByteWords.matches(word, UInt8(ascii: "\"")) | ByteWords.matches(word | 0x2626_2626_2626_2626, 0x7f)
  }
}

/// Which brackets are open: a bit for each, 1 for a brace, the innermost lowest.
private struct OpenBrackets {
  private(set) var depth = 0
  private var kinds: UInt64 = 0

  /// Returns whether there was room.
  mutating func open(isObject: Bool) -> Bool {
    guard depth < JSONCursor.maximumDepth else { return false }
    depth += 1
    kinds = kinds << 1 | (isObject ? 1 : 0)
    return true
  }

  /// Returns whether such a bracket was open.
  mutating func close(isObject: Bool) -> Bool {
    guard depth > 0, kinds & 1 == (isObject ? 1 : 0) else { return false }
    depth -= 1
    kinds >>= 1
    return true
  }
}
