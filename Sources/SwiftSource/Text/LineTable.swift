// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Where the lines of a file start. Lines end at `\n`, as they do for git and the compiler's coverage; a `\r` before it
/// belongs to the line's end, not to its text.
package struct LineTable: Sendable {
  private let starts: [Int]
  private let byteCount: Int

  init(_ bytes: [UInt8]) {
    var starts = [0]
    starts.reserveCapacity(bytes.count / 32 + 1)
    bytes.withUnsafeBufferPointer { buffer in
      for index in buffer.indices where buffer[index] == UInt8(ascii: "\n") { starts.append(index + 1) }
    }
    // A newline at the end of the file ends the last line; it does not begin another.
    if starts.count > 1, starts.last == bytes.count { starts.removeLast() }
    self.starts = starts
    byteCount = bytes.count
  }

  /// How many lines there are. An empty file has one, which is empty.
  package var count: Int { starts.count }

  /// The line that the byte is in. The place after the last byte is in the last line.
  package func line(at offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return max(low, 1)
  }

  package func position(at offset: Int) -> SourcePosition {
    let line = line(at: offset)
    return SourcePosition(line: line, column: offset - starts[line - 1] + 1)
  }

  /// The bytes of the line with its end.
  package func range(ofLine line: Int) -> Range<Int> {
    let end = line < starts.count ? starts[line] : byteCount
    return starts[line - 1]..<end
  }
}
