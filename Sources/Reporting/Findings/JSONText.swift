// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText

/// JSON that is written in the order of its members, without keeping their values: for lists of a hundred thousand
/// findings, for each of which Foundation's encoder would keep a dictionary, and for the megabyte of a page.
///
/// The caller writes the members in the order of their keys, and receives the text in parts.
struct JSONText: ~Copyable {
  fileprivate enum Position {
    /// The start of the text, or after a key.
    case value
    /// The first member or element of an object or array.
    case first
    case next
  }

  /// The size of a part in bytes: small enough for the processor's cache.
  private static let partSize = 128 << 10

  private var bytes = JSONBytes()
  /// Receives the parts of the text; `nil` for JSON inside of a page.
  private let write: ((UnsafeBufferPointer<UInt8>) throws -> Void)?
  private var failure: (any Error)?
  private var depth = 0
  /// A line break, and the indentation of the deepest text. A constant of the program, because each name and each value follows one,
  /// and an array would be retained and released for it.
  private static let indentation: StaticString = "\n                                                                "
  private var position = Position.value

  /// Writes with the layout of Foundation's encoder: pretty-printed, sorted keys, unescaped slashes.
  ///
  /// - Parameter write: receives the parts of the text, in UTF-8. After an error it is not called again.
  init(to write: @escaping (UnsafeBufferPointer<UInt8>) throws -> Void) {
    self.write = write
  }

  /// Collects JSON for a page, without white space: no text in it can end the element that contains it.
  init() {
    write = nil
  }

  var text: String { String(decoding: bytes.all, as: UTF8.self) }

  /// The number of bytes that are not written yet.
  var byteCount: Int { bytes.count }

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
      try write(bytes.all)
    } catch {
      failure = error
    }
    bytes.removeAll()
  }

  mutating func object(_ body: (inout JSONText) -> Void) { nest(UInt8(ascii: "{"), UInt8(ascii: "}"), body) }

  mutating func array(_ body: (inout JSONText) -> Void) { nest(UInt8(ascii: "["), UInt8(ascii: "]"), body) }

  // Inlined, because unspecialized code would look up the metadata of the sequence for each element.
  @inline(__always)
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
    bytes.append(name)
    endKey()
  }

  mutating func key(_ number: Int) {
    beginKey()
    bytes.append(number)
    endKey()
  }

  private mutating func beginKey() {
    begin()
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func endKey() {
    bytes.append(write == nil ? "\":" : "\" : ")
    position = .value
  }

  private mutating func breakLine() {
    guard write != nil else { return }
    bytes.append(Self.indentation.utf8Start, count: 1 + 2 * depth)
  }

  /// The text of members that many objects have.
  struct Members {
    fileprivate let text: [UInt8]
    /// After the text, which can end with a key.
    fileprivate let position: Position
  }

  /// Writes members that `body` writes only once: a long list repeats many.
  ///
  /// - Parameters:
  ///   - kept: receives their text; for members that are written at the same depth, always as the first ones or never.
  ///   - body: may write the key of one more member, whose value follows.
  mutating func members(keptIn kept: inout Members?, _ body: (inout JSONText) -> Void) {
    if let kept {
      kept.text.withUnsafeBufferPointer { bytes.append($0) }
      position = kept.position
    } else {
      let start = bytes.count
      body(&self)
      kept = Members(text: Array(bytes.all[start...]), position: position)
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
    bytes.append(number)
  }

  mutating func value(_ flag: Bool) {
    begin()
    bytes.append(flag ? "true" : "false")
  }

  /// - Parameter text: in a page a rendering of ``HostileText``, or a trusted text.
  mutating func value(_ text: String) {
    begin()
    bytes.append(UInt8(ascii: "\""))
    // A copy, because `withUTF8` first makes a bridged string contiguous.
    var text = text
    text.withUTF8 { append($0, TextTraits(of: $0)) }
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
      guard text.count <= limit else { return false }
      let traits = TextTraits(of: text)
      guard HostileText.isPlain(traits) else { return false }
      begin()
      bytes.append(UInt8(ascii: "\""))
      append(text, traits)
      bytes.append(UInt8(ascii: "\""))
      return true
    }
    if !isWritten { value(HostileText(text).line(limit: limit)) }
  }

  private mutating func append(_ text: UnsafeBufferPointer<UInt8>, _ traits: TextTraits) {
    let escaped: TextTraits = write == nil ? [.jsonEscapes, .markup] : .jsonEscapes
    if traits.isDisjoint(with: escaped) { bytes.append(text) } else { escape(text) }
  }

  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""): bytes.append("\\\"")
      case UInt8(ascii: "\\"): bytes.append("\\\\")
      case 0x08: bytes.append("\\b")
      case 0x09: bytes.append("\\t")
      case 0x0a: bytes.append("\\n")
      case 0x0c: bytes.append("\\f")
      case 0x0d: bytes.append("\\r")
      case 0..<0x20: escape(byte)
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"):
        if write == nil { escape(byte) } else { bytes.append(byte) }
      default: bytes.append(byte)
      }
    }
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append("\\u00")
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
