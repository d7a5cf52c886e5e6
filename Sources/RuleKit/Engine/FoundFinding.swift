// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// A finding on its way to the report.
package struct FoundFinding: Hashable, Sendable {
  package var finding: Finding
  /// The text of the line that the finding starts on.
  package let lineText: String

  package init(finding: Finding, lineText: String) {
    self.finding = finding
    self.lineText = lineText
  }
}
