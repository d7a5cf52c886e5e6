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
