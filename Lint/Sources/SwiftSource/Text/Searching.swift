// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CSourceSupport

extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element that fulfills a condition, which all later ones fulfill too; `endIndex` if
  /// there is none.
  public func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Collection<UInt8> {
  /// Whether the bytes of a word occur anywhere.
  package func contains(word: StaticString) -> Bool {
    withContiguousStorageIfAvailable { bytes in
      bytes.baseAddress.map { reviewbot_find_bytes($0, bytes.count, word.utf8Start, word.utf8CodeUnitCount) != nil }
        ?? false
    } ?? Array(self).contains(word: word)
  }

  /// Whether the bytes of a word occur anywhere.
  package func contains(word: [UInt8]) -> Bool {
    withContiguousStorageIfAvailable { bytes in
      bytes.baseAddress.map { reviewbot_find_bytes($0, bytes.count, word, word.count) != nil } ?? word.isEmpty
    } ?? Array(self).contains(word: word)
  }

  /// Returns the offsets of the occurrences of a word, ascending, including overlapping ones.
  ///
  /// - Parameter word: not empty.
  package func offsets(of word: [UInt8]) -> [Int] {
    withContiguousStorageIfAvailable { bytes in
      var offsets: [Int] = []
      guard let base = bytes.baseAddress else { return offsets }
      var offset = 0
      while offset + word.count <= bytes.count,
        let found = reviewbot_find_bytes(base + offset, bytes.count - offset, word, word.count)
      {
        offset = found.assumingMemoryBound(to: UInt8.self) - base
        offsets.append(offset)
        offset += 1
      }
      return offsets
    } ?? Array(self).offsets(of: word)
  }

  /// Whether the bytes of a word occur anywhere, ignoring the case of ASCII letters.
  ///
  /// - Parameter word: in lowercase, not empty.
  package func contains(lowercased word: [UInt8]) -> Bool {
    withContiguousStorageIfAvailable { bytes in
      let (first, last) = (word[0], bytes.count - word.count)
      let capital = (0x61...0x7a).contains(first) ? first - 0x20 : first
      var index = 0
      while index <= last {
        if bytes[index] == first || bytes[index] == capital,
          word.indices.dropFirst().allSatisfy({ Self.lowercase(bytes[index + $0]) == word[$0] })
        {
          return true
        }
        index += 1
      }
      return false
    } ?? Array(self).contains(lowercased: word)
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte + 0x20 : byte }
}

extension UInt8 {
  /// Whether it is an ASCII letter, a digit or an underscore.
  package var isWordPart: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
