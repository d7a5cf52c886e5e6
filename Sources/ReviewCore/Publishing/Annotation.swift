// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A remark at lines of the head, where a forge can show one beside the code.
package struct Annotation: Hashable, Sendable {
  package let path: String
  package let range: SourceRange
  package let severity: Severity
  /// A few words without markup, such as the rule's identifier.
  package let title: String
  /// Plain text.
  package let message: String

  package init(path: String, range: SourceRange, severity: Severity, title: String, message: String) {
    self.path = path
    self.range = range
    self.severity = severity
    self.title = title
    self.message = message
  }

  package init(_ finding: Finding) {
    self.init(
      path: finding.path, range: finding.range, severity: finding.severity, title: finding.rule,
      message: finding.message)
  }
}
