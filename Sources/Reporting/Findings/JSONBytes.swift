// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The bytes of JSON that is written in small pieces. Appending them to an array takes longer, because it checks each time whether it
/// is referenced once.
struct JSONBytes: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity = 1 << 10
  private(set) var count = 0

  init() { start = .allocate(capacity: capacity) }

  deinit { start.deallocate() }

  /// The bytes, until the next change.
  var all: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  /// Removes the bytes, and keeps their memory.
  mutating func removeAll() { count = 0 }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    makeRoom(1)
    start[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafePointer<UInt8>, count added: Int) {
    makeRoom(added)
    (start + count).initialize(from: bytes, count: added)
    count += added
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if let first = bytes.baseAddress { append(first, count: bytes.count) }
  }

  @inline(__always)
  mutating func append(_ text: StaticString) { append(text.utf8Start, count: text.utf8CodeUnitCount) }

  /// Appends the digits of a number, without a string of them.
  mutating func append(_ number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var (rest, length) = (number.magnitude / 10, 1)
    while rest > 0 {
      rest /= 10
      length += 1
    }
    makeRoom(length)
    count += length
    rest = number.magnitude
    for place in 1...length {
      start[count - place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  @inline(__always)
  private mutating func makeRoom(_ added: Int) {
    if capacity - count < added { grow(added) }
  }

  private mutating func grow(_ added: Int) {
    capacity = max(2 * capacity, count + added)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.moveInitialize(from: start, count: count)
    start.deallocate()
    start = larger
  }
}
