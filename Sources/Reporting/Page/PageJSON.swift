// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText

/// JSON inside of a page: no text can end the element that contains it. Written by hand, because a page contains a
/// megabyte of it.
struct PageJSON {
  private(set) var bytes: [UInt8] = []
  /// Whether the next member or element needs a comma before it.
  private var needsComma = false

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func object(_ body: (inout PageJSON) -> Void) { nest("{", "}", body) }

  mutating func array(_ body: (inout PageJSON) -> Void) { nest("[", "]", body) }

  mutating func array<Element>(_ elements: some Sequence<Element>, _ body: (inout PageJSON, Element) -> Void) {
    array { json in for element in elements { body(&json, element) } }
  }

  /// - Parameter name: a constant without characters that need an escape.
  mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes += name.description.utf8
    bytes += "\":".utf8
    needsComma = false
  }

  mutating func key(_ number: Int) {
    separate()
    bytes += "\"\(number)\":".utf8
    needsComma = false
  }

  mutating func value(_ number: Int) {
    separate()
    bytes += String(number).utf8
  }

  mutating func value(_ flag: Bool) {
    separate()
    bytes += (flag ? "true" : "false").utf8
  }

  /// - Parameter rendered: a rendering of ``HostileText``, or a trusted text.
  mutating func value(_ rendered: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for byte in rendered.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += "\\\"".utf8
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case UInt8(ascii: "<"): bytes += "\\u003c".utf8
      case UInt8(ascii: ">"): bytes += "\\u003e".utf8
      case UInt8(ascii: "&"): bytes += "\\u0026".utf8
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case 0..<0x20: break
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func member(_ name: StaticString, _ number: Int) {
    key(name)
    value(number)
  }

  /// Writes a member, or nothing for a missing text.
  mutating func member(_ name: StaticString, _ rendered: String?) {
    guard let rendered else { return }
    key(name)
    value(rendered)
  }

  private mutating func nest(_ start: String, _ end: String, _ body: (inout PageJSON) -> Void) {
    separate()
    bytes += start.utf8
    needsComma = false
    body(&self)
    bytes += end.utf8
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }
}

/// A line of code in the page's form, and the positions of its columns.
struct PageLine {
  /// The maximum number of bytes of a line that are shown.
  private static let limit = 400

  let text: String

  init(_ line: Substring) {
    text = Self.rendered(line)
  }

  /// - Returns: half-open ranges in UTF-16 units, of 1-based columns in UTF-8 bytes.
  static func offsets(_ columns: ClosedRange<Int>, in line: Substring) -> (from: Int, to: Int) {
    (offset(columns.lowerBound, in: line), offset(columns.upperBound, in: line))
  }

  private static func offset(_ column: Int, in line: Substring) -> Int {
    let bytes = line.utf8
    let end = bytes.index(bytes.startIndex, offsetBy: max(0, min(column - 1, bytes.count)))
    return rendered(line[..<end]).utf16.count
  }

  private static func rendered(_ line: Substring) -> String {
    if line.utf8.count <= limit, line.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) { return String(line) }
    return HostileText(line.replacing("\t", with: "    ")).line(limit: limit, spacing: .kept)
  }
}
