// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation

/// Splits a stream of bytes into lines of bounded length.
///
/// Of a line that is too long, the beginning and the very end are kept: output of a test without a line end precedes
/// the testing library's text, which is what such a line is read for.
struct LineSplitter {
  /// UTF-8 bytes of the end of a long line.
  private static let maximumEndBytes = 2 << 10

  private let maximumLineBytes: Int
  private let endBytes: Int
  private var pending: [UInt8] = []
  private var end: [UInt8] = []
  private var dropped = 0

  init(maximumLineBytes: Int) {
    self.maximumLineBytes = maximumLineBytes
    endBytes = min(Self.maximumEndBytes, maximumLineBytes / 4)
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

  /// Uses `memchr`, so that gigabytes without a line end are searched at the speed of memory.
  private static func lineEnd(in bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
    let memory = UnsafeRawBufferPointer(rebasing: bytes)
    guard let start = memory.baseAddress, let found = memchr(start, CInt(UInt8(ascii: "\n")), memory.count) else {
      return nil
    }
    return bytes.startIndex + (UnsafeRawPointer(found) - start)
  }

  /// Passes on a last line without a line end.
  mutating func finish(_ line: (String) -> Void) {
    if !pending.isEmpty || dropped > 0 { flush(line) }
  }

  private mutating func keep(_ bytes: Slice<UnsafeRawBufferPointer>) {
    let room = max(0, maximumLineBytes - pending.count)
    pending.append(contentsOf: bytes.prefix(room))
    let rest = bytes.dropFirst(room)
    guard !rest.isEmpty else { return }
    end.append(contentsOf: rest.suffix(endBytes))
    let excess = max(0, end.count - endBytes)
    end.removeFirst(excess)
    dropped += rest.count
  }

  private mutating func flush(_ line: (String) -> Void) {
    if end.last == UInt8(ascii: "\r") {
      end.removeLast()
      dropped -= 1
    } else if end.isEmpty, pending.last == UInt8(ascii: "\r") {
      pending.removeLast()
    }
    let text = String(decoding: pending, as: UTF8.self)
    let missing = dropped - end.count
    if missing > 0 {
      line("\(text) […\(missing) bytes more…] \(String(decoding: end, as: UTF8.self))")
    } else {
      line(dropped == 0 ? text : String(decoding: pending + end, as: UTF8.self))
    }
    pending.removeAll(keepingCapacity: true)
    end.removeAll(keepingCapacity: true)
    dropped = 0
  }
}

/// Collects the lines of a short-lived child.
package struct LineCollector: Sendable {
  private let lines = Locked<[OutputLine]>([])

  package init() {}

  package func append(_ line: OutputLine) {
    lines.withLock { $0.append(line) }
  }

  /// The standard output.
  package var output: String {
    lines.withLock { $0 }.filter { $0.stream == .output }.map(\.text).joined(separator: "\n")
  }
}
