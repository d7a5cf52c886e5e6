// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Crypto
import Foundation
package import SystemPackage

/// Identifies a finding by its message and the text of its line, not by its line number.
package enum Fingerprint {
  /// 16 hexadecimal digits of the SHA-256 of rule, path, the line's text without its indentation, and `occurrence`:
  /// which one it is among equal findings of the file, counted from 0.
  package static func make(rule: String, path: String, lineText: some StringProtocol, occurrence: Int) -> String {
    let text = lineText.drop { $0 == " " || $0 == "\t" }
    return SHA256.hexadecimal(of: "\(rule)\u{0}\(path)\u{0}\(text)\u{0}\(occurrence)", digits: 16)
  }
}

extension Fingerprint {
  /// A name for a text, such as that of a file.
  package static func name(of text: String, digits: Int = 64) -> String {
    SHA256.hexadecimal(of: text, digits: digits)
  }

  /// A name for a file's content.
  package static func name(of bytes: [UInt8]) -> String { SHA256.hexadecimal(of: bytes) }

  /// Whether a text can be such a name.
  package static func isName(_ text: some StringProtocol, digits: Int = 64) -> Bool {
    text.utf8.count == digits && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

extension SHA256 {
  /// The first `digits` hexadecimal digits of the text's SHA-256.
  package static func hexadecimal(of text: String, digits: Int = 64) -> String {
    String(hexadecimal(of: Array(text.utf8)).prefix(digits))
  }

  fileprivate static func hexadecimal(of bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = SHA256.hash(data: bytes).flatMap { byte in [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}

/// Finds defects in the files of a change.
package protocol Linter: Sendable {
  func findings(in change: ReviewedChange) async -> ReviewedFindings
}

/// The files to look at.
package struct ReviewedChange: Hashable, Sendable {
  package let root: FilePath
  package let changes: ChangeSet
  /// Whether every line counts as changed.
  package let isEverythingInChange: Bool
  /// The contents of the files, which are then not read below the root; `nil` to read them there.
  package let texts: [String: [UInt8]]?

  package init(
    root: FilePath, changes: ChangeSet, isEverythingInChange: Bool = false, texts: [String: [UInt8]]? = nil
  ) {
    self.root = root
    self.changes = changes
    self.isEverythingInChange = isEverythingInChange
    self.texts = texts
  }

  /// The same change with some of its files.
  package func selecting(_ isIncluded: (ChangedFile) -> Bool) -> ReviewedChange {
    ReviewedChange(
      root: root, changes: ChangeSet(files: changes.files.filter(isIncluded)),
      isEverythingInChange: isEverythingInChange, texts: texts)
  }
}

/// Findings in the order of a report, and notes about files that were not checked.
package struct ReviewedFindings: Hashable, Sendable {
  package let findings: [Finding]
  package let notes: [String]

  package init(findings: [Finding], notes: [String] = []) {
    self.findings = findings
    self.notes = notes
  }
}
