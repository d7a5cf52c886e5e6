// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Checks the bytes of a file before it is parsed, for constructs that the parser handles by unbounded recursion.
///
/// The parser itself counts brackets outside of strings and comments and stops at ``ParsedFile/maximumNesting``. This
/// check only protects the stack from what it does not count, or counts too late: it is approximate, ignores strings
/// and comments, and accepts far more than the compiler does.
enum NestingGuard {
  /// The limit of the nesting of brackets, for the parser's look-ahead.
  static let maximumBrackets = 20_000
  /// The limit of words that nest expressions without brackets, as in `try await try …`.
  static let maximumPrefixes = 20_000
  /// The limit of consecutive `#`.
  static let maximumHashes = 300

  static func accepts(_ bytes: [UInt8]) -> Bool {
    isTooSmall(bytes) || isShallow(bytes)
  }

  /// Whether a file has too few of everything to exceed a limit, wherever it is. Nearly all files have; the compiler makes
  /// the loop count many bytes at once.
  private static func isTooSmall(_ bytes: [UInt8]) -> Bool {
    // What is counted as a prefix takes at least two bytes.
    guard bytes.count <= 2 * maximumPrefixes else { return false }
    var (brackets, hashes) = (0, 0)
    bytes.withUnsafeBufferPointer { bytes in
      for byte in bytes {
        brackets &+= byte == UInt8(ascii: "(") ? 1 : 0
        brackets &+= byte == UInt8(ascii: "[") ? 1 : 0
        brackets &+= byte == UInt8(ascii: "{") ? 1 : 0
        brackets &+= byte == UInt8(ascii: "<") ? 1 : 0
        hashes &+= byte == UInt8(ascii: "#") ? 1 : 0
      }
    }
    return brackets <= maximumBrackets && hashes <= maximumHashes
  }

  private static func isShallow(_ bytes: [UInt8]) -> Bool {
    var depth = 0
    var angles = 0
    var hashes = 0
    var chain = PrefixChain()
    var wordStart: Int?
    return bytes.withUnsafeBufferPointer { bytes in
      for (index, byte) in bytes.enumerated() {
        hashes = byte == UInt8(ascii: "#") ? hashes + 1 : 0
        if isNamePart(byte), byte != UInt8(ascii: ">") {
          wordStart = wordStart ?? index
          continue
        }
        if let start = wordStart {
          chain.add(word: bytes[start..<index])
          wordStart = nil
        }
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "{"):
          depth += 1
          angles = 0
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
        case UInt8(ascii: "="), UInt8(ascii: ";"): angles = 0
        // A comparison has space before it; directly after a name, `<` may begin generic arguments.
        case UInt8(ascii: "<"): if index > 0, isNamePart(bytes[index - 1]) { angles += 1 }
        case UInt8(ascii: ">"): angles = max(0, angles - 1)
        default: break
        }
        chain.add(punctuation: byte)
        if depth > maximumBrackets || angles > maximumBrackets || hashes > maximumHashes
          || chain.total > maximumPrefixes
        {
          return false
        }
      }
      return true
    }
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    byte.isWordPart || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "`")
  }
}

/// Counts the words that nest expressions without brackets, in all open brackets together.
private struct PrefixChain {
  private static let prefixes = [
    "try", "await", "repeat", "inout", "each", "any", "some", "unsafe", "copy", "consume", "borrowing", "consuming",
    "if", "else", "throw", "return", "let", "var", "discard", "sending", "isolated",
  ].map { Array($0.utf8) }

  private(set) var total = 0
  /// The words of each open bracket, the outermost first.
  private var levels = [0]
  /// Whether a whole expression can end before the next word, which then begins another statement.
  private var endsExpression = false
  private var last: UInt8 = 0

  mutating func add(word: Slice<UnsafeBufferPointer<UInt8>>) {
    let isPrefix = word.count >= 2 && word.count <= 11 && Self.prefixes.contains { $0.elementsEqual(word) }
    if endsExpression, !word.elementsEqual("else".utf8) {
      total -= levels[levels.count - 1]
      levels[levels.count - 1] = 0
    }
    if isPrefix { count() }
    endsExpression = !isPrefix
  }

  private mutating func count() {
    levels[levels.count - 1] += 1
    total += 1
  }

  mutating func add(punctuation byte: UInt8) {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      levels.append(0)
      endsExpression = false
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      if levels.count > 1 { total -= levels.removeLast() }
      endsExpression = true
    case UInt8(ascii: "\""): endsExpression = true
    case UInt8(ascii: " "), 0x09...0x0d: break
    default:
      // The types of functions nest at their right ends.
      if byte == UInt8(ascii: ">"), last == UInt8(ascii: "-") { count() }
      endsExpression = false
    }
    last = byte
  }
}
