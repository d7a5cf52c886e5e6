// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Cuts a stream of bytes into lines of bounded length.
struct LineSplitter {
  private let maximumLineBytes: Int
  private var pending: [UInt8] = []
  private var dropped = 0

  init(maximumLineBytes: Int) {
    self.maximumLineBytes = maximumLineBytes
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer, _ line: (String) -> Void) {
    var rest = bytes[...]
    while let end = Self.lineEnd(in: rest) {
      keep(rest[..<end])
      flush(line)
      rest = rest[(end + 1)...]
    }
    keep(rest)
  }

  /// Gigabytes without a line end are searched at the speed of memory.
  private static func lineEnd(in bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
    let memory = UnsafeRawBufferPointer(rebasing: bytes)
    guard let start = memory.baseAddress, let found = memchr(start, CInt(UInt8(ascii: "\n")), memory.count) else {
      return nil
    }
    return bytes.startIndex + (UnsafeRawPointer(found) - start)
  }

  /// Hands over a last line that has no end.
  mutating func finish(_ line: (String) -> Void) {
    if !pending.isEmpty || dropped > 0 { flush(line) }
  }

  private mutating func keep(_ bytes: Slice<UnsafeRawBufferPointer>) {
    let room = max(0, maximumLineBytes - pending.count)
    pending.append(contentsOf: bytes.prefix(room))
    dropped += max(0, bytes.count - room)
  }

  private mutating func flush(_ line: (String) -> Void) {
    if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
    let text = String(decoding: pending, as: UTF8.self)
    line(dropped == 0 ? text : "\(text) […\(dropped) bytes more]")
    pending.removeAll(keepingCapacity: true)
    dropped = 0
  }
}
