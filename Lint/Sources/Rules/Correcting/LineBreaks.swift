// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SwiftSource

extension SourceText {
  /// The edit with the line breaks of the text: `\n` in its replacement becomes `\r\n` where the lines end so.
  package func withLineBreaks(_ edit: TextEdit) -> TextEdit {
    guard edit.replacement.utf8.contains(UInt8(ascii: "\n")), endsWithReturn(near: edit.range.lowerBound) else {
      return edit
    }
    var bytes: [UInt8] = []
    for byte in edit.replacement.utf8 {
      if byte == UInt8(ascii: "\n"), bytes.last != UInt8(ascii: "\r") { bytes.append(UInt8(ascii: "\r")) }
      bytes.append(byte)
    }
    return TextEdit(edit.range, String(decoding: bytes, as: UTF8.self))
  }

  /// Whether the line at an offset ends with `\r\n`; for the last line, whether the line before it does.
  private func endsWithReturn(near offset: Int) -> Bool {
    let line = lines.line(at: min(offset, bytes.count))
    func endsWithReturn(_ line: Int) -> Bool? {
      let range = lines.range(ofLine: line)
      guard range.upperBound > range.lowerBound, bytes[range.upperBound - 1] == UInt8(ascii: "\n") else { return nil }
      return range.count > 1 && bytes[range.upperBound - 2] == UInt8(ascii: "\r")
    }
    return endsWithReturn(line) ?? (line > 1 ? endsWithReturn(line - 1) : nil) ?? false
  }

  /// Returns the edit that removes lines with their line breaks.
  ///
  /// At the end of a file without a final newline, the line break before them is removed instead, so that the file still
  /// has none.
  func removal(ofLines lines: ClosedRange<Int>) -> TextEdit {
    var range =
      self.lines.range(ofLine: lines.lowerBound).lowerBound..<self.lines.range(ofLine: lines.upperBound).upperBound
    if range.upperBound == bytes.count, bytes.last != UInt8(ascii: "\n"), lines.lowerBound > 1 {
      range = self.range(ofLine: lines.lowerBound - 1).upperBound..<range.upperBound
    }
    return .remove(range)
  }
}
