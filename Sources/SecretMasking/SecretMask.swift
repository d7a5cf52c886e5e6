// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation

/// Puts `***` where a secret stands: as it is, percent-encoded, in base64, with the escapes of a quoted text, of
/// Markdown or of HTML, and broken over lines.
///
/// It is the one mask of everything that leaves the program: comments, statuses, reports, the terminal, the log, the
/// queue.
package struct SecretMask: Sendable {
  /// What stands for a secret.
  package static let replacement = "***"
  /// In bytes. Shorter secrets are not masked: they would match parts of ordinary words, and a text with all of these
  /// starred can be read neither by people nor by programs.
  package static let shortestSecret = 8

  /// All needles by their first byte, the longest first: one secret may be a part of another.
  private let needles: [[SecretNeedle]]
  /// The needles whose first byte is written with an escape.
  private let all: [SecretNeedle]

  /// - Parameter secrets: those of fewer than ``shortestSecret`` bytes are ignored.
  package init(_ secrets: some Sequence<String> = [String]()) {
    let all = Set(secrets).filter { $0.utf8.count >= Self.shortestSecret }.flatMap(SecretNeedle.all)
      .sorted { $0.bytes.count > $1.bytes.count }
    var needles = [[SecretNeedle]](repeating: [], count: all.isEmpty ? 0 : 256)
    for needle in all { needles[Int(needle.bytes[0])].append(needle) }
    for escape in SecretNeedle.escapes where !all.isEmpty { needles[Int(escape)] = all }
    self.all = all
    self.needles = needles
  }

  /// Whether there is nothing to hide.
  package var isEmpty: Bool { all.isEmpty }

  /// The text without the secrets. It keeps its lines: each that a secret is broken over has stars.
  package func masked(_ text: String) -> String {
    isEmpty ? text : masked(text, limit: .max).text
  }

  /// The beginning of a text, without the secrets.
  ///
  /// A secret that begins inside of the limit is masked as a whole; of one that begins outside nothing is shown.
  ///
  /// - Parameter limit: how many bytes of the text are looked at.
  /// - Returns: whole characters, and whether something is missing at the end.
  package func masked(_ text: String, limit: Int) -> (text: String, isCut: Bool) {
    let isCut = text.utf8.count > limit
    if isEmpty, !isCut { return (text, false) }
    let longest = all.first?.longestForm ?? 0
    // Texts may be far longer than what is shown of them.
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

  /// Whether a secret stands in a text.
  package func finds(in text: Data) -> Bool {
    let bytes = Array(text)
    return !isEmpty && bytes.indices.contains { end(of: bytes, at: $0) != nil }
  }

  /// Lines of one text without the secrets, also those that are broken over several. There are as many as before.
  package func masked(lines: [String]) -> [String] {
    guard !isEmpty, !lines.isEmpty else { return lines }
    var rest = masked(lines.joined(separator: "\n")).utf8.split(separator: newline, omittingEmptySubsequences: false)[
      ...]
    return lines.map { line in
      // What is given as a line may itself have several.
      let count = line.utf8.count { $0 == newline } + 1
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }
  }

  /// Where the line begins from which on it takes more text to tell whether it holds a secret; `nil` when none does.
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

  /// How many bytes ``openEnd(of:)`` can need to see.
  var longestForm: Int { all.first?.longestForm ?? 0 }

  /// Where a secret ends that begins at a position, or whose rest stands at the beginning of the text.
  private func end(of bytes: [UInt8], at position: Int) -> Int? {
    guard !isEmpty else { return nil }
    for needle in needles[Int(bytes[position])] {
      switch needle.match(in: bytes, at: position) {
      case .whole(let end): return end
      // The text was cut, or goes on elsewhere.
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

/// Lines that come one after the other, such as a build's output, without secrets: also without one whose beginning is
/// in one line, or in one chunk of a stream, and whose rest is in the next.
///
/// A line whose end may be the beginning of a secret is kept until the next line tells, or ``rest(_:)`` says that there
/// is none.
package struct MaskedLines: Sendable {
  /// Besides the secret itself: what stands before it in its line.
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

  /// The lines that waited, when no other follows.
  package mutating func rest(_ mask: SecretMask) -> [String] {
    defer { waiting = [] }
    return mask.masked(lines: waiting)
  }
}
