// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore
import SwiftSource
import Testing

@testable import CoverageAnalysis

struct LineClassifierTests {
  private func states(_ text: String, _ segments: [Segment]) -> [Int: LineState]? {
    LineClassifier(LLVMExport.File(filename: "/a.swift", segments: segments))
      .states(of: SourceText(path: "a.swift", text: text))
  }

  private func segment(_ line: Int, _ column: Int, _ count: Int, gap: Bool = false, counted: Bool = true) -> Segment {
    Segment(line: line, column: column, count: count, hasCount: counted, isGap: gap)
  }

  @Test func `measures code and neither braces, comments nor a head`() {
    let text = """
      func f(_ x: Int) -> Int {
        // a comment

        if x > 0 {
          return 1
        }
        return 2
      }
      """
    let found = states(
      text,
      [segment(1, 25, 3), segment(4, 12, 0), segment(6, 4, 3), segment(8, 2, 0, counted: false)])
    #expect(found == [4: .covered, 5: .missed, 7: .covered])
  }

  @Test func `calls a line partial when some of it ran`() {
    let found = states(
      "let a = f ? 1 : 2\n", [segment(1, 1, 1), segment(1, 17, 0), segment(1, 18, 0, counted: false)])
    #expect(found == [1: .partial])
  }

  @Test func `measures nothing in gaps and skipped code`() {
    let text = "f()\ng()\nh()\n"
    #expect(states(text, [segment(1, 1, 1, gap: true), segment(2, 1, 1, counted: false)]) == [:])
    #expect(states(text, [segment(2, 1, 1)]) == [2: .covered, 3: .covered])
  }

  @Test func `leaves out what a comment turned off`() {
    let text = "f()\n// reviewbot:coverage-off -- only on a Mac\ng()\n// reviewbot:coverage-on\nh()\n"
    #expect(states(text, [segment(1, 1, 0)]) == [1: .missed, 5: .missed])
  }

  @Test func `says nothing of a file that is too large to parse`() {
    let text = String(repeating: "let a = 1\n", count: 300_000)
    #expect(states(text, [segment(1, 1, 1)]) == nil)
  }
}
