// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The occurrences of a word in a text.
package struct WordOccurrences: Sendable {
  /// The offsets of the first bytes, ascending.
  let starts: [Int]
  /// The length of the word in bytes.
  private let length: Int

  /// Searches for the UTF-8 bytes of a word. Occurrences in longer words do not count: those where the word begins or
  /// ends with an ASCII letter, a digit or an underscore, and another one is beside it.
  ///
  /// - Parameter word: not empty.
  init(_ word: String, in bytes: [UInt8]) {
    let word = Array(word.utf8)
    length = word.count
    starts = bytes.offsets(of: word).filter { start in
      let end = start + word.count
      if start > 0, word[0].isWordPart, bytes[start - 1].isWordPart { return false }
      return !(end < bytes.count && word[word.count - 1].isWordPart && bytes[end].isWordPart)
    }
  }

  /// The ranges of the bytes, ascending.
  package var ranges: [Range<Int>] { starts.map { $0..<($0 + length) } }

  package var isEmpty: Bool { starts.isEmpty }

  /// Whether the word occurs within a range of bytes.
  ///
  /// - Parameter cursor: the number of occurrences before the range; 0 at first. It is advanced, so that ranges in
  ///   ascending order of their lower bounds take one pass.
  package func occurs(in range: Range<Int>, _ cursor: inout Int) -> Bool {
    while cursor < starts.count, starts[cursor] < range.lowerBound { cursor += 1 }
    return cursor < starts.count && starts[cursor] + length <= range.upperBound
  }
}
