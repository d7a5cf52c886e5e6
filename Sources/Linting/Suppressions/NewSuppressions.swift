// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// The findings of the old versions of files.
struct FindingsOfBase: Sendable {
  let comparison: FindingComparison
  let files: [ChangedFile]
  let found: [LocatedFinding]
  /// The findings that comments of the base suppress.
  let suppressed: [LocatedFinding]
}

/// Finds the suppressed findings of the head that comments of the base do not suppress already.
///
/// It does not depend on changed comments only: removing an `enable` extends a suppression to lines that the change does
/// not touch, and code that is added where a comment disables a rule is suppressed by an old comment.
struct NewSuppressions {
  let files: [String: ChangedFile]
  /// `nil` if no old version is known.
  let base: FindingsOfBase?

  func find(among suppressed: [SuppressedFinding]) -> [Suppression] {
    var seen: Set<SuppressedFinding> = []
    let head = suppressed.filter { suppressed in
      // The text of a link is also checked at its own path, if it is changed.
      let linked = files[suppressed.located.finding.path]?.linkedPath
      return linked.map { files[$0] == nil } ?? true && seen.insert(suppressed).inserted
    }
    let compared = Set(base?.files.map(\.path) ?? [])
    let new =
      base.map { base in
        base.comparison.new(among: head.map(\.located), in: base.files, base: base.suppressed)
      } ?? []
    return head.compactMap { suppressed in
      let finding = suppressed.located.finding
      guard let file = files[finding.path] else { return nil }
      let edited = file.addedLines.subtracting(file.respacedLines)
      let isNew =
        compared.contains(finding.path)
        ? new.contains(finding)
        : file.addedLines.overlaps(finding.range.lines) || file.addedLines.contains(suppressed.comment)
      guard isNew else { return nil }
      return .finding(finding, comment: suppressed.comment, isCommentOfBase: !edited.contains(suppressed.comment))
    }
  }
}
