// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Writes gzip files without a compressor: zeros, as a chain of copies of the previous byte (RFC 1951, fixed codes).
enum GzipStream {
  static func zeros(_ count: Int) -> Data {
    var bits = BitWriter()
    bits.write(1, count: 1)  // the last block
    bits.write(1, count: 2)  // with fixed codes
    var remaining = count
    var hasFirst = false
    while remaining > 0 {
      if hasFirst, remaining >= 258 {
        bits.writeCode(0b1100_0101, count: 8)  // copy 258 bytes
        bits.writeCode(0, count: 5)  // from one byte back
        remaining -= 258
      } else {
        bits.writeCode(0b0011_0000, count: 8)  // a zero
        hasFirst = true
        remaining -= 1
      }
    }
    bits.writeCode(0, count: 7)  // the end of the block
    let head: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
    return Data(head) + bits.finished() + littleEndian(checksumOfZeros(count)) + littleEndian(UInt32(count))
  }

  private static func checksumOfZeros(_ count: Int) -> UInt32 {
    let table: [UInt32] = (0..<256).map { index in
      var value = UInt32(index)
      for _ in 0..<8 { value = value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1 }
      return value
    }
    var value: UInt32 = 0xffff_ffff
    for _ in 0..<count { value = table[Int(value & 0xff)] ^ (value >> 8) }
    return value ^ 0xffff_ffff
  }

  private static func littleEndian(_ value: UInt32) -> Data {
    Data((0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) })
  }
}

private struct BitWriter {
  private var bytes = Data()
  private var current: UInt32 = 0
  private var used = 0

  /// Writes the lowest bit first.
  mutating func write(_ value: UInt32, count: Int) {
    current |= value << UInt32(used)
    used += count
    while used >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: current))
      current >>= 8
      used -= 8
    }
  }

  /// Writes the highest bit first, the order of Huffman codes.
  mutating func writeCode(_ code: UInt32, count: Int) {
    for bit in (0..<count).reversed() { write(code >> UInt32(bit) & 1, count: 1) }
  }

  func finished() -> Data {
    used > 0 ? bytes + [UInt8(truncatingIfNeeded: current)] : bytes
  }
}
