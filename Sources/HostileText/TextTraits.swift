// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What a text contains that some output cannot contain as it is, found in one pass over its bytes.
package struct TextTraits: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Control characters, or characters that are not ASCII.
  package static let special = TextTraits(rawValue: 1)
  /// Spaces that follow each other.
  package static let repeatedSpaces = TextTraits(rawValue: 2)
  /// What JSON escapes: control characters below a space, `"` and `\`.
  package static let jsonEscapes = TextTraits(rawValue: 4)
  /// `<`, `>` and `&`.
  package static let markup = TextTraits(rawValue: 8)

  /// - Parameter bytes: UTF-8.
  package init(of bytes: UnsafeBufferPointer<UInt8>) {
    self = Self.ofBytes.withUnsafeBufferPointer { ofBytes in
      // No branch depends on a byte: most texts are short, and have nothing of this.
      var (all, pairs, last): (UInt8, UInt8, UInt8) = (0, 0, 0)
      for byte in bytes {
        let traits = ofBytes[Int(byte)]
        all |= traits
        pairs |= traits & last
        last = traits
      }
      let space = Self.repeatedSpaces.rawValue
      return TextTraits(rawValue: all & ~space | pairs & space)
    }
  }

  /// The traits of each byte. A single space has that of repeated ones.
  private static let ofBytes: [UInt8] = (0...UInt8.max).map { byte in
    var traits: TextTraits = []
    if !(0x20..<0x7f).contains(byte) { traits.insert(.special) }
    if byte == UInt8(ascii: " ") { traits.insert(.repeatedSpaces) }
    if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { traits.insert(.jsonEscapes) }
    if byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "&") { traits.insert(.markup) }
    return traits.rawValue
  }
}
