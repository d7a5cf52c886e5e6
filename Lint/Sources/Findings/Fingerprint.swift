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
    text(of: digest(rule: rule, path: path, lineText: lineText, occurrence: occurrence))
  }

  /// Returns the fingerprint with a number, which takes no memory beside that of its finding.
  static func text(of digest: UInt64) -> String {
    String(unsafeUninitializedCapacity: digits) { text in
      for index in 0..<digits {
        let value = UInt8(truncatingIfNeeded: digest >> UInt64(4 * (digits - 1 - index))) & 15
        text[index] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
      }
      return digits
    }
  }

  /// Returns the number of a fingerprint; `nil` for another text than 16 lowercase digits.
  static func digest(of text: String) -> UInt64? { isName(text, digits: digits) ? UInt64(text, radix: 16) : nil }

  /// Returns the fingerprint as a number.
  package static func digest(rule: String, path: String, lineText: Substring, occurrence: Int) -> UInt64 {
    var lineText = lineText
    return lineText.withUTF8 { digest(rule: rule, path: path, line: $0, occurrence: occurrence) }
  }

  /// The same for the UTF-8 of a line.
  package static func digest(
    rule: String, path: String, line: UnsafeBufferPointer<UInt8>, occurrence: Int
  ) -> UInt64 {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rule.utf8.count + path.utf8.count + line.count + 24)
    for part in [rule, path] {
      bytes += part.utf8
      bytes.append(0)
    }
    let indentation = line.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
    bytes += UnsafeBufferPointer(rebasing: line[indentation...])
    bytes.append(0)
    bytes += String(occurrence).utf8
    return SHA256.hash(bytes).prefix(digits / 2).reduce(0) { $0 << 8 | UInt64($1) }
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
