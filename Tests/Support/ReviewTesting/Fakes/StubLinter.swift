// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// A linter with prepared findings.
package struct StubLinter: Linter {
  private let prepared: [ReviewedChange: ReviewedFindings]

  package init(_ prepared: [ReviewedChange: ReviewedFindings]) {
    self.prepared = prepared
  }

  package func findings(in change: ReviewedChange) async -> ReviewedFindings {
    prepared[change]
      ?? ReviewedFindings(
        findings: [],
        notes: ["the stub linter was not prepared for \(change.root), \(change.changes.files.map(\.path))"])
  }
}
