// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The bytes of a secret in one form, to be found in a text.
struct SecretNeedle: Sendable {
  let bytes: [UInt8]
  /// Whether what follows can hold the last bits of the secret, as in base64.
  private let isOpen: Bool

  /// The secret itself, and the parts of its base64 forms that are the same whatever stands before and behind it.
  static func all(of secret: String) -> [SecretNeedle] {
    let bytes = Array(secret.utf8)
    var needles = [SecretNeedle(bytes: bytes, isOpen: false)]
    // Three bytes are four digits: where in such a group the secret begins decides how it looks.
    for before in 0..<3 {
      let digits = Data(Array(repeating: 0, count: before) + bytes).base64EncodedString().utf8.filter { $0 != equals }
      let count = (before + bytes.count) * 8 / 6
      let isOpen = (before + bytes.count) % 3 != 0
      let stable = Array(digits.prefix(count).dropFirst((before * 8 + 5) / 6))
      needles.append(SecretNeedle(bytes: stable, isOpen: isOpen))
      let safe = stable.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == slash ? UInt8(ascii: "_") : $0 }
      if safe != stable { needles.append(SecretNeedle(bytes: safe, isOpen: isOpen)) }
    }
    return needles
  }

  /// The most bytes that it can take in a text: each written as `\u00xx`, and what base64 adds.
  var longestForm: Int { bytes.count * 6 + 3 }

  /// Where it ends, when it begins at a position.
  func end(in text: [UInt8], at start: Int) -> Int? {
    var position = start
    for byte in bytes {
      guard let length = Self.length(of: byte, in: text, at: position) else { return nil }
      position += length
    }
    guard isOpen else { return position }
    if position < text.count, Self.isDigit(text[position]) { position += 1 }
    for _ in 0..<2 where position < text.count && text[position] == Self.equals { position += 1 }
    return position
  }

  /// How many bytes of the text stand for one of the secret: itself, `%xx`, or an escape of JSON.
  private static func length(of byte: UInt8, in text: [UInt8], at position: Int) -> Int? {
    guard position < text.count else { return nil }
    let found = text[position]
    if found == UInt8(ascii: "%"), value(of: text, position + 1, digits: 2) == Int(byte) { return 3 }
    if found == backslash, position + 1 < text.count {
      let next = text[position + 1]
      if next == UInt8(ascii: "u"), value(of: text, position + 2, digits: 4) == Int(byte) { return 6 }
      if next == letter(of: byte) || next == byte && !isLetterOrDigit(byte) { return 2 }
    }
    return found == byte ? 1 : nil
  }

  /// The letter that escapes a byte.
  private static func letter(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\n"): UInt8(ascii: "n")
    case UInt8(ascii: "\r"): UInt8(ascii: "r")
    case UInt8(ascii: "\t"): UInt8(ascii: "t")
    default: nil
    }
  }

  private static func value(of text: [UInt8], _ start: Int, digits: Int) -> Int? {
    guard start + digits <= text.count, text[start] != UInt8(ascii: "+") else { return nil }
    return Int(String(decoding: text[start..<start + digits], as: UTF8.self), radix: 16)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || [UInt8(ascii: "+"), slash, UInt8(ascii: "-"), UInt8(ascii: "_")].contains(byte)
  }

  private static let equals = UInt8(ascii: "=")
  private static let slash = UInt8(ascii: "/")
  private static let backslash = UInt8(ascii: "\\")
}
