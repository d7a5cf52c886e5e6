// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// JSON with the layout of Foundation's encoder: pretty-printed, sorted keys, unescaped slashes.
///
/// For lists of a hundred thousand findings, for each of which the encoder would keep a dictionary. The caller writes
/// the members in the order of their keys, and receives the text in parts.
struct JSONText {
  /// The size of a part in bytes.
  private static let partSize = 1 << 20

  private var bytes: [UInt8] = []
  private let write: (String) throws -> Void
  private var depth = 0
  /// Whether the next member or element is the first of its object or array.
  private var isFirst = true

  /// - Parameter write: receives the parts of the text.
  init(to write: @escaping (String) throws -> Void) {
    self.write = write
  }

  /// Writes the last part, with a line break at its end.
  mutating func end() throws {
    bytes.append(UInt8(ascii: "\n"))
    try flush()
  }

  private mutating func flush() throws {
    try write(String(decoding: bytes, as: UTF8.self))
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func object(_ body: (inout JSONText) throws -> Void) rethrows {
    try nest(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
  }

  /// - Throws: an error of `write` or of `body`.
  mutating func array<Element>(
    _ elements: some Sequence<Element>, _ body: (inout JSONText, Element) throws -> Void
  ) throws {
    try nest(UInt8(ascii: "["), UInt8(ascii: "]")) { json in
      for element in elements {
        json.separate()
        try body(&json, element)
        if json.bytes.count >= Self.partSize { try json.flush() }
      }
    }
  }

  /// - Parameter name: a name without characters that need an escape.
  mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes += UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    bytes += "\" : ".utf8
  }

  mutating func member(_ name: StaticString, _ text: String) {
    key(name)
    value(text)
  }

  mutating func member(_ name: StaticString, _ number: Int) {
    key(name)
    bytes += String(number).utf8
  }

  mutating func member(_ name: StaticString, _ flag: Bool) {
    key(name)
    bytes += (flag ? "true" : "false").utf8
  }

  mutating func value(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    // A copy, because `withUTF8` first makes a bridged string contiguous.
    var text = text
    text.withUTF8 { text in
      // No early exit, because a loop without one is vectorized.
      let escaped = text.reduce(0) { count, byte in
        let isEscaped = byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
        return count &+ (isEscaped ? 1 : 0)
      }
      if escaped > 0 { escape(text) } else { bytes += text }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""): bytes += "\\\"".utf8
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case 0x08: bytes += "\\b".utf8
      case 0x09: bytes += "\\t".utf8
      case 0x0a: bytes += "\\n".utf8
      case 0x0c: bytes += "\\f".utf8
      case 0x0d: bytes += "\\r".utf8
      case 0..<0x20:
        bytes += "\\u00".utf8
        for digit in [byte >> 4, byte & 15] { bytes.append(Array("0123456789abcdef".utf8)[Int(digit)]) }
      default: bytes.append(byte)
      }
    }
  }

  private mutating func nest(_ start: UInt8, _ end: UInt8, _ body: (inout JSONText) throws -> Void) rethrows {
    bytes.append(start)
    depth += 1
    isFirst = true
    bytes.append(UInt8(ascii: "\n"))
    try body(&self)
    depth -= 1
    isFirst = false
    breakLine()
    bytes.append(end)
  }

  private mutating func separate() {
    if isFirst {
      indent()
    } else {
      bytes.append(UInt8(ascii: ","))
      breakLine()
    }
    isFirst = false
  }

  private mutating func breakLine() {
    bytes.append(UInt8(ascii: "\n"))
    indent()
  }

  private mutating func indent() {
    for _ in 0..<(2 * depth) { bytes.append(UInt8(ascii: " ")) }
  }
}
