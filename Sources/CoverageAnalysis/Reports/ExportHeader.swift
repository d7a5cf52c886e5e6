// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What an export of llvm-cov says of itself, which it does at its end.
struct ExportHeader {
  private var type: String?
  private var version: String?

  var isComplete: Bool { type != nil && version != nil }

  /// Reads the value if the key is one of ours.
  mutating func take(_ key: JSONString, _ cursor: inout JSONCursor) throws(ScanFault) -> Bool {
    if key == "type" {
      let start = cursor.bytes.position
      let type = try Self.word(&cursor, "the export's type")
      guard type == LLVMExport.type else {
        throw cursor.bytes.fault(
          .unknownVersion, at: start, "the type is '\(type.printable(80))', not \(LLVMExport.type)")
      }
      self.type = type
    } else if key == "version" {
      let start = cursor.bytes.position
      let version = try Self.word(&cursor, "the export's version")
      let major = version.prefix { $0 != "." }
      guard major == "2" || major == "3" else {
        throw cursor.bytes.fault(
          .unknownVersion, at: start, "the format has version '\(version.printable(20))', not 2 or 3")
      }
      self.version = version
    } else {
      return false
    }
    return true
  }

  /// - Throws: ``ScanFault`` when the report says nothing of itself.
  func check(at end: Int) throws(ScanFault) {
    if isComplete { return }
    throw ScanFault(
      kind: .unknownVersion, offset: end,
      message: "there is no \(type == nil ? "type" : "version") in it, which llvm-cov's export has")
  }

  private static func word(_ cursor: inout JSONCursor, _ what: String) throws(ScanFault) -> String {
    let string = try cursor.string("\(what) in quotation marks")
    guard let text = string.text else { throw cursor.bytes.expected(what) }
    return text
  }

  /// What stands behind the last bracket of the report, `],"type":…,"version":…}`; `nil` when something else does.
  static func atEnd(of bytes: UnsafeBufferPointer<UInt8>) throws(ScanFault) -> ExportHeader? {
    guard let bracket = bytes.suffix(400).lastIndex(of: UInt8(ascii: "]")) else { return nil }
    var cursor = JSONCursor(bytes, at: bracket + 1)
    var header = ExportHeader()
    while cursor.take(UInt8(ascii: ",")) {
      guard let key = try? cursor.string(""), cursor.take(UInt8(ascii: ":")) else { return nil }
      cursor.skipSpace()
      guard cursor.bytes.next == UInt8(ascii: "\"") else { return nil }
      let isOurs = try header.take(key, &cursor)
      if !isOurs { try cursor.skipValue() }
    }
    guard cursor.take(UInt8(ascii: "}")) else { return nil }
    cursor.skipSpace()
    return cursor.bytes.isAtEnd ? header : nil
  }
}
