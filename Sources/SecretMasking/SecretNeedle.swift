// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The bytes of a secret in one form, to be searched in a text. Line breaks are not part of it: it is found with and
/// without them.
struct SecretNeedle: Sendable {
  enum Match: Equatable {
    case whole(end: Int)
    /// The text ends before the needle does, after this number of its bytes.
    case open(matched: Int)

    var isOpen: Bool { if case .open = self { true } else { false } }
  }

  private enum Form {
    case plain
    /// Whether the next character can contain the last bits of the secret.
    case base64(isOpen: Bool)
    /// In upper or lower case, also with separators between bytes.
    case hexadecimal

    var isHexadecimal: Bool { if case .hexadecimal = self { true } else { false } }
  }

  let bytes: [UInt8]
  private let form: Form

  private init(bytes: [UInt8], _ form: Form = .plain) {
    self.bytes = bytes
    self.form = form
  }

  /// The first characters of escapes.
  static let escapes = [percent, backslash, ampersand, equals]
  /// The minimum length in bytes of lines of a key, each of which can appear alone.
  private static let shortestLine = 16
  /// The maximum number of missing bytes when a text begins with the rest of a secret.
  private static let longestMissing = 256
  /// The maximum number of spaces and line ends between two bytes of a secret.
  private static let longestBreak = 64
  /// The maximum number of characters between two bytes in hexadecimal: `, 0x`.
  private static let longestSeparator = 4

  /// Returns the secret itself, its lines when it has several, its hexadecimal form, and the parts of its base64 forms
  /// that do not depend on the text before and after it.
  static func all(of secret: String) -> [SecretNeedle] {
    let bytes = Array(secret.utf8)
    let lines = bytes.split { $0 == newline || $0 == carriageReturn }
    let plain = lines.flatMap(\.self)
    guard !plain.isEmpty else { return [] }
    var needles = [
      SecretNeedle(bytes: plain),
      SecretNeedle(
        bytes: plain.flatMap { [hexadecimalDigits[Int($0 >> 4)], hexadecimalDigits[Int($0 & 0xf)]] }, .hexadecimal),
    ]
    if lines.count > 1 {
      // The first and last line of a PEM key are not secret, and the lines between are secret without them too.
      let inner = lines.filter { !$0.starts(with: "-----".utf8) }
      needles += (inner + [inner.flatMap(\.self)[...]]).filter { $0.count >= shortestLine }
        .map { SecretNeedle(bytes: Array($0)) }
    }
    // Three bytes are four digits: the position of the secret in such a group determines its encoding.
    for before in 0..<3 {
      let digits = Data(Array(repeating: 0, count: before) + bytes).base64EncodedString().utf8.filter { $0 != equals }
      let count = (before + bytes.count) * 8 / 6
      let isOpen = (before + bytes.count) % 3 != 0
      let stable = Array(digits.prefix(count).dropFirst((before * 8 + 5) / 6))
      needles.append(SecretNeedle(bytes: stable, .base64(isOpen: isOpen)))
      let safe = stable.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == slash ? UInt8(ascii: "_") : $0 }
      if safe != stable { needles.append(SecretNeedle(bytes: safe, .base64(isOpen: isOpen))) }
    }
    return needles
  }

  /// The maximum length in bytes in a text without line breaks: each byte written as `\u00xx` or `&#x00xx;`, plus the
  /// overhead of base64.
  var longestForm: Int { bytes.count * 8 + 3 }

  /// The first bytes of its unescaped forms.
  var firstBytes: Set<UInt8> {
    let first = bytes[0]
    return form.isHexadecimal ? [first, Self.uppercase(first)] : [first]
  }

  /// Returns the match at a position, which is open if the text ends before the needle.
  ///
  /// - Parameter first: the index of the first byte to compare.
  func match(in text: [UInt8], at start: Int, from first: Int = 0) -> Match? {
    var position = start
    for index in first..<bytes.count {
      var length = length(of: bytes[index], in: text, at: position)
      if length == nil, index > first, let next = Self.endOfBreak(in: text, at: position) {
        position = next
        length = self.length(of: bytes[index], in: text, at: position)
      }
      if length == nil, form.isHexadecimal, index > first, index.isMultiple(of: 2) {
        position = Self.endOfSeparator(in: text, at: position)
        length = self.length(of: bytes[index], in: text, at: position)
      }
      guard let length else { return position == text.count && index > first ? .open(matched: index - first) : nil }
      position += length
    }
    guard case .base64(isOpen: true) = form else { return .whole(end: position) }
    if position < text.count, Self.isDigit(text[position]) { position += 1 }
    for _ in 0..<2 where position < text.count && text[position] == Self.equals { position += 1 }
    return .whole(end: position)
  }

  /// Returns the end of the needle when the text begins in the middle of it, as in output that was cut.
  func endOfRest(in text: [UInt8]) -> Int? {
    let last = min(bytes.count - SecretMask.shortestSecret, Self.longestMissing)
    guard last >= 1 else { return nil }
    for first in 1...last where bytes[first] == text[0] || bytes[first] == Self.lowercase(text[0]) {
      if case .whole(let end) = match(in: text, at: 0, from: first) { return end }
    }
    return nil
  }

  private func length(of byte: UInt8, in text: [UInt8], at position: Int) -> Int? {
    guard form.isHexadecimal else { return Self.length(of: byte, in: text, at: position) }
    return position < text.count && Self.lowercase(text[position]) == byte ? 1 : nil
  }

  /// Returns the length of one byte of the secret in the text: itself, `%xx`, `=xx`, or an escape of JSON, Markdown, C or
  /// HTML.
  private static func length(of byte: UInt8, in text: [UInt8], at position: Int) -> Int? {
    guard position < text.count else { return nil }
    let found = text[position]
    switch found {
    case percent,
      equals where value(of: text, position + 1, digits: 2) == Int(byte):
      return 3
    case backslash where position + 1 < text.count:
      let next = text[position + 1]
      if next == UInt8(ascii: "u"), value(of: text, position + 2, digits: 4) == Int(byte) { return 6 }
      if next == UInt8(ascii: "x"), value(of: text, position + 2, digits: 2) == Int(byte) { return 4 }
      if next == UInt8(ascii: "t"), byte == tabulator { return 2 }
      if next == byte, !isLetterOrDigit(byte) { return 2 }
    case ampersand: if let length = entityLength(of: byte, in: text, at: position) { return length }
    default: break
    }
    return found == byte ? 1 : nil
  }

  /// `&amp;`, `&#38;`, `&#x26;`
  private static func entityLength(of byte: UInt8, in text: [UInt8], at position: Int) -> Int? {
    guard let end = text[position...].prefix(9).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: text[(position + 1)..<end], as: UTF8.self).lowercased()
    let value: Int? =
      if name.hasPrefix("#x") { Int(name.dropFirst(2), radix: 16) } else if name.hasPrefix("#") {
        Int(name.dropFirst())
      } else { entities[name].map { Int($0) } }
    return value == Int(byte) ? end + 1 - position : nil
  }

  /// Returns the position after a line break and the spaces around it; the break may be written as an escape.
  private static func endOfBreak(in text: [UInt8], at start: Int) -> Int? {
    var position = start
    var isBroken = false
    while position < text.count, position - start < longestBreak {
      switch text[position] {
      case newline, carriageReturn: isBroken = true
      case UInt8(ascii: " "), tabulator: break
      case backslash where position + 1 < text.count && "nrt".utf8.contains(text[position + 1]):
        isBroken = isBroken || text[position + 1] != UInt8(ascii: "t")
        position += 1
      // A soft line break of quoted-printable text.
      case equals where position + 1 < text.count && [newline, carriageReturn].contains(text[position + 1]): break
      default: return isBroken ? position : nil
      }
      position += 1
    }
    return isBroken ? position : nil
  }

  /// Returns the position after what separates two bytes in hexadecimal, such as `:`, a space, `, 0x` or `\\x`.
  private static func endOfSeparator(in text: [UInt8], at start: Int) -> Int {
    var position = start
    while position < text.count, position - start < longestSeparator, separators.contains(text[position]) {
      position += 1
      let isZero = text[position - 1] == UInt8(ascii: "0")
      if isZero, position == text.count || lowercase(text[position]) != UInt8(ascii: "x") { return position - 1 }
    }
    return position
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  private static func uppercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte & ~0x20 : byte
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

  private static let entities = [
    "amp": ampersand, "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"), "quot": UInt8(ascii: "\""),
    "apos": UInt8(ascii: "'"),
  ]
  private static let hexadecimalDigits = Array("0123456789abcdef".utf8)
  private static let separators = Set(" :-,0xX\\".utf8)
  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let tabulator = UInt8(ascii: "\t")
  private static let equals = UInt8(ascii: "=")
  private static let slash = UInt8(ascii: "/")
  private static let percent = UInt8(ascii: "%")
  private static let backslash = UInt8(ascii: "\\")
  private static let ampersand = UInt8(ascii: "&")
}
