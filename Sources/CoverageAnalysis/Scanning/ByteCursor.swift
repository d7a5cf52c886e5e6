// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Reads bytes from front to back. No method reads behind the end.
///
/// The bytes belong to somebody else, who keeps them for as long as the cursor is used.
struct ByteCursor {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position >= bytes.count }

  /// The next byte, which stays the next.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Where the byte is next, at or after a place.
  func index(of byte: UInt8, from start: Int) -> Int? {
    guard start < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + start, CInt(byte), bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// Whether these bytes are next.
  func starts(with text: StaticString) -> Bool {
    starts(with: text, at: position)
  }

  func starts(with text: StaticString, at start: Int) -> Bool {
    guard let base = bytes.baseAddress, start >= 0, bytes.count - start >= text.utf8CodeUnitCount else { return false }
    return memcmp(base + start, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  /// Reads digits up to the first byte that is none; `nil` without a digit. What is over 2^64-1 becomes that.
  mutating func digits() -> UInt64? {
    let start = position
    var value: UInt64 = 0
    while position < bytes.count {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      position += 1
      // Up to 18 digits nothing can overflow.
      if position - start <= 18 {
        value = value &* 10 &+ UInt64(digit)
      } else {
        let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
        let (sum, isStillTooLarge) = product.addingReportingOverflow(UInt64(digit))
        value = isTooLarge || isStillTooLarge || value == .max ? .max : sum
      }
    }
    return position > start ? value : nil
  }

  /// What is next, for a message: a few printable characters.
  func excerpt(at start: Int) -> String {
    guard start < bytes.count else { return "the end of the file" }
    let shown = bytes[start...].prefix(24).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return shown.isEmpty ? "the end of the line" : "'\(String(decoding: shown, as: UTF8.self).printable(24))'"
  }

  func fault(_ kind: ScanFault.Kind = .malformed, at offset: Int? = nil, _ message: String) -> ScanFault {
    ScanFault(kind: kind, offset: offset ?? position, message: message)
  }

  /// Something else is next than what is expected.
  func expected(_ what: String, at offset: Int? = nil) -> ScanFault {
    let offset = offset ?? position
    return fault(
      offset < bytes.count ? .malformed : .truncated, at: offset, "\(what) is expected, not \(excerpt(at: offset))")
  }
}

extension String {
  /// The first characters, without those that a terminal or a log would take for something else.
  func printable(_ count: Int) -> String {
    unicodeScalars.prefix(count).map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: "\u{fffd}"
      default: String(scalar)
      }
    }.joined()
  }
}
