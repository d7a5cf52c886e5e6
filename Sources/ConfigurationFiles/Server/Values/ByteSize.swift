// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A number of bytes as written in a configuration: `64K`, `25M`, `20G`, `1T`, each unit 1,024 of the one before; at most 1,024 T.
package struct ByteSize: WrittenValue {
  private static let units: [(letter: Character, bytes: Int)] = [
    ("T", 1 << 40), ("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10),
  ]
  private static let largest = 1 << 50

  package let bytes: Int

  package init?(_ text: String) {
    guard let unit = Self.units.first(where: { $0.letter == text.last }),
      let count = WholeNumber.read(text.dropLast(), digits: 6), count > 0, count * unit.bytes <= Self.largest
    else { return nil }
    bytes = count * unit.bytes
  }

  /// In the largest unit without a rest, so that equal sizes are written the same.
  package var description: String {
    for unit in Self.units where bytes % unit.bytes == 0 { return "\(bytes / unit.bytes)\(unit.letter)" }
    return "\(bytes)"
  }

  package static let noun = "size"
  package static let examples = "500M, 20G or 1T"
  package static let pattern = "^[0-9]{1,6}[KMGT]$"

  package static func remedy(for text: String) -> String? {
    ByteSize(text) == nil ? "write a number and K, M, G or T, as in 20G" : nil
  }
}

extension ByteSize: Comparable {
  package static func < (left: ByteSize, right: ByteSize) -> Bool { left.bytes < right.bytes }
}
