// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// The findings of changed files that count.
package enum FindingScope: String, Codable, Sendable, CaseIterable {
  /// New findings on added lines, and findings of rules that measure a whole file, type or function if their number
  /// increased.
  case added
  /// Findings on added lines and on the three lines around each change, new or not.
  case hunk
  /// All findings of changed files.
  case file

  /// The number of lines around a change that belong to its hunk, as in a diff.
  private static let context = 3

  /// Returns whether a finding is at lines of the scope. With ``added``, whether it is new is another question.
  package func includes(_ finding: Finding, of file: ChangedFile) -> Bool {
    switch self {
    case .added: file.addedLines.overlaps(finding.range.lines)
    case .hunk: file.status == .added || Self.hunkLines(file).overlaps(finding.range.lines)
    case .file: true
    }
  }

  private static func hunkLines(_ file: ChangedFile) -> LineSet {
    LineSet(
      ranges: file.hunks.map { hunk in
        // If no line was added, the hunk's start is the line of the new version before it.
        let first = hunk.newCount > 0 ? hunk.newStart : hunk.newStart + 1
        return max(1, first - context)...max(1, first + max(hunk.newCount, 0) - 1 + context)
      })
  }
}

/// What is done with the findings of changed files that do not count.
package enum OldFindings: String, Codable, Sendable, CaseIterable {
  case hide
  /// They are listed. They never fail a run.
  case list
}

/// Which findings of changed files count, and whether the others are listed.
package struct FindingSelection: Hashable, Codable, Sendable {
  package var scope = FindingScope.added
  package var old = OldFindings.hide

  package init(scope: FindingScope = .added, old: OldFindings = .hide) {
    self.scope = scope
    self.old = old
  }
}
