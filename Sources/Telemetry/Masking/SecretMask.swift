// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Puts `***` where a secret stands: as it is, percent-encoded, in base64, or with the escapes of a quoted text.
package struct SecretMask: Sendable {
  /// What stands for a secret.
  package static let replacement = "***"
  /// Shorter secrets are left alone: they would be found in words that are none.
  package static let shortestSecret = 8

  /// The longest first: one secret may be a part of another.
  private let needles: [SecretNeedle]

  /// - Parameter secrets: those of fewer than ``shortestSecret`` bytes are ignored.
  package init(_ secrets: [String] = []) {
    needles = Set(secrets).filter { $0.utf8.count >= Self.shortestSecret }.flatMap(SecretNeedle.all)
      .sorted { $0.bytes.count > $1.bytes.count }
  }

  /// The text without the secrets.
  package func masked(_ text: String) -> String {
    needles.isEmpty ? text : masked(text, limit: .max).text
  }

  /// The beginning of a text, without the secrets.
  ///
  /// A secret that begins inside of the limit is masked as a whole; of one that begins outside nothing is shown.
  ///
  /// - Parameter limit: how many bytes of the text are looked at.
  /// - Returns: whole characters, and whether something is missing at the end.
  func masked(_ text: String, limit: Int) -> (text: String, isCut: Bool) {
    let isCut = text.utf8.count > limit
    if needles.isEmpty, !isCut { return (text, false) }
    let longest = needles.first?.longestForm ?? 0
    // Texts may be far longer than what is shown of them.
    let bytes = isCut ? Array(text.utf8.prefix(limit + longest)) : Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(min(bytes.count, limit))
    var position = 0
    while position < min(bytes.count, limit) {
      if let end = needles.lazy.compactMap({ $0.end(in: bytes, at: position) }).first {
        result += Self.replacement.utf8
        position = end
      } else {
        result.append(bytes[position])
        position += 1
      }
    }
    if isCut { Self.dropBrokenCharacter(&result) }
    return (String(decoding: result, as: UTF8.self), isCut)
  }

  /// Removes the beginning of a scalar whose rest was cut off.
  private static func dropBrokenCharacter(_ bytes: inout [UInt8]) {
    guard let start = bytes.lastIndex(where: { $0 & 0xc0 != 0x80 }) else { return }
    let length =
      switch bytes[start] {
      case 0xf0...: 4
      case 0xe0...: 3
      case 0xc0...: 2
      default: 1
      }
    if bytes.count - start < length { bytes.removeSubrange(start...) }
  }
}
