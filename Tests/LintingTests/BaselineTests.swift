// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import Linting
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

struct BaselineTests {
  private func found(
    _ rule: String, _ path: String, _ line: Int, _ text: String?, message: String = "m"
  ) -> LocatedFinding {
    LocatedFinding(
      finding: Finding(
        rule: rule, severity: .warning, path: path, range: SourceRange(line: line, column: 1), message: message),
      lineText: text)
  }

  private func apply(
    _ known: [LocatedFinding], to found: [LocatedFinding], old: [String: String] = [:]
  ) -> (new: [Int], stale: [String]) {
    let applied = Baseline(known).apply(to: found, oldPaths: old)
    return (applied.new.map(\.finding.range.startLine), applied.unmatched.map { "\($0.rule) \($0.path) \($0.count)" })
  }

  @Test func `a finding is known after its line moved`() {
    let applied = apply(
      [found("r", "a", 3, "  let a")], to: [found("r", "a", 90, "let a"), found("r", "a", 91, "let b")])
    #expect(applied.new == [91])
    #expect(applied.stale == [])
  }

  @Test func `equal findings are counted`() {
    let known = [found("r", "a", 1, "x"), found("r", "a", 2, "x")]
    #expect(apply(known, to: known + [found("r", "a", 3, "x")]).new == [3])
    #expect(apply(known, to: [found("r", "a", 9, "x")]).stale == ["r a 1"])
  }

  @Test func `a finding of a renamed file is known`() {
    let known = [found("r", "old", 1, "x")]
    // The change contains the old name of the file.
    #expect(apply(known, to: [found("r", "new", 1, "x")], old: ["new": "old"]).new == [])
    // The file was renamed in an earlier change.
    #expect(apply(known, to: [found("r", "new", 1, "x")]).new == [])
    // The old file is still there, and its finding is gone.
    #expect(apply(known, to: [found("r", "new", 1, "x")], old: ["old": "old", "new": "new"]).new == [1])
  }

  @Test func `a file that is too long is known after it grew`() {
    let known = [found("file_length", "a", 401, "x", message: "file has 500 lines, more than 400")]
    let longer = [found("file_length", "a", 401, "y", message: "file has 510 lines, more than 400")]
    #expect(apply(known, to: longer).new == [])
  }

  @Test func `entries are removed by their counts`() {
    let known = Baseline([found("r", "a", 1, "x"), found("r", "a", 2, "x"), found("r", "b", 1, "x")])
    let unmatched = known.apply(to: [found("r", "a", 1, "x")], oldPaths: [:]).unmatched
    #expect(known.removing(unmatched) == Baseline([found("r", "a", 1, "x")]))
  }

  @Test func `a baseline is unchanged after writing and reading`() throws {
    let baseline = Baseline([found("r", "a", 1, "x"), found("r", "a", 2, "x"), found("q", "b", 1, nil)])
    #expect(try Baseline(baseline.encoded(), file: "b.json", root: "/") == baseline)
  }

  @Test func `SwiftLint's baselines are read`() throws {
    let text = """
      [{"text": "  let a = b!", "violation": {"location": {"character": 12, "file": "Sources/a.swift", "line": 3},
        "reason": "Force unwrapping should be avoided", "ruleDescription": "d", "ruleIdentifier": "force_unwrapping",
        "ruleName": "Force Unwrapping", "severity": "warning"}},
       {"text": "", "violation": {"location": {"file": "/tree/b.swift", "line": 500},
        "reason": "File should contain 400 lines or less: currently contains 500", "ruleDescription": "d",
        "ruleIdentifier": "todo", "ruleName": "Todo", "severity": "error"}}]
      """
    let baseline = try Baseline(Data(text.utf8), file: "b.json", root: "/tree")
    let applied = baseline.apply(
      to: [
        found("force_unwrapping", "Sources/a.swift", 7, "let a = b!"), found("todo", "b.swift", 1, ""),
        found("todo", "b.swift", 2, ""),
      ], oldPaths: [:])
    #expect(applied.new.map(\.finding.range.startLine) == [2])
    #expect(applied.unmatched == [])
  }

  @Test(arguments: ["", "{}", "[1]", "{\"version\": 2, \"findings\": []}"])
  func `invalid baselines are rejected`(text: String) {
    #expect(throws: UsageError.self) { try Baseline(Data(text.utf8), file: "b.json", root: "/") }
  }
}
