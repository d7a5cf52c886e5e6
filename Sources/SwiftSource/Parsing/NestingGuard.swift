// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Looks at the bytes of a file before it is parsed, for what the parser follows by recursion without a bound.
///
/// This is a rough look, without regard for strings and comments: no file that people write comes near the limits.
enum NestingGuard {
  /// How deep brackets may be open.
  static let maximumBrackets = 200
  /// How many words there may be that put one expression into another without brackets, as in `try await try …`.
  static let maximumPrefixes = 20_000
  /// How many `#` may stand in a row.
  static let maximumHashes = 64

  static func accepts(_ bytes: [UInt8]) -> Bool {
    var depth = 0
    var angles = 0
    var hashes = 0
    var prefixes = 0
    var wordStart: Int?
    return bytes.withUnsafeBufferPointer { bytes in
      for (index, byte) in bytes.enumerated() {
        hashes = byte == UInt8(ascii: "#") ? hashes + 1 : 0
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"):
          wordStart = wordStart ?? index
          continue
        case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "{"):
          depth += 1
          angles = 0
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
        case UInt8(ascii: "="), UInt8(ascii: ";"): angles = 0
        // A comparison has space before it; what follows a name may be generic arguments.
        case UInt8(ascii: "<"): if index > 0, isNamePart(bytes[index - 1]) { angles += 1 }
        case UInt8(ascii: ">"): angles = max(0, angles - 1)
        default: break
        }
        if let start = wordStart {
          if isPrefix(bytes[start..<index]) { prefixes += 1 }
          wordStart = nil
        }
        if depth > maximumBrackets || angles > maximumBrackets || hashes > maximumHashes || prefixes > maximumPrefixes {
          return false
        }
      }
      return true
    }
  }

  private static let prefixWords = [
    "try", "await", "repeat", "inout", "each", "any", "some", "unsafe", "copy", "consume", "borrowing", "consuming",
    "if", "else", "throw", "return",
  ].map { Array($0.utf8) }

  private static func isPrefix(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    word.count >= 2 && word.count <= 9 && prefixWords.contains { $0.elementsEqual(word) }
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: ">"), UInt8(ascii: "`"):
      true
    default: false
    }
  }
}
