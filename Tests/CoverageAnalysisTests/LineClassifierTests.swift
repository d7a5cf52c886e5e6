// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore
import SwiftSource
import Testing

@testable import CoverageAnalysis

struct LineClassifierTests {
  private func states(_ text: String, _ segments: [Segment]) -> [Int: LineState]? {
    LineClassifier(LLVMExport.File(filename: "/a.swift", segments: segments))
      .lines(of: SourceText(path: "a.swift", text: text))?.states
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

  @Test func `does not measure the heads of functions and types in a body`() {
    let text = "f()\nfunc g(\n  a: Int = h()\n) -> Int {\n  a\n}\nstruct S: P {\n  var b = 1\n}\n"
    #expect(states(text, [segment(1, 1, 1)]) == [1: .covered, 3: .covered, 5: .covered, 8: .covered])
  }

  @Test func `measures nothing in gaps and skipped code`() {
    let text = "f()\ng()\nh()\n"
    #expect(states(text, [segment(1, 1, 1, gap: true), segment(2, 1, 1, counted: false)]) == [:])
    #expect(states(text, [segment(2, 1, 1)]) == [2: .covered, 3: .covered])
  }

  @Test(arguments: [
    // The message did not run: the call did.
    ("precondition(x > 0, \"bad \\(x)\")", 21, 31, LineState.covered),
    ("Swift.assert(x > 0, \"bad \\(x)\")", 21, 31, .covered),
    ("logger.debug(\"x is \\(x)\")", 14, 25, .covered),
    // The first argument is what is checked.
    ("precondition(x > 0 && y > 0, \"\")", 23, 28, .partial),
    // Nobody said that this is a logger.
    ("print(\"x is \\(x)\", on: 3)", 7, 18, .partial),
    ("debug(\"x is \\(x)\", on: 3)", 7, 18, .partial),
    // What comes after the call did not run either: it threw.
    ("logger.debug(try text()); f()", 18, 30, .partial),
  ])
  func `overlooks messages that nobody needed`(text: String, idle: Int, end: Int, state: LineState) {
    #expect(states(text + "\n", [segment(1, 1, 1), segment(1, idle, 0), segment(1, end, 1)]) == [1: state])
  }

  @Test func `counts a message whose call never ran`() {
    let text = "if never {\n  logger.debug(\n    a ? \"x\" : \"y\"\n  )\n}\n"
    let found = states(text, [segment(1, 1, 1), segment(2, 1, 0), segment(3, 9, 0), segment(5, 2, 1)])
    #expect(found == [1: .covered, 2: .missed, 3: .missed])
  }

  @Test func `excludes lines that can only end the program, where no test came to them`() throws {
    let text = """
      fatalError("no")
      Swift.preconditionFailure(
        "no"
      )
      unreachable(x)
      if x { fatalError() }
      return fatalError()
      other.fatalError()
      """
    let file = LLVMExport.File(filename: "/a.swift", segments: [segment(1, 1, 0)])
    let lines = try #require(LineClassifier(file).lines(of: SourceText(path: "a.swift", text: text)))
    #expect(lines.unreachable == [1...3, 5...5])
    #expect(lines.states == [6: .missed, 7: .missed, 8: .missed])
    #expect(states(text, [segment(1, 1, 1)])?[1] == .covered)
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
