// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Reads a JSON text (RFC 8259) in one pass, and keeps the values at the wanted paths.
///
/// The whole text is validated, so that a truncated body is not taken for a complete one. No values are created for the
/// rest, which is nearly all of a delivery.
struct JSONScanner {
  struct Malformed: Error {}

  /// The same as in Foundation's decoder; deeper than any delivery.
  private static let deepest = 512

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private(set) var values: [String: Fields.Value] = [:]

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The values at the wanted paths of an object. Of duplicate members the last counts.
  static func values(_ wanted: WantedPaths, in body: [UInt8]) throws(Malformed) -> [String: Fields.Value] {
    let result = body.withUnsafeBufferPointer { bytes -> Result<[String: Fields.Value], Malformed> in
      var scanner = JSONScanner(bytes)
      do throws(Malformed) {
        try scanner.scanWhole(wanted)
        return .success(scanner.values)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private mutating func scanWhole(_ wanted: WantedPaths) throws(Malformed) {
    skipSpace()
    guard next == UInt8(ascii: "{") else { throw Malformed() }
    try scanObject(wanted, depth: 1)
    skipSpace()
    guard position == bytes.count else { throw Malformed() }
  }

  /// The next byte; 0 at the end, which is not valid in JSON.
  private var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0a, 0x0d: position += 1
      default: return
      }
    }
  }

  private mutating func expect(_ byte: UInt8) throws(Malformed) {
    guard next == byte else { throw Malformed() }
    position += 1
  }

  private mutating func scanObject(_ wanted: WantedPaths?, depth: Int) throws(Malformed) {
    guard depth <= Self.deepest else { throw Malformed() }
    position += 1
    skipSpace()
    if next == UInt8(ascii: "}") {
      position += 1
      return
    }
    while true {
      skipSpace()
      let name = try scanString()
      skipSpace()
      try expect(UInt8(ascii: ":"))
      try scanValue(wanted.flatMap { $0.below(text(of: name)) }, depth: depth)
      skipSpace()
      if next == UInt8(ascii: ",") {
        position += 1
      } else {
        return try expect(UInt8(ascii: "}"))
      }
    }
  }

  private mutating func scanArray(depth: Int) throws(Malformed) {
    guard depth <= Self.deepest else { throw Malformed() }
    position += 1
    skipSpace()
    if next == UInt8(ascii: "]") {
      position += 1
      return
    }
    while true {
      try scanValue(nil, depth: depth)
      skipSpace()
      if next == UInt8(ascii: ",") {
        position += 1
      } else {
        return try expect(UInt8(ascii: "]"))
      }
    }
  }

  private mutating func scanValue(_ wanted: WantedPaths?, depth: Int) throws(Malformed) {
    skipSpace()
    // A duplicate member replaces the earlier one, with everything below it.
    if let wanted, !values.isEmpty { forget(wanted) }
    switch next {
    case UInt8(ascii: "{"):
      keep(.other, wanted)
      try scanObject(wanted, depth: depth + 1)
    case UInt8(ascii: "["):
      keep(.other, wanted)
      try scanArray(depth: depth + 1)
    case UInt8(ascii: "\""):
      let string = try scanString()
      if wanted?.path != nil { keep(.text(text(of: string)), wanted) }
    case UInt8(ascii: "t"):
      try scanWord("true")
      keep(.flag(true), wanted)
    case UInt8(ascii: "f"):
      try scanWord("false")
      keep(.flag(false), wanted)
    case UInt8(ascii: "n"): try scanWord("null")
    default:
      let number = try scanNumber()
      keep(number, wanted)
    }
  }

  private mutating func keep(_ value: Fields.Value, _ wanted: WantedPaths?) {
    if let path = wanted?.path { values[path] = value }
  }

  private mutating func forget(_ wanted: WantedPaths) {
    if let path = wanted.path { values[path] = nil }
    for deeper in wanted.all { forget(deeper) }
  }

  private mutating func scanWord(_ word: StaticString) throws(Malformed) {
    let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[position...].starts(with: letters) else { throw Malformed() }
    position += letters.count
  }

  /// `number` for an integer that fits into `Int`, otherwise `other`.
  private mutating func scanNumber() throws(Malformed) -> Fields.Value {
    let start = position
    if next == UInt8(ascii: "-") { position += 1 }
    if next == UInt8(ascii: "0") {
      position += 1
    } else {
      try scanDigits()
    }
    var isWhole = true
    if next == UInt8(ascii: ".") {
      isWhole = false
      position += 1
      try scanDigits()
    }
    if next | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      try scanDigits()
    }
    guard isWhole else { return .other }
    return Int(String(decoding: bytes[start..<position], as: UTF8.self)).map { .number($0) } ?? .other
  }

  private mutating func scanDigits() throws(Malformed) {
    let start = position
    while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { position += 1 }
    guard position > start else { throw Malformed() }
  }
}

// MARK: - Strings

extension JSONScanner {
  /// The range of a string's content, and whether it has escapes.
  private struct Text {
    let range: Range<Int>
    let hasEscapes: Bool
  }

  private mutating func scanString() throws(Malformed) -> Text {
    try expect(UInt8(ascii: "\""))
    let start = position
    var hasEscapes = false
    while position < bytes.count {
      skipPlain()
      guard position < bytes.count else { break }
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return Text(range: start..<(position - 1), hasEscapes: hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        try skipEscape()
      case 0x20...0x7f: position += 1
      case 0x80...: try skipScalar()
      default: throw Malformed()
      }
    }
    throw Malformed()
  }

  /// Skips eight bytes at a time while all of them are ASCII without a special meaning in a string.
  private mutating func skipPlain() {
    let high: UInt64 = 0x8080_8080_8080_8080
    let low: UInt64 = 0x0101_0101_0101_0101
    let memory = UnsafeRawBufferPointer(bytes)
    while position + 8 <= memory.count {
      let word = memory.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      // The high bit of a byte is set where the byte is, in turn: not ASCII, a control character, a quote, a backslash.
      // The subtractions can set more bits above such a byte, never below the first.
      let quote = word ^ (low &* UInt64(UInt8(ascii: "\"")))
      let backslash = word ^ (low &* UInt64(UInt8(ascii: "\\")))
      let special =
        word | ((word &- low &* 0x20) & ~word) | ((quote &- low) & ~quote) | ((backslash &- low) & ~backslash)
      guard special & high == 0 else { return }
      position += 8
    }
  }

  private mutating func skipEscape() throws(Malformed) {
    position += 1
    switch next {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
    case UInt8(ascii: "u"):
      guard let unit = unit(at: position + 1) else { throw Malformed() }
      position += 5
      guard unit & 0xf800 == 0xd800 else { return }
      // A surrogate must be part of a pair.
      guard unit < 0xdc00, next == UInt8(ascii: "\\"), position + 1 < bytes.count,
        bytes[position + 1] == UInt8(ascii: "u"), let other = self.unit(at: position + 2), other & 0xfc00 == 0xdc00
      else { throw Malformed() }
      position += 6
    default: throw Malformed()
    }
  }

  /// Skips a well-formed UTF-8 sequence of several bytes (Unicode, table 3-7).
  private mutating func skipScalar() throws(Malformed) {
    let (count, second): (Int, ClosedRange<UInt8>)
    switch bytes[position] {
    case 0xc2...0xdf: (count, second) = (2, 0x80...0xbf)
    case 0xe0: (count, second) = (3, 0xa0...0xbf)
    case 0xed: (count, second) = (3, 0x80...0x9f)
    case 0xe1...0xef: (count, second) = (3, 0x80...0xbf)
    case 0xf0: (count, second) = (4, 0x90...0xbf)
    case 0xf1...0xf3: (count, second) = (4, 0x80...0xbf)
    case 0xf4: (count, second) = (4, 0x80...0x8f)
    default: throw Malformed()
    }
    guard position + count <= bytes.count, second.contains(bytes[position + 1]),
      bytes[(position + 2)..<(position + count)].allSatisfy({ $0 & 0xc0 == 0x80 })
    else { throw Malformed() }
    position += count
  }

  private func unit(at index: Int) -> UInt16? {
    guard index + 4 <= bytes.count else { return nil }
    let digits = String(decoding: bytes[index..<(index + 4)], as: UTF8.self)
    return HexDigits.bytes(digits, count: 2).map { UInt16($0[0]) << 8 | UInt16($0[1]) }
  }

  /// The text of the string, truncated to ``Fields/longestText``.
  private func text(of string: Text) -> String {
    guard string.hasEscapes else {
      return String(decoding: bytes[string.range].prefix(Fields.longestText), as: UTF8.self)
    }
    var text: [UInt8] = []
    var index = string.range.lowerBound
    while index < string.range.upperBound, text.count < Fields.longestText {
      guard bytes[index] == UInt8(ascii: "\\") else {
        text.append(bytes[index])
        index += 1
        continue
      }
      let (scalar, count) = escaped(at: index + 1)
      text += UTF8.encode(scalar).map { Array($0) } ?? []
      index += 1 + count
    }
    return String(decoding: text.prefix(Fields.longestText), as: UTF8.self)
  }

  /// The scalar of the escape after a backslash, and the length of the escape, which is valid.
  private func escaped(at index: Int) -> (Unicode.Scalar, Int) {
    switch bytes[index] {
    case UInt8(ascii: "b"): return ("\u{8}", 1)
    case UInt8(ascii: "f"): return ("\u{c}", 1)
    case UInt8(ascii: "n"): return ("\n", 1)
    case UInt8(ascii: "r"): return ("\r", 1)
    case UInt8(ascii: "t"): return ("\t", 1)
    case UInt8(ascii: "u"):
      let first = unit(at: index + 1) ?? 0
      if let scalar = Unicode.Scalar(first) { return (scalar, 5) }
      let second = unit(at: index + 7) ?? 0
      let value = 0x10000 + (UInt32(first & 0x3ff) << 10 | UInt32(second & 0x3ff))
      return (Unicode.Scalar(value) ?? "\u{fffd}", 11)
    case let byte: return (Unicode.Scalar(byte), 1)
    }
  }
}
