// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Identifies a finding by its message and the text of its line, not by its line number.
public enum Fingerprint {
  /// The number of digits of a fingerprint.
  package static let digits = 16

  /// Returns 16 hexadecimal digits of the SHA-256 of rule, path, the line's text without its indentation, and
  /// `occurrence`: the index among equal findings of the file, counted from 0.
  public static func make(rule: String, path: String, lineText: Substring, occurrence: Int) -> String {
    StoredFingerprint.digest(digest(rule: rule, path: path, lineText: lineText, occurrence: occurrence)).text
  }

  /// Returns the fingerprint as a number.
  package static func digest(rule: String, path: String, lineText: Substring, occurrence: Int) -> UInt64 {
    SHA256.hash(bytes(rule: rule, path: path, lineText: lineText, occurrence: occurrence)).prefix(digits / 2)
      .reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func bytes(rule: String, path: String, lineText: Substring, occurrence: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rule.utf8.count + path.utf8.count + lineText.utf8.count + 24)
    for part in [rule, path] {
      bytes += part.utf8
      bytes.append(0)
    }
    var lineText = lineText
    lineText.withUTF8 { text in
      let indentation = text.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
      bytes += UnsafeBufferPointer(rebasing: text[indentation...])
    }
    bytes.append(0)
    bytes += String(occurrence).utf8
    return bytes
  }
}

/// The fingerprint of a finding: a number instead of a text for which memory is allocated, because there can be
/// hundreds of thousands.
enum StoredFingerprint: Hashable, Sendable {
  case digest(UInt64)
  /// What is not a number in 16 lowercase digits.
  case other(String)

  init(_ text: String) {
    let digest = Fingerprint.isName(text, digits: Fingerprint.digits) ? UInt64(text, radix: 16) : nil
    self = digest.map { .digest($0) } ?? .other(text)
  }

  var digest: UInt64? {
    switch self {
    case .digest(let digest): digest
    case .other: nil
    }
  }

  var text: String {
    switch self {
    case .digest(let digest):
      String(unsafeUninitializedCapacity: Fingerprint.digits) { text in
        for index in 0..<Fingerprint.digits {
          let value = UInt8(truncatingIfNeeded: digest >> UInt64(4 * (Fingerprint.digits - 1 - index))) & 15
          text[index] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
        }
        return Fingerprint.digits
      }
    case .other(let text): text
    }
  }
}

extension Fingerprint {
  /// Returns a name for a text, such as the text of a file.
  public static func name(of text: String, digits: Int = 64) -> String {
    SHA256.hexadecimal(of: text, digits: digits)
  }

  /// Returns a name for the contents of a file.
  public static func name(of bytes: [UInt8]) -> String { SHA256.hexadecimal(of: bytes) }

  /// Returns whether a text has the form of such a name.
  public static func isName(_ text: some StringProtocol, digits: Int = 64) -> Bool {
    text.utf8.count == digits && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

extension SHA256 {
  /// Returns the first `digits` hexadecimal digits of the text's SHA-256.
  fileprivate static func hexadecimal(of text: String, digits: Int = 64) -> String {
    hexadecimal(of: Array(text.utf8), digits: digits)
  }

  fileprivate static func hexadecimal(of bytes: [UInt8], digits: Int = 64) -> String {
    let digest = hash(bytes)
    return String(unsafeUninitializedCapacity: digits) { text in
      for index in 0..<digits {
        let value = index % 2 == 0 ? digest[index / 2] >> 4 : digest[index / 2] & 15
        text[index] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
      }
      return digits
    }
  }
}
