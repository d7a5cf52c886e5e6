// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
import ReviewContract
import SwiftSource

/// The difference of two texts, as `diff -u` prints it.
package struct UnifiedDiff {
  private static let context = 3

  private let path: String
  private let old: SourceText
  private let new: SourceText

  package init(path: String, old: [UInt8], new: [UInt8]) {
    self.path = path
    self.old = SourceText(path: path, bytes: old)
    self.new = SourceText(path: path, bytes: new)
  }

  /// - Parameter hunks: the differences without context, in order.
  package func text(_ hunks: [Hunk]) -> String {
    var text = "--- a/\(path)\n+++ b/\(path)\n"
    for group in groups(hunks) { text += self.text(of: group) }
    return text
  }

  /// The lines of a hunk in both texts, counted from 0.
  private struct Part {
    let old: Range<Int>
    let new: Range<Int>

    init(_ hunk: Hunk) {
      // If a hunk removes or adds no lines, its start is the line before it.
      let oldStart = hunk.oldCount > 0 ? hunk.oldStart - 1 : hunk.oldStart
      let newStart = hunk.newCount > 0 ? hunk.newStart - 1 : hunk.newStart
      old = oldStart..<(oldStart + hunk.oldCount)
      new = newStart..<(newStart + hunk.newCount)
    }
  }

  /// Groups the hunks whose contexts touch, which are printed together.
  private func groups(_ hunks: [Hunk]) -> [[Part]] {
    var groups: [[Part]] = []
    for part in hunks.map({ Part($0) }) {
      if let last = groups.last?.last, part.old.lowerBound - last.old.upperBound <= 2 * Self.context {
        groups[groups.count - 1].append(part)
      } else {
        groups.append([part])
      }
    }
    return groups
  }

  private func text(of group: [Part]) -> String {
    guard let first = group.first, let last = group.last else { return "" }
    let oldCount = lineCount(old)
    let before = min(Self.context, first.old.lowerBound)
    let after = min(Self.context, oldCount - last.old.upperBound)
    let oldRange = (first.old.lowerBound - before)..<(last.old.upperBound + after)
    let newRange = (first.new.lowerBound - before)..<(last.new.upperBound + after)
    var text = "@@ -\(header(oldRange)) +\(header(newRange)) @@\n"
    var position = oldRange.lowerBound
    for part in group {
      for index in position..<part.old.lowerBound { text += line(index, of: old, " ") }
      for index in part.old { text += line(index, of: old, "-") }
      for index in part.new { text += line(index, of: new, "+") }
      position = part.old.upperBound
    }
    for index in position..<oldRange.upperBound { text += line(index, of: old, " ") }
    return text
  }

  private func header(_ range: Range<Int>) -> String {
    "\(range.isEmpty ? range.lowerBound : range.lowerBound + 1),\(range.count)"
  }

  private func lineCount(_ text: SourceText) -> Int { text.bytes.isEmpty ? 0 : text.lines.count }

  private func line(_ index: Int, of text: SourceText, _ mark: String) -> String {
    let range = text.lines.range(ofLine: index + 1)
    let line = mark + text.text(in: range)
    return text.bytes[range].last == UInt8(ascii: "\n") ? line : line + "\n\\ No newline at end of file\n"
  }
}
