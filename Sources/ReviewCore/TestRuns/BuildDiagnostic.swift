// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What the compiler said about a place in the repository.
package struct BuildDiagnostic: Hashable, Codable, Sendable {
  package let severity: Severity
  package let path: String
  package let line: Int
  package let column: Int
  package let message: String

  package init(severity: Severity, path: String, line: Int, column: Int, message: String) {
    self.severity = severity
    self.path = path
    self.line = line
    self.column = column
    self.message = message
  }
}
