// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// The state of a review that is stored in the comment on its pull request, in a line that forges do not show, so that
/// the next review can report changes.
///
/// Only a comment by our own account is read. The line is limited in length and validated nevertheless, because members
/// can edit comments.
package struct ReviewMemory: Hashable, Sendable {
  /// The findings of one review.
  package struct Findings: Hashable, Sendable {
    package let commit: CommitID
    /// A short digest of each finding; `nil` for more than ``ReviewMemory/maximumFindings``.
    package let digests: Set<String>?
  }

  /// The maximum number of stored findings, because comments have a maximum length.
  package static let maximumFindings = 200
  private static let digits = 8
  private static let prefix = "<!-- reviewbot:state "
  private static let suffix = " -->"
  /// The maximum length of a line: two lists of findings, two commits. A longer one was not written by reviewbot.
  private static let maximumBytes = 2 * (maximumFindings * (digits + 1) + 64) + 100

  package let now: Findings
  /// The findings of the last review of another commit; `nil` for the first review.
  package private(set) var before: Findings?

  package init(_ report: Report) {
    let digests = Set(
      report.findings.filter(\.isShown).map { finding in
        Fingerprint.name(
          of: "\(finding.rule)\u{0}\(finding.path)\u{0}\(finding.fingerprint)\u{0}\(finding.message)",
          digits: Self.digits)
      })
    now = Findings(commit: report.head, digests: digests.count > Self.maximumFindings ? nil : digests)
  }

  /// Reads the line of a comment.
  ///
  /// - Returns: `nil` for any other line.
  package init?(line: some StringProtocol) {
    let line = Substring(line)
    guard line.utf8.count <= Self.maximumBytes, line.hasPrefix(Self.prefix), line.hasSuffix(Self.suffix) else {
      return nil
    }
    let fields = line.dropFirst(Self.prefix.count).dropLast(Self.suffix.count).split(
      separator: " " as Character, omittingEmptySubsequences: false)
    guard fields.count == 1 || fields.count == 2 else { return nil }
    let reviews = fields.compactMap(Self.findings)
    guard reviews.count == fields.count else { return nil }
    now = reviews[0]
    before = reviews.count == 2 ? reviews[1] : nil
  }

  /// The stored line; it contains no text of the pull request.
  package var line: String {
    Self.prefix + [now, before].compactMap(\.self).map(Self.text).joined(separator: " ") + Self.suffix
  }

  /// Returns the state of a review after an earlier one. A repeated review of a commit is compared with the same
  /// findings.
  package func following(_ earlier: ReviewMemory?) -> ReviewMemory {
    var memory = self
    memory.before = earlier.flatMap { $0.now.commit == now.commit ? $0.before : $0.now }
    return memory
  }

  /// A sentence in Markdown about the changes since the last review; `nil` without one, and without findings in both.
  package var progress: String? {
    guard let before else { return nil }
    let since = "Since the review of `\(before.commit.short)`: "
    guard let old = before.digests, let new = now.digests else { return since + "too many findings to compare." }
    guard !old.isEmpty || !new.isEmpty else { return nil }
    let fixed = old.subtracting(new).count
    let added = new.subtracting(old).count
    let repaired =
      switch (fixed, old.count) {
      case (_, 0): "no findings before"
      case (0, 1): "the finding is still there"
      case (0, let count): "none of \(count) findings fixed"
      case (let fixed, 1): "\(fixed) of 1 finding fixed"
      case (let fixed, let count): "\(fixed) of \(count) findings fixed"
      }
    return since + "\(repaired), \(added == 0 ? "none" : "\(added)") new."
  }

  private static func text(_ findings: Findings) -> String {
    "\(findings.commit.hex):" + (findings.digests.map { $0.sorted().joined(separator: ".") } ?? "many")
  }

  private static func findings(_ word: Substring) -> Findings? {
    let parts = word.split(separator: ":" as Character, omittingEmptySubsequences: false)
    guard parts.count == 2, let commit = CommitID(parts[0]) else { return nil }
    if parts[1] == "many" { return Findings(commit: commit, digests: nil) }
    let digests = parts[1].split(separator: "." as Character).map(String.init)
    guard digests.count <= maximumFindings, digests.allSatisfy({ Fingerprint.isName($0, digits: digits) }) else {
      return nil
    }
    return Findings(commit: commit, digests: Set(digests))
  }
}
