// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Splits Swift text into tokens, precisely enough to distinguish moved code from new code: words, operators,
/// punctuation and the lines of string literals, without white space and comments.
///
/// The running time is linear, and no text causes a failure.
struct TokenScanner {
  struct Token: Hashable {
    /// 1-based.
    let line: Int
    let range: Range<Int>
  }

  /// A string literal that is not closed yet.
  struct Literal {
    let hashes: Int
    let isMultiline: Bool
    /// The number of open parentheses in its interpolation; 0 in its text.
    var parentheses = 0
  }

  let bytes: UnsafeRawBufferPointer
  private(set) var position = 0
  private(set) var line = 1
  private(set) var literals: [Literal] = []

  mutating func next() -> Token? {
    while position < bytes.count {
      let token = literals.last.map { $0.parentheses == 0 } == true ? nextInLiteral() : nextInCode()
      if let token { return token }
    }
    return nil
  }

  /// Returns the token at the position; `nil` if the bytes are not a token.
  private mutating func nextInCode() -> Token? {
    let byte = bytes[position]
    if skipSpace(byte) || skipComment(byte) { return nil }
    if Self.isWord(byte) { return token(endingAt: end(from: position, while: Self.isWord)) }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#"), let opened = openLiteral() { return opened }
    if Self.isOperator(byte) { return token(endingAt: endOfOperator()) }
    if let last = literals.indices.last {
      if byte == UInt8(ascii: "(") { literals[last].parentheses += 1 }
      if byte == UInt8(ascii: ")") { literals[last].parentheses -= 1 }
    }
    return token(endingAt: position + 1)
  }

  private mutating func token(endingAt end: Int) -> Token {
    defer { position = end }
    return Token(line: line, range: position..<end)
  }

  private mutating func skipSpace(_ byte: UInt8) -> Bool {
    guard byte <= 0x20 else { return false }
    if byte == UInt8(ascii: "\n") { line += 1 }
    position += 1
    return true
  }

  private mutating func skipComment(_ byte: UInt8) -> Bool {
    guard byte == UInt8(ascii: "/") else { return false }
    if starts(with: "//", at: position) {
      position = end(from: position) { $0 != UInt8(ascii: "\n") }
      return true
    }
    guard starts(with: "/*", at: position) else { return false }
    var depth = 0
    repeat {
      if starts(with: "/*", at: position) {
        depth += 1
        position += 2
      } else if starts(with: "*/", at: position) {
        depth -= 1
        position += 2
      } else {
        if bytes[position] == UInt8(ascii: "\n") { line += 1 }
        position += 1
      }
    } while depth > 0 && position < bytes.count
    return true
  }

  private func endOfOperator() -> Int {
    var end = position + 1
    while end < bytes.count, Self.isOperator(bytes[end]), !starts(with: "//", at: end), !starts(with: "/*", at: end) {
      end += 1
    }
    return end
  }

  private mutating func openLiteral() -> Token? {
    let quote = end(from: position) { $0 == UInt8(ascii: "#") }
    guard quote < bytes.count, bytes[quote] == UInt8(ascii: "\"") else { return nil }
    let isMultiline = starts(with: "\"\"\"", at: quote)
    literals.append(Literal(hashes: quote - position, isMultiline: isMultiline))
    return token(endingAt: quote + (isMultiline ? 3 : 1))
  }

  /// Returns the rest of the line in a literal, up to its end or an interpolation.
  private mutating func nextInLiteral() -> Token? {
    guard let literal = literals.last else { return nil }
    let start = position
    if let end = endOfDelimiter(of: literal) {
      literals.removeLast()
      return token(endingAt: end)
    }
    if let end = endOfEscape(of: literal), bytes[end - 1] == UInt8(ascii: "(") {
      literals[literals.count - 1].parentheses = 1
      return token(endingAt: end)
    }
    if bytes[start] == UInt8(ascii: "\n") {
      if !literal.isMultiline { literals.removeLast() }
      line += 1
      position += 1
      return nil
    }
    // White space at the start of a line is usually the literal's indentation.
    if literal.isMultiline, bytes[start] <= 0x20, start == 0 || bytes[start - 1] == UInt8(ascii: "\n") {
      position = end(from: start) { $0 <= 0x20 && $0 != UInt8(ascii: "\n") }
      return nil
    }
    var stop = start
    while stop < bytes.count, bytes[stop] != UInt8(ascii: "\n") {
      position = stop
      if endOfDelimiter(of: literal) != nil { break }
      if let escape = endOfEscape(of: literal) {
        if bytes[escape - 1] == UInt8(ascii: "(") { break }
        stop = bytes[escape - 1] == UInt8(ascii: "\n") ? escape - 1 : escape
      } else {
        stop += 1
      }
    }
    position = start
    return token(endingAt: stop)
  }

  private func endOfDelimiter(of literal: Literal) -> Int? {
    guard bytes[position] == UInt8(ascii: "\""), !literal.isMultiline || starts(with: "\"\"\"", at: position) else {
      return nil
    }
    return endOfHashes(literal.hashes, at: position + (literal.isMultiline ? 3 : 1))
  }

  /// Returns the end of a backslash with its hashes and the character after them.
  private func endOfEscape(of literal: Literal) -> Int? {
    guard bytes[position] == UInt8(ascii: "\\"), let end = endOfHashes(literal.hashes, at: position + 1),
      end < bytes.count
    else { return nil }
    return end + 1
  }

  private func endOfHashes(_ count: Int, at start: Int) -> Int? {
    guard start + count <= bytes.count else { return nil }
    return bytes[start..<(start + count)].allSatisfy { $0 == UInt8(ascii: "#") } ? start + count : nil
  }

  private func starts(with text: StaticString, at start: Int) -> Bool {
    guard start + text.utf8CodeUnitCount <= bytes.count else { return false }
    return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[start + $0] == text.utf8Start[$0] }
  }

  private func end(from start: Int, while condition: (UInt8) -> Bool) -> Int {
    var end = start
    while end < bytes.count, condition(bytes[end]) { end += 1 }
    return end
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  private static func isOperator(_ byte: UInt8) -> Bool { "/=-+!*%<>&|^~?.".utf8.contains(byte) }
}
