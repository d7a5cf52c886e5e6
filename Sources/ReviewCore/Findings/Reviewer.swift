// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// Finds things to say about a change.
package protocol Reviewer: Sendable {
  func findings(in change: ReviewedChange) async -> ReviewedFindings
}

/// The files to look at.
package struct ReviewedChange: Hashable, Sendable {
  package let root: FilePath
  package let changes: ChangeSet
  /// Whether every line counts as changed.
  package let isEverythingInChange: Bool

  package init(root: FilePath, changes: ChangeSet, isEverythingInChange: Bool = false) {
    self.root = root
    self.changes = changes
    self.isEverythingInChange = isEverythingInChange
  }
}

/// Findings in the order of a report, and what was not looked at.
package struct ReviewedFindings: Hashable, Sendable {
  package let findings: [Finding]
  package let notes: [String]

  package init(findings: [Finding], notes: [String] = []) {
    self.findings = findings
    self.notes = notes
  }
}
