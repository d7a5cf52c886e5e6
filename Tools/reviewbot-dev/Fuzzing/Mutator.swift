// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Derives nearly valid inputs from valid ones.
struct Mutator {
  /// Words that have a meaning in many formats.
  private static let common = [
    "[", "]", "{", "}", ",", ":", "\"", "\\", "\\u0061", "\n", "\r\n", " ", "true", "false", "null", "\"files\":",
    "\"functions\":",
    "\"filename\":", "\"segments\":", "\"data\":", "\"type\":", "\"version\":", "[]", "{}", "[[", "]]", "SF:", "DA:",
    "TN:",
    "end_of_record\n", "SF:/fuzz/a.swift\n", "/../", "\0", "\u{feff}", "é",
  ].map { Array($0.utf8) }
  private static let numbers = [
    "0", "1", "-1", "00", "255", "65536", "2147483648", "4294967295", "4294967296", "9223372036854775808",
    "18446744073709551615", "18446744073709551616", "99999999999999999999999999", "1.5", "1e9", "1e", ".", "-",
  ].map { Array($0.utf8) }
  /// The maximum size of an input.
  private static let maximumBytes = 64 << 10

  var random: RandomNumbers
  private let dictionary: [[UInt8]]

  /// - Parameter dictionary: words that have a meaning for the reader, besides the common ones.
  init(random: RandomNumbers, dictionary: [String] = []) {
    self.random = random
    // About half of the inserted words are the reader's own.
    self.dictionary =
      Self.common
      + (dictionary.isEmpty
        ? [] : (0...Self.common.count / dictionary.count).flatMap { _ in dictionary.map { Array($0.utf8) } })
  }

  /// Returns an input with one to eight changes.
  mutating func mutate(_ input: [UInt8], with other: [UInt8]) -> [UInt8] {
    var bytes = input
    // Mostly few, because reading stops at the first error.
    for _ in 0..<Int.random(in: 1...Int.random(in: 1...8, using: &random), using: &random) { change(&bytes, other) }
    return Array(bytes.prefix(Self.maximumBytes))
  }

  private mutating func change(_ bytes: inout [UInt8], _ other: [UInt8]) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      guard place < bytes.count else { return }
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
    case 2: bytes.removeSubrange(part(of: bytes, from: place, atMost: 200))
    case 3: bytes.insert(contentsOf: bytes[part(of: bytes, from: place, atMost: 400)], at: place)
    case 4: bytes.insert(contentsOf: dictionary.randomElement(using: &random) ?? [], at: place)
    case 5, 6: replaceNumber(&bytes, from: place)
    case 7: bytes.removeSubrange(place...)
    default:
      let start = Int.random(in: 0...other.count, using: &random)
      bytes.replaceSubrange(
        part(of: bytes, from: place, atMost: 400), with: other[part(of: other, from: start, atMost: 400)])
    }
  }

  private mutating func part(of bytes: [UInt8], from start: Int, atMost count: Int) -> Range<Int> {
    start..<Int.random(in: start...min(bytes.count, start + count), using: &random)
  }

  private mutating func replaceNumber(_ bytes: inout [UInt8], from place: Int) {
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    guard let start = bytes[place...].firstIndex(where: isDigit) else { return }
    let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
    bytes.replaceSubrange(start..<end, with: Self.numbers.randomElement(using: &random) ?? [])
  }
}

/// A generator with the same numbers for the same seed (SplitMix64).
struct RandomNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
