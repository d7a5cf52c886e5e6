// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Linting
import ReviewContract
import Testing

struct StaleEntriesTests {
  /// Finds nothing with the rules `r` and `other/r`.
  private struct QuietLinter: SelectiveLinter {
    func findings(in change: ReviewedChange) async -> ReviewedFindings { ReviewedFindings(found: []) }
    func applies(_ rule: String, to file: ChangedFile) -> Bool { rule == "r" || rule == "other/r" }
  }

  @Test(
    arguments: [
      ("r", "a", true), ("r", "deleted", true), ("other/r", "a", true), ("off", "a", false), ("r", "elsewhere", false),
      ("r", "unchecked", false), ("r", "binary", false),
    ])
  func `only an entry of a file and a rule that were checked is stale`(rule: String, path: String, isStale: Bool) {
    let files = [
      ChangedFile(path: "a", status: .modified), ChangedFile(path: "deleted", status: .deleted),
      ChangedFile(path: "unchecked", status: .modified), ChangedFile(path: "binary", status: .modified, isBinary: true),
    ]
    func stale(_ notes: [Note] = []) -> [Baseline.Entry] {
      let finding = Finding(
        rule: rule, severity: .error, path: path, range: SourceRange(line: 1, column: 1), message: "m")
      let entries = Baseline([LocatedFinding(finding: finding, lineText: "x")]).entries
      return StaleEntries(
        files: files, unchecked: [UncheckedFile(path: "unchecked", reason: "w")], notes: notes, linters: [QuietLinter()]
      ).select(from: entries)
    }
    #expect(stale().map(\.path) == (isStale ? [path] : []))
    // Not if the rule, or the linter of the rule, did not finish.
    #expect(stale([Note("", unfinished: [.init("r", .error), .init("other", .note)])]) == [])
  }
}
