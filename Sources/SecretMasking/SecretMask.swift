// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation

/// Replaces secrets by `***`: literal, percent-encoded, in base64, hexadecimal or quoted-printable, with the escapes of a
/// quoted text, of Markdown or of HTML, and broken over lines.
///
/// The only mask for all output of the program: comments, statuses, reports, the terminal, the log, the queue.
package struct SecretMask: Sendable {
  /// The replacement of a secret.
  package static let replacement = "***"
  /// In bytes. Shorter secrets are not masked: they would match parts of ordinary words, and a text with all of these
  /// masked is readable neither for people nor for programs.
  package static let shortestSecret = 8

  /// All needles by their first byte, the longest first: one secret may be a part of another.
  private let needles: [[SecretNeedle]]
  /// All needles, for texts in which the first byte of a needle is escaped.
  private let all: [SecretNeedle]

  /// - Parameter secrets: those of fewer than ``shortestSecret`` bytes are ignored.
  package init(_ secrets: some Sequence<String> = [String]()) {
    let all = Set(secrets).filter { $0.utf8.count >= Self.shortestSecret }.flatMap(SecretNeedle.all)
      .sorted { $0.bytes.count > $1.bytes.count }
    var needles = [[SecretNeedle]](repeating: [], count: all.isEmpty ? 0 : 256)
    for needle in all {
      for byte in needle.firstBytes { needles[Int(byte)].append(needle) }
    }
    for escape in SecretNeedle.escapes where !all.isEmpty { needles[Int(escape)] = all }
    self.all = all
    self.needles = needles
  }

  /// Whether there are no secrets to mask.
  package var isEmpty: Bool { all.isEmpty }

  /// Returns the text without the secrets. It keeps its lines: each line with a part of a secret contains stars.
  package func masked(_ text: String) -> String {
    isEmpty ? text : masked(text, limit: .max).text
  }

  /// Returns the beginning of a text, without the secrets.
  ///
  /// A secret that begins before the limit is masked as a whole; a secret that begins after it is not shown at all.
  ///
  /// - Parameter limit: the number of bytes of the text to process.
  /// - Returns: the text, cut between characters, and whether something is missing at the end.
  package func masked(_ text: String, limit: Int) -> (text: String, isCut: Bool) {
    let isCut = text.utf8.count > limit
    if isEmpty, !isCut { return (text, false) }
    let longest = all.first?.longestForm ?? 0
    // Texts may be far longer than the part that is shown.
    let bytes = isCut ? Array(text.utf8.prefix(limit + longest)) : Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(min(bytes.count, limit))
    var position = 0
    while position < min(bytes.count, limit) {
      if let end = end(of: bytes, at: position) {
        result += Self.replacement.utf8
        for _ in 0..<bytes[position..<end].count(where: { $0 == newline }) {
          result.append(newline)
          result += Self.replacement.utf8
        }
        position = end
      } else {
        result.append(bytes[position])
        position += 1
      }
    }
    if isCut { Self.dropBrokenCharacter(&result) }
    return (String(decoding: result, as: UTF8.self), isCut)
  }

  /// Whether a text contains a secret.
  package func finds(in text: Data) -> Bool {
    let bytes = Array(text)
    return !isEmpty && bytes.indices.contains { end(of: bytes, at: $0) != nil }
  }

  /// Returns lines of one text without the secrets, also those that are broken over several. The number of lines stays
  /// the same.
  package func masked(lines: [String]) -> [String] {
    guard !isEmpty, !lines.isEmpty else { return lines }
    var rest = masked(lines.joined(separator: "\n")).utf8.split(separator: newline, omittingEmptySubsequences: false)[
      ...]
    return lines.map { line in
      // An element may itself contain several lines.
      let count = line.utf8.count { $0 == newline } + 1
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }
  }

  /// Returns the start of the line from which more text is needed to decide whether it contains a secret; `nil` if none
  /// is needed.
  func openEnd(of bytes: [UInt8]) -> Int? {
    func line(of position: Int) -> Int { bytes[..<position].lastIndex(of: newline).map { $0 + 1 } ?? 0 }
    var matches: [Range<Int>] = []
    var position = 0
    while !isEmpty, position < bytes.count {
      let found = needles[Int(bytes[position])].compactMap { $0.match(in: bytes, at: position) }
      if found.contains(where: \.isOpen) {
        // A secret that is broken over lines stays together.
        return matches.reversed().reduce(line(of: position)) { start, match in
          match.upperBound > start ? min(start, line(of: match.lowerBound)) : start
        }
      }
      guard case .whole(let end) = found.first else {
        position += 1
        continue
      }
      matches.append(position..<end)
      position = end
    }
    return nil
  }

  /// The maximum number of bytes that ``openEnd(of:)`` needs.
  var longestForm: Int { all.first?.longestForm ?? 0 }

  /// Returns the end of a secret that begins at a position, or whose rest is at the beginning of the text.
  private func end(of bytes: [UInt8], at position: Int) -> Int? {
    guard !isEmpty else { return nil }
    for needle in needles[Int(bytes[position])] {
      switch needle.match(in: bytes, at: position) {
      case .whole(let end): return end
      // The text was cut, or continues elsewhere.
      case .open(let matched) where matched >= Self.shortestSecret: return bytes.count
      case .open, nil: continue
      }
    }
    return position == 0 ? all.lazy.compactMap { $0.endOfRest(in: bytes) }.first : nil
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

private let newline = UInt8(ascii: "\n")

/// Masks secrets in consecutive lines, such as a build's output, including a secret whose beginning is in one line, or
/// in one chunk of a stream, and whose rest is in the next.
///
/// A line whose end may be the beginning of a secret is held back until the next line decides, or until ``rest(_:)``.
package struct MaskedLines: Sendable {
  /// The maximum length in bytes of the text before the secret in its line.
  private static let most = 64 << 10

  private var waiting: [String] = []

  package init() {}

  /// - Returns: the lines that can be shown now, in their order; often the given one.
  package mutating func next(_ line: String, _ mask: SecretMask) -> [String] {
    guard !mask.isEmpty else { return rest(mask) + [line] }
    waiting.append(line)
    let bytes = Array(waiting.joined(separator: "\n").utf8)
    // A match that is longer than any secret is not a secret.
    guard let start = mask.openEnd(of: bytes), bytes.count - start <= Self.most + mask.longestForm else {
      return rest(mask)
    }
    let ends = waiting.indices.map { waiting[...$0].reduce(0) { $0 + $1.utf8.count + 1 } }
    let shown = ends.count { $0 <= start }
    let lines = Array(mask.masked(lines: waiting).prefix(shown))
    waiting.removeFirst(shown)
    return lines
  }

  /// Returns the lines that were held back, when no other line follows.
  package mutating func rest(_ mask: SecretMask) -> [String] {
    defer { waiting = [] }
    return mask.masked(lines: waiting)
  }
}
