// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import SwiftSource

/// A replacement of some bytes of a file.
package struct TextEdit: Hashable, Sendable {
  /// In bytes of the file.
  package let range: Range<Int>
  package let replacement: String

  package init(_ range: Range<Int>, _ replacement: String) {
    self.range = range
    self.replacement = replacement
  }

  /// - Parameter offset: in bytes of the file.
  package static func insert(_ text: String, at offset: Int) -> TextEdit { TextEdit(offset..<offset, text) }
  /// - Parameter range: in bytes of the file.
  package static func remove(_ range: Range<Int>) -> TextEdit { TextEdit(range, "") }
}

extension Suggestion {
  /// The line with the edits applied; nil when they touch more than one line or add lines.
  package init?(_ edits: [TextEdit], in text: SourceText) {
    guard let first = edits.first else { return nil }
    let line = text.lines.line(at: first.range.lowerBound)
    let whole = text.range(ofLine: line)
    var rest = ""
    var position = whole.lowerBound
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard edit.range.lowerBound >= position, edit.range.upperBound <= whole.upperBound,
        !edit.replacement.contains("\n")
      else { return nil }
      rest += text.text(in: position..<edit.range.lowerBound) + edit.replacement
      position = edit.range.upperBound
    }
    rest += text.text(in: position..<whole.upperBound)
    self.init(startLine: line, endLine: line, replacement: rest)
  }
}

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
