// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Reads bytes from front to back. No method reads past the end.
///
/// The caller owns the bytes, and keeps them as long as the cursor is used.
package struct ByteCursor {
  package let bytes: UnsafeBufferPointer<UInt8>
  package var position = 0

  @inlinable
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  @inlinable package var isAtEnd: Bool { position >= bytes.count }

  /// The next byte, without advancing.
  @inlinable package var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Returns the index of the next occurrence of a byte at or after a position.
  @inlinable
  package func index(of byte: UInt8, from start: Int) -> Int? {
    guard start < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + start, CInt(byte), bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// Returns whether these bytes are next.
  @inlinable
  package func starts(with text: StaticString) -> Bool {
    starts(with: text, at: position)
  }

  @inlinable
  package func starts(with text: StaticString, at start: Int) -> Bool {
    guard let base = bytes.baseAddress, start >= 0, bytes.count - start >= text.utf8CodeUnitCount else { return false }
    return memcmp(base + start, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  /// Reads digits up to the first other byte; `nil` without a digit. Larger numbers become 2^64-1.
  @inlinable
  package mutating func digits() -> UInt64? {
    let start = position
    var end = start
    var value: UInt64 = 0
    while end < bytes.count {
      let digit = bytes[end] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      end += 1
      // Up to 18 digits cannot overflow.
      if end - start <= 18 {
        value = value &* 10 &+ UInt64(digit)
      } else {
        let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
        let (sum, isStillTooLarge) = product.addingReportingOverflow(UInt64(digit))
        value = isTooLarge || isStillTooLarge || value == .max ? .max : sum
      }
    }
    position = end
    return end > start ? value : nil
  }

  /// Returns the next bytes for a message: at most 24, of one line, without hidden scalars.
  package func excerpt(at start: Int) -> String {
    guard start < bytes.count else { return "the end of the file" }
    let shown = bytes[start...].prefix(24).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return shown.isEmpty ? "the end of the line" : "'\(HostileText(decoding: shown).line(spacing: .kept))'"
  }

  package func fault(_ kind: ScanFault.Kind = .malformed, at offset: Int? = nil, _ message: String) -> ScanFault {
    ScanFault(kind: kind, offset: offset ?? position, message: message)
  }

  /// Returns the fault for unexpected bytes.
  package func expected(_ what: String, at offset: Int? = nil) -> ScanFault {
    let offset = offset ?? position
    return fault(
      offset < bytes.count ? .malformed : .truncated, at: offset, "\(what) is expected, not \(excerpt(at: offset))")
  }
}

/// Loads eight bytes as one number: finding a byte this way is several times as fast as comparing each.
package struct ByteWords {
  @usableFromInline let base: UnsafeRawPointer
  package let count: Int

  /// Fails for no bytes.
  @inlinable
  package init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return nil }
    self.base = UnsafeRawPointer(base)
    count = bytes.count
  }

  /// Returns the bytes from `offset`, the first in the lowest bits. There must be eight of them.
  @inlinable
  @inline(__always)
  package func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Returns the highest bit of each byte of the word that equals the given one.
  @inlinable
  @inline(__always)
  package static func matches(_ word: UInt64, _ byte: UInt8) -> UInt64 {
    let low: UInt64 = 0x7f7f_7f7f_7f7f_7f7f
    let difference = word ^ (0x0101_0101_0101_0101 &* UInt64(byte))
    return ~(((difference & low) &+ low) | difference | low)
  }
}

extension ByteCursor {
  /// Advances to the next occurrence of the text, or to the end; returns whether it was found. The text has two bytes
  /// or more.
  package mutating func find(_ text: StaticString) -> Bool {
    guard let words = ByteWords(bytes) else { return false }
    let (first, second) = (text.utf8Start[0], text.utf8Start[1])
    while position < words.count {
      if words.count - position > 8 {
        let found =
          ByteWords.matches(words.word(at: position), first)
          & ByteWords.matches(words.word(at: position + 1), second)
        if found == 0 {
          position += 8
          continue
        }
        position += found.trailingZeroBitCount / 8
      }
      if starts(with: text) { return true }
      position += 1
    }
    return false
  }
}

/// An error in a text, with its position.
package struct ScanFault: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case malformed
    /// The text ends in the middle.
    case truncated
    case unknownVersion
    case tooLarge
  }

  package let kind: Kind
  /// In bytes from the start of the text.
  package let offset: Int
  /// The defect, as a sentence without a full stop.
  package let message: String

  package init(kind: Kind, offset: Int, message: String) {
    self.kind = kind
    self.offset = offset
    self.message = message
  }
}
