// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource

/// The choice of the findings of a file that are corrected, while corrections move its lines.
///
/// In the first round these are the given findings. A correction can cause another finding on its line, such as
/// trailing white space after a removed semicolon: from the second round on, all findings on those lines are corrected,
/// except of rules with a finding there that was not chosen.
struct CorrectionChoice {
  private struct Place: Hashable {
    let rule: String
    let line: Int
    let column: Int

    init(_ finding: Finding) {
      rule = finding.rule
      line = finding.range.startLine
      column = finding.range.startColumn
    }
  }

  /// The chosen findings of the first round; nil afterwards.
  private var chosen: Set<Place>?
  /// At `n`: the rules that are not corrected on line `n + 1`; nil for a line without corrections.
  private var excluded: [Set<String>?]

  init(_ findings: [Finding], in text: SourceText) {
    chosen = Set(findings.map { Place($0) })
    excluded = Array(repeating: nil, count: text.lines.count)
    for finding in findings where excluded.indices.contains(finding.range.startLine - 1) {
      excluded[finding.range.startLine - 1] = []
    }
  }

  /// Remembers the rules whose findings were not chosen; has no effect after the first call.
  mutating func exclude(_ found: [FoundFinding]) {
    guard let chosen else { return }
    for found in found where !chosen.contains(Place(found.finding)) {
      let index = found.finding.range.startLine - 1
      if excluded.indices.contains(index) { excluded[index]?.insert(found.finding.rule) }
    }
  }

  func includes(_ finding: Finding) -> Bool {
    if let chosen { return chosen.contains(Place(finding)) }
    let index = min(finding.range.startLine, excluded.count) - 1
    return excluded[index]?.contains(finding.rule) == false
  }

  /// Adjusts the lines to the edits, which must not overlap, and ends the first round.
  mutating func move(from old: SourceText, to new: SourceText, _ edits: [TextEdit]) {
    chosen = nil
    let edits = edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
    var index = 0
    var shift = 0
    excluded = (1...new.lines.count).map { line in
      let start = new.lines.range(ofLine: line).lowerBound
      // The edits before the start of the line determine how far it moved.
      while index < edits.count {
        let edit = edits[index]
        guard edit.range.lowerBound + shift + edit.replacement.utf8.count <= start else { break }
        shift += edit.replacement.utf8.count - edit.range.count
        index += 1
      }
      let before = min(max(0, start - shift), max(0, old.bytes.count - 1))
      return excluded[min(old.lines.line(at: before), excluded.count) - 1]
    }
  }
}
