// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Reads the head of a request or an answer: all up to the first empty line.
struct HeadReader {
  enum Failure: Error {
    case ended, tooLarge, tooSlow
  }

  let limit: Int

  /// - Returns: the head's lines, and what came after it.
  func read(
    from descriptor: Descriptor, before deadline: Deadline
  ) throws(Failure) -> (lines: [String], rest: [UInt8]) {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = chunk.withUnsafeMutableBytes { memory in
        recv(descriptor.number, memory.baseAddress, min(memory.count, limit + 1 - bytes.count), Descriptor.receiving)
      }
      if count > 0 {
        let known = bytes.count
        bytes += chunk[..<count]
        if let end = Self.end(of: bytes, after: known) {
          return (Self.lines(bytes[..<end]), Array(bytes[end...]))
        }
        guard bytes.count <= limit else { throw .tooLarge }
      } else if count < 0, errno == EAGAIN {
        guard deadline.wait(for: descriptor, Int16(POLLIN)) else { throw .tooSlow }
      } else if count == 0 || errno != EINTR {
        throw .ended
      }
    }
  }

  /// Where the empty line ends, if it does among the bytes after the first `known`.
  private static func end(of bytes: [UInt8], after known: Int) -> Int? {
    let newline = UInt8(ascii: "\n")
    var previous = bytes[..<known].lastIndex(of: newline)
    for index in known..<bytes.count where bytes[index] == newline {
      if let previous, bytes[(previous + 1)..<index].allSatisfy({ $0 == UInt8(ascii: "\r") }),
        index - previous <= 2
      {
        return index + 1
      }
      previous = index
    }
    return nil
  }

  private static func lines(_ bytes: ArraySlice<UInt8>) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n")).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
  }
}
