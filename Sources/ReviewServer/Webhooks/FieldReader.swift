// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText

/// Reads a JSON object in one pass, and keeps the values at the wanted paths.
///
/// The whole text is validated, so that a truncated body is not taken for a complete one. No values are created for the
/// rest, which is nearly all of a delivery.
struct FieldReader {
  /// The same as in Foundation's decoder; deeper than any delivery.
  private static let deepest = 512

  private var values: [String: Fields.Value] = [:]

  /// The values at the wanted paths of an object. Of duplicate members the last counts.
  static func values(_ wanted: WantedPaths, in body: [UInt8]) throws(ScanFault) -> [String: Fields.Value] {
    let result = body.withUnsafeBufferPointer { bytes -> Result<[String: Fields.Value], ScanFault> in
      var (reader, cursor) = (FieldReader(), JSONCursor(bytes))
      do throws(ScanFault) {
        guard (try? UTF8Span(validating: bytes.span)) != nil else { throw cursor.bytes.expected("UTF-8") }
        try reader.object(&cursor, wanted, depth: 1)
        try cursor.expectEnd()
        return .success(reader.values)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private mutating func object(_ cursor: inout JSONCursor, _ wanted: WantedPaths?, depth: Int) throws(ScanFault) {
    try Self.check(depth, cursor)
    try cursor.object("{") { (cursor, name) throws(ScanFault) in
      guard name.isValid else { throw cursor.bytes.fault(at: nil, "a name is not valid") }
      try value(&cursor, wanted.flatMap { wanted in name.text(limit: Fields.longestText).flatMap(wanted.below) }, depth)
    }
  }

  private mutating func value(_ cursor: inout JSONCursor, _ wanted: WantedPaths?, _ depth: Int) throws(ScanFault) {
    cursor.skipSpace()
    // A duplicate member replaces the earlier one, with everything below it.
    if let wanted, !values.isEmpty { forget(wanted) }
    switch cursor.bytes.next {
    case UInt8(ascii: "{"):
      keep(.other, wanted)
      try object(&cursor, wanted, depth: depth + 1)
    case UInt8(ascii: "["):
      keep(.other, wanted)
      try Self.check(depth + 1, cursor)
      try cursor.array("[") { (cursor) throws(ScanFault) in try value(&cursor, nil, depth + 1) }
    case UInt8(ascii: "\""):
      let string = try cursor.string("a string")
      guard string.isValid else { throw cursor.bytes.fault(at: nil, "a string is not valid") }
      if wanted?.path != nil, let text = string.text(limit: Fields.longestText) { keep(.text(text), wanted) }
    case UInt8(ascii: "t"), UInt8(ascii: "f"): keep(.flag(try cursor.boolean("true or false")), wanted)
    case UInt8(ascii: "n") where cursor.takeWord("null"): break
    default: keep(try Self.number(&cursor), wanted)
    }
  }

  private static func check(_ depth: Int, _ cursor: JSONCursor) throws(ScanFault) {
    guard depth <= deepest else { throw cursor.bytes.fault(at: nil, "more than \(deepest) brackets are open") }
  }

  private mutating func keep(_ value: Fields.Value, _ wanted: WantedPaths?) {
    if let path = wanted?.path { values[path] = value }
  }

  private mutating func forget(_ wanted: WantedPaths) {
    if let path = wanted.path { values[path] = nil }
    for deeper in wanted.all { forget(deeper) }
  }

  /// `number` for an integer that fits into `Int`, otherwise `other`.
  private static func number(_ cursor: inout JSONCursor) throws(ScanFault) -> Fields.Value {
    let start = cursor.bytes.position
    func digits() throws(ScanFault) { if cursor.bytes.digits() == nil { throw cursor.bytes.expected("a digit") } }
    if cursor.bytes.next == UInt8(ascii: "-") { cursor.bytes.position += 1 }
    // A number has no leading zeros.
    if cursor.bytes.next == UInt8(ascii: "0") { cursor.bytes.position += 1 } else { try digits() }
    let end = cursor.bytes.position
    if cursor.bytes.next == UInt8(ascii: ".") {
      cursor.bytes.position += 1
      try digits()
    }
    if cursor.bytes.next == UInt8(ascii: "e") || cursor.bytes.next == UInt8(ascii: "E") {
      cursor.bytes.position += 1
      if cursor.bytes.next == UInt8(ascii: "+") || cursor.bytes.next == UInt8(ascii: "-") { cursor.bytes.position += 1 }
      try digits()
    }
    guard cursor.bytes.position == end else { return .other }
    return Int(String(decoding: cursor.bytes.bytes[start..<end], as: UTF8.self)).map { .number($0) } ?? .other
  }
}
