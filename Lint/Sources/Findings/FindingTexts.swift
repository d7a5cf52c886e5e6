// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The file of findings.
package final class FindingFile: Sendable {
  package let path: String
  /// What the lines of the findings are parts of: the contents of the file, or one line; empty if they are unknown.
  package let bytes: [UInt8]

  package init(path: String, bytes: [UInt8] = []) {
    self.path = path
    self.bytes = bytes
  }
}

/// The texts of the findings of one rule in one file with the same message. Files have many of them, which refer to one object instead
/// of each text.
package final class FindingTexts: Sendable {
  package let rule: String
  package let message: String
  package let file: FindingFile

  package init(rule: String, message: String, in file: FindingFile) {
    self.rule = rule
    self.message = message
    self.file = file
  }
}
