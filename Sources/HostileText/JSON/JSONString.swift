// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The bytes between the quotation marks of a string. They are valid as long as the text is open.
package struct JSONString {
  package let raw: UnsafeBufferPointer<UInt8>
  package let hasEscapes: Bool

  @inlinable
  package init(raw: UnsafeBufferPointer<UInt8>, hasEscapes: Bool) {
    self.raw = raw
    self.hasEscapes = hasEscapes
  }

  @inlinable
  package static func == (string: JSONString, text: StaticString) -> Bool {
    string.raw.count == text.utf8CodeUnitCount && ByteCursor(string.raw).starts(with: text)
  }

  /// Whether all escapes are well-formed, and no control character is without one. UTF-8 is not checked.
  package var isValid: Bool {
    guard !raw.contains(where: { $0 < 0x20 }) else { return false }
    guard hasEscapes else { return true }
    var rest = ByteCursor(raw)
    while let escape = rest.index(of: UInt8(ascii: "\\"), from: rest.position) {
      guard let (_, count) = scalar(at: escape + 1) else { return false }
      rest.position = escape + 1 + count
    }
    return true
  }

  /// The decoded text; `nil` when an escape is malformed. Bytes that are not UTF-8 become U+FFFD.
  package var text: String? { text(limit: .max) }

  /// The beginning of the decoded text, at most so many bytes.
  package func text(limit: Int) -> String? {
    guard hasEscapes else { return String(decoding: raw.prefix(limit), as: UTF8.self) }
    var text: [UInt8] = []
    var index = 0
    while index < raw.count, text.count < limit {
      guard raw[index] == UInt8(ascii: "\\") else {
        text.append(raw[index])
        index += 1
        continue
      }
      guard let (scalar, count) = scalar(at: index + 1), let encoded = UTF8.encode(scalar) else { return nil }
      text += encoded
      index += 1 + count
    }
    return String(decoding: text.prefix(limit), as: UTF8.self)
  }

  /// The scalar of the escape after a backslash, and the length of the escape; `nil` for a malformed one.
  private func scalar(at index: Int) -> (Unicode.Scalar, count: Int)? {
    guard index < raw.count else { return nil }
    switch raw[index] {
    case UInt8(ascii: "b"): return ("\u{8}", 1)
    case UInt8(ascii: "f"): return ("\u{c}", 1)
    case UInt8(ascii: "n"): return ("\n", 1)
    case UInt8(ascii: "r"): return ("\r", 1)
    case UInt8(ascii: "t"): return ("\t", 1)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return (Unicode.Scalar(raw[index]), 1)
    case UInt8(ascii: "u"):
      guard let first = unit(at: index + 1) else { return nil }
      if let scalar = Unicode.Scalar(first) { return (scalar, 5) }
      // A surrogate must be part of a pair.
      guard first < 0xdc00, ByteCursor(raw).starts(with: "\\u", at: index + 5), let second = unit(at: index + 7),
        second & 0xfc00 == 0xdc00
      else { return nil }
      let value = 0x10000 + (UInt32(first & 0x3ff) << 10 | UInt32(second & 0x3ff))
      return Unicode.Scalar(value).map { ($0, 11) }
    default: return nil
    }
  }

  /// The code unit of four hexadecimal digits.
  private func unit(at index: Int) -> UInt16? {
    guard index + 4 <= raw.count else { return nil }
    var unit: UInt16 = 0
    for byte in raw[index..<(index + 4)] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}
