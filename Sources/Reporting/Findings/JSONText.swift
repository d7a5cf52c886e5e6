// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText

/// JSON that is written in the order of its members, without keeping their values: for lists of a hundred thousand
/// findings, for each of which Foundation's encoder would keep a dictionary, and for the megabyte of a page.
///
/// The caller writes the members in the order of their keys, and receives the text in parts.
struct JSONText {
  private enum Position {
    /// The start of the text, or after a key.
    case value
    /// The first member or element of an object or array.
    case first
    case next
  }

  /// The size of a part in bytes: small enough for the processor's cache.
  private static let partSize = 128 << 10

  private(set) var bytes: [UInt8] = []
  /// Receives the parts of the text; `nil` for JSON inside of a page.
  private let write: (([UInt8]) throws -> Void)?
  private var failure: (any Error)?
  private var depth = 0
  /// A line break, and the indentation of the deepest text. A constant of the program, because each name and each value follows one,
  /// and an array would be retained and released for it.
  private static let indentation: StaticString = "\n                                                                "
  private var position = Position.value

  /// Writes with the layout of Foundation's encoder: pretty-printed, sorted keys, unescaped slashes.
  ///
  /// - Parameter write: receives the parts of the text, in UTF-8. After an error it is not called again.
  init(to write: @escaping ([UInt8]) throws -> Void) {
    self.write = write
  }

  /// Collects JSON for a page, without white space: no text in it can end the element that contains it.
  init() {
    write = nil
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes the last part, with a line break at its end.
  ///
  /// - Throws: the first error of `write`.
  mutating func end() throws {
    bytes.append(UInt8(ascii: "\n"))
    flush()
    if let failure { throw failure }
  }

  private mutating func flush() {
    guard let write, failure == nil else { return }
    do {
      try write(bytes)
    } catch {
      failure = error
    }
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func object(_ body: (inout JSONText) -> Void) { nest(UInt8(ascii: "{"), UInt8(ascii: "}"), body) }

  mutating func array(_ body: (inout JSONText) -> Void) { nest(UInt8(ascii: "["), UInt8(ascii: "]"), body) }

  mutating func array<Element>(_ elements: some Sequence<Element>, _ body: (inout JSONText, Element) -> Void) {
    array { json in
      for element in elements {
        body(&json, element)
        if json.bytes.count >= Self.partSize { json.flush() }
      }
    }
  }

  /// - Parameter name: a name without characters that need an escape.
  mutating func key(_ name: StaticString) {
    beginKey()
    append(name)
    endKey()
  }

  mutating func key(_ number: Int) {
    beginKey()
    append(number)
    endKey()
  }

  private mutating func beginKey() {
    if position == .next { bytes.append(UInt8(ascii: ",")) }
    breakLine()
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func endKey() {
    append(write == nil ? "\":" : "\" : ")
    position = .value
  }

  private mutating func breakLine() {
    guard write != nil else { return }
    bytes += UnsafeBufferPointer(start: Self.indentation.utf8Start, count: 1 + 2 * depth)
  }

  private mutating func append(_ text: StaticString) {
    bytes += UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  /// Writes members after another one, which `body` writes only once: a long list repeats many.
  ///
  /// - Parameter kept: receives their text; for members that are written at the same depth.
  mutating func members(keptIn kept: inout [UInt8]?, _ body: (inout JSONText) -> Void) {
    if let kept {
      bytes += kept
    } else {
      let start = bytes.count
      body(&self)
      kept = Array(bytes[start...])
    }
  }

  mutating func object(_ name: StaticString, _ body: (inout JSONText) -> Void) {
    key(name)
    object(body)
  }

  mutating func array<Element>(
    _ name: StaticString, _ elements: some Sequence<Element>, _ body: (inout JSONText, Element) -> Void
  ) {
    key(name)
    array(elements, body)
  }

  /// Writes a member, or nothing for a missing text.
  mutating func member(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    key(name)
    value(text)
  }

  mutating func member(_ name: StaticString, _ number: Int) {
    key(name)
    value(number)
  }

  mutating func member(_ name: StaticString, _ flag: Bool) {
    key(name)
    value(flag)
  }

  mutating func value(_ number: Int) {
    begin()
    append(number)
  }

  private mutating func append(_ number: Int) {
    // Contiguous bytes are appended at once.
    var text = String(number)
    text.withUTF8 { bytes += $0 }
  }

  mutating func value(_ flag: Bool) {
    begin()
    append(flag ? "true" : "false")
  }

  /// - Parameter text: in a page a rendering of ``HostileText``, or a trusted text.
  mutating func value(_ text: String) {
    begin()
    bytes.append(UInt8(ascii: "\""))
    // A copy, because `withUTF8` first makes a bridged string contiguous.
    var text = text
    text.withUTF8 { append(escaping: $0) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a member whose value is a text of the code under review, on one line.
  ///
  /// - Parameter limit: as for ``HostileText/line(limit:spacing:)``.
  mutating func member(_ name: StaticString, onOneLine text: String, limit: Int) {
    key(name)
    // The rendering of most texts is the text: it is written without a string in between.
    var plain = text
    let isWritten = plain.withUTF8 { text in
      guard HostileText.isPlain(text, limit: limit) else { return false }
      begin()
      bytes.append(UInt8(ascii: "\""))
      append(escaping: text)
      bytes.append(UInt8(ascii: "\""))
      return true
    }
    if !isWritten { value(HostileText(text).line(limit: limit)) }
  }

  private mutating func append(escaping text: UnsafeBufferPointer<UInt8>) {
    // No early exit, because a loop without one is vectorized.
    var escaped: UInt8 = 0
    for byte in text {
      let isEscaped =
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "<")
        || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "&")
      escaped |= isEscaped ? 1 : 0
    }
    if escaped > 0 { escape(text) } else { bytes += text }
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
      case 0..<0x20: escape(byte)
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"):
        if write == nil { escape(byte) } else { bytes.append(byte) }
      default: bytes.append(byte)
      }
    }
  }

  private mutating func escape(_ byte: UInt8) {
    bytes += "\\u00".utf8
    for digit in [byte >> 4, byte & 15] { bytes.append(Array("0123456789abcdef".utf8)[Int(digit)]) }
  }

  private mutating func nest(_ start: UInt8, _ end: UInt8, _ body: (inout JSONText) -> Void) {
    begin()
    bytes.append(start)
    depth += 1
    precondition(1 + 2 * depth <= Self.indentation.utf8CodeUnitCount, "the text is too deep")
    position = .first
    body(&self)
    depth -= 1
    // Foundation breaks the line twice where there is nothing.
    if position == .first, write != nil { bytes.append(UInt8(ascii: "\n")) }
    breakLine()
    bytes.append(end)
    position = .next
  }

  /// Separates a member or an element from the one before.
  private mutating func begin() {
    switch position {
    case .value: break
    case .first: breakLine()
    case .next:
      bytes.append(UInt8(ascii: ","))
      breakLine()
    }
    position = .next
  }
}
