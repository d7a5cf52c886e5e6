// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

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
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      keep(rest[..<end])
      flush(line)
      rest = rest[(end + 1)...]
    }
    keep(rest)
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
