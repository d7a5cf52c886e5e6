// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Hashes any stretch of a sequence in constant time (a polynomial modulo 2⁶¹ − 1).
///
/// Two stretches with one hash are most probably the same; whoever has to be sure compares them.
struct PrefixHash {
  private static let modulus: UInt64 = 1 << 61 - 1
  private static let base: UInt64 = 0x1f3a_94c1_77d2_0b65

  private let prefixes: [UInt64]
  private let powers: [UInt64]

  init(_ numbers: [Int32]) {
    var prefixes: [UInt64] = [0]
    var powers: [UInt64] = [1]
    prefixes.reserveCapacity(numbers.count + 1)
    powers.reserveCapacity(numbers.count + 1)
    for (index, number) in numbers.enumerated() {
      let next = Self.product(prefixes[index], Self.base) + UInt64(UInt32(bitPattern: number)) + 1
      prefixes.append(next % Self.modulus)
      powers.append(Self.product(powers[index], Self.base))
    }
    self.prefixes = prefixes
    self.powers = powers
  }

  func hash(from start: Int, count: Int) -> UInt64 {
    let before = Self.product(prefixes[start], powers[count])
    let difference = prefixes[start + count] + Self.modulus - before
    return difference >= Self.modulus ? difference - Self.modulus : difference
  }

  private static func product(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let (high, low) = one.multipliedFullWidth(by: other)
    let sum = (low & modulus) + (high << 3 | low >> 61)
    return sum >= modulus ? sum - modulus : sum
  }
}
