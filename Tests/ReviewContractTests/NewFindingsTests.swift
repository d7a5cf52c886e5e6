// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import Testing

/// Tests the detection of new findings in a changed file.
struct NewFindingsTests {
  private func located(_ rule: String, _ line: Int, _ text: String, _ message: String = "m") -> LocatedFinding {
    let finding = Finding(
      rule: rule, severity: .warning, path: "a.swift", range: SourceRange(line: line, column: 1), message: message)
    return LocatedFinding(finding: finding, lineText: text)
  }

  private func new(_ head: [LocatedFinding], _ base: [LocatedFinding], _ hunks: [Hunk]) -> [Int] {
    NewFindings(measuring: ["file_length", "function_body_length"], whole: ["file_length"])
      .positions(head: head, base: base, hunks: hunks).sorted()
  }

  @Test func `a finding on a line that only moved down is not new`() {
    let head = [located("force_try", 5, "try! a()"), located("force_try", 1, "try! b()")]
    #expect(
      new(head, [located("force_try", 4, "try! a()")], [Hunk(oldStart: 0, oldCount: 0, newStart: 1, newCount: 1)]) == [
        1
      ])
  }

  @Test func `a finding on a line that moved elsewhere is not new`() {
    let hunks = [
      Hunk(oldStart: 2, oldCount: 1, newStart: 1, newCount: 0),
      Hunk(oldStart: 9, oldCount: 0, newStart: 9, newCount: 1),
    ]
    #expect(new([located("force_try", 9, "    try! a()")], [located("force_try", 2, "try! a()")], hunks) == [])
  }

  @Test func `a finding on an edited line is new`() {
    let hunks = [Hunk(oldStart: 2, oldCount: 1, newStart: 2, newCount: 1)]
    #expect(new([located("force_try", 2, "try! b()")], [located("force_try", 2, "try! a()")], hunks) == [0])
  }

  @Test func `of two equal findings one is new when the base has one`() {
    let hunks = [Hunk(oldStart: 3, oldCount: 0, newStart: 4, newCount: 1)]
    let head = [located("force_try", 3, "try! a()"), located("force_try", 4, "try! a()")]
    #expect(new(head, [located("force_try", 3, "try! a()")], hunks) == [1])
  }

  @Test(arguments: [(671, []), (670, []), (679, []), (680, [0]), (900, [0])])
  func `a file that was too long before is a new finding only in the next tenth of the limit`(
    lines: Int, expected: [Int]
  ) {
    let head = [located("file_length", 401, "x", "file has \(lines) lines, more than 400")]
    let base = [located("file_length", 401, "y", "file has 671 lines, more than 400")]
    #expect(new(head, base, [Hunk(oldStart: 10, oldCount: 1, newStart: 10, newCount: 2)]) == expected)
    #expect(new(head, [], [Hunk(oldStart: 10, oldCount: 1, newStart: 10, newCount: 2)]) == [0])
  }

  @Test func `a file that exceeds the limit of errors for the first time is a new finding`() {
    let head = [located("file_length", 401, "x", "file has 672 lines, more than 671")]
    let base = [located("file_length", 401, "y", "file has 671 lines, more than 400")]
    #expect(new(head, base, [Hunk(oldStart: 10, oldCount: 1, newStart: 10, newCount: 2)]) == [0])
  }

  @Test func `a long function with an edited first line is a new finding only if it grew`() {
    let hunks = [Hunk(oldStart: 7, oldCount: 1, newStart: 7, newCount: 1)]
    let head = [located("function_body_length", 7, "func b() {", "function body has 60 lines of code, more than 50")]
    let base = [located("function_body_length", 7, "func a() {", "function body has 61 lines of code, more than 50")]
    #expect(new(head, base, hunks) == [])
    #expect(new(base, head, hunks) == [0])
  }

  @Test func `a finding of another rule on the same line is new`() {
    #expect(new([located("force_cast", 1, "a")], [located("force_try", 1, "a")], []) == [0])
  }
}
