// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Reads numbers of any width out of bytes, the lowest bit first.
struct BitReader {
  struct End: Error {}

  let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8], position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// Whether nothing is left but padding.
  var isAtEnd: Bool { position + 32 > bytes.count * 8 }

  mutating func fixed(_ width: Int) throws(End) -> UInt64 {
    guard (0...64).contains(width), position + width <= bytes.count * 8 else { throw End() }
    var value: UInt64 = 0
    var got = 0
    while got < width {
      let offset = position & 7
      let count = min(8 - offset, width - got)
      let bits = UInt64(bytes[position >> 3] >> UInt8(offset)) & ((1 << UInt64(count)) - 1)
      value |= bits << UInt64(got)
      got += count
      position += count
    }
    return value
  }

  /// A number in pieces of `width` bits, of which the highest says whether another follows.
  mutating func variable(_ width: Int) throws(End) -> UInt64 {
    guard (2...32).contains(width) else { throw End() }
    let more = UInt64(1) << UInt64(width - 1)
    var value: UInt64 = 0
    var shift = 0
    while true {
      let piece = try fixed(width)
      guard shift < 64 else { throw End() }
      value |= (piece & (more - 1)) << UInt64(shift)
      if piece & more == 0 { return value }
      shift += width - 1
    }
  }

  /// A number that is used as a count or an index.
  mutating func count(_ width: Int, limit: Int) throws(End) -> Int {
    let value = try variable(width)
    guard value <= UInt64(limit) else { throw End() }
    return Int(value)
  }

  mutating func align() throws(End) {
    let aligned = (position + 31) & ~31
    guard aligned <= bytes.count * 8 else { throw End() }
    position = aligned
  }

  mutating func blob(_ count: Int) throws(End) -> ArraySlice<UInt8> {
    try align()
    let start = position >> 3
    guard count <= bytes.count - start else { throw End() }
    position += count * 8
    try align()
    return bytes[start..<start + count]
  }
}
