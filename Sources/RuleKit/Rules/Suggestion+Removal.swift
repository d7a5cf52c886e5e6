// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract
package import SwiftSource

extension Suggestion {
  /// The line that holds the bytes, without them.
  package init(removing range: Range<Int>, from text: SourceText) {
    let line = text.lines.line(at: range.lowerBound)
    let whole = text.range(ofLine: line)
    let rest = text.text(in: whole.lowerBound..<range.lowerBound) + text.text(in: range.upperBound..<whole.upperBound)
    self.init(startLine: line, endLine: line, replacement: rest)
  }
}
