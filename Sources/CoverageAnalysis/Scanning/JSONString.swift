// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The bytes between the quotation marks of a string. They are valid for as long as the report is open.
struct JSONString {
  let raw: UnsafeBufferPointer<UInt8>
  let hasEscapes: Bool

  static func == (string: JSONString, text: StaticString) -> Bool {
    string.raw.count == text.utf8CodeUnitCount && ByteCursor(string.raw).starts(with: text)
  }

  /// `nil` when an escape is malformed. Bytes that are not UTF-8 become U+FFFD.
  var text: String? {
    guard hasEscapes else { return String(decoding: raw, as: UTF8.self) }
    let quoted = Data([UInt8(ascii: "\"")] + raw + [UInt8(ascii: "\"")])
    // Escapes are rare, and Foundation knows them all.
    return try? JSONDecoder().decode(String.self, from: quoted)
  }
}
