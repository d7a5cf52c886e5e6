// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// The effect of changed sources that were not checked.
package enum UncheckedPolicy: String, Codable, Sendable, CaseIterable {
  /// The review fails.
  case fail
  /// They are listed and counted.
  case note
}

/// The unchecked files of a review.
package enum UncheckedFiles {
  /// The maximum number of files with a finding of their own.
  package static let limit = 200

  private static let prefix = "not checked: "

  /// Returns why a file was not checked, from its finding: hostile text.
  package static func reason(of finding: Finding) -> String {
    finding.message.hasPrefix(prefix) ? String(finding.message.dropFirst(prefix.count)) : finding.message
  }

  /// Returns one finding for each file, with all reasons; what exceeds the limit is one finding together.
  package static func findings(_ files: [UncheckedFile], _ policy: UncheckedPolicy) -> [Finding] {
    let reasons = Dictionary(grouping: files) { Finding.shortened($0.path) }.sorted { $0.key < $1.key }.map {
      path, files in
      var seen: Set<String> = []
      return (path: path, reasons: files.map(\.reason).filter { seen.insert($0).inserted })
    }
    let named = reasons.prefix(limit).map { file in
      finding(at: file.path, "\(prefix)\(file.reasons.joined(separator: "; "))", policy)
    }
    let rest = reasons.count - named.count
    return rest == 0 ? named : named + [finding(at: "", "\(prefix)\(rest) further files", policy)]
  }

  private static func finding(at path: String, _ message: String, _ policy: UncheckedPolicy) -> Finding {
    Finding(
      rule: Finding.uncheckedFile, severity: policy == .fail ? .error : .warning, path: path,
      range: SourceRange(line: 1, column: 1), message: message,
      fingerprint: Fingerprint.make(
        rule: Finding.uncheckedFile, path: path, lineText: Substring(message), occurrence: 0),
      isInChange: true)
  }

  /// Returns the number of unchecked files among findings, as in `2 files not checked`; `nil` without any.
  package static func summary(_ findings: [Finding]) -> String? {
    let count = findings.count(where: \.isAboutUncheckedFile)
    if count == 0 { return nil }
    if count > limit { return "more than \(limit) files not checked" }
    return count == 1 ? "1 file not checked" : "\(count) files not checked"
  }
}
