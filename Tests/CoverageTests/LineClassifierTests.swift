// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import SwiftSource
import Testing

@testable import Coverage

struct LineClassifierTests {
  private func states(_ text: String, _ segments: [Segment]) -> [Int: LineState]? {
    lines(text, segments)?.states
  }

  private func lines(_ text: String, _ segments: [Segment], _ rules: ClassificationRules = .standard)
    -> ClassifiedLines?
  {
    LineClassifier(sources: [.segments(SegmentTable(segments))], rules: rules).lines(
      of: SourceText(path: "a.swift", text: text))
  }

  private func segment(
    _ line: UInt32, _ column: UInt32, _ count: UInt64, gap: Bool = false, counted: Bool = true
  ) -> Segment {
    Segment(line: line, column: column, count: count, hasCount: counted, isGap: gap)
  }

  @Test func `code is measured, braces, comments and function heads are not`() {
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

  @Test func `a line is partial if some of it ran`() {
    let found = states(
      "let a = f ? 1 : 2\n", [segment(1, 1, 1), segment(1, 17, 0), segment(1, 18, 0, counted: false)])
    #expect(found == [1: .partial])
  }

  @Test func `each side of a choice is measured on its own line`() {
    let text = "let a =\n  f\n  ? 1\n  : 2\n"
    let segments = [segment(1, 1, 1), segment(3, 5, 0), segment(3, 6, 1), segment(4, 5, 1), segment(5, 1, 1)]
    #expect(states(text, segments) == [1: .covered, 2: .covered, 3: .missed, 4: .covered])
  }

  @Test func `the end of a loop is measured by its condition`() {
    let text = "repeat {\n  if a { return }\n} while true\nwhile b {\n  c()\n}\n"
    let segments = [
      segment(1, 1, 1), segment(1, 8, 3), segment(3, 2, 0), segment(3, 9, 3), segment(3, 13, 0),
    ]
    #expect(states(text, segments) == [2: .covered, 3: .covered, 4: .missed, 5: .missed])
  }

  @Test func `heads of functions and types in a body are not measured`() {
    let text = "f()\nfunc g(\n  a: Int = h()\n) -> Int {\n  a\n}\nstruct S: P {\n  var b = 1\n}\n"
    #expect(states(text, [segment(1, 1, 1)]) == [1: .covered, 3: .covered, 5: .covered, 8: .covered])
  }

  @Test func `an empty literal is measured, brackets around something are not`() {
    let text = """
      struct S {
        var rows: [Int] = []
        var names: [Int: Int] = [:]
        var pairs = [
          f(
            []
          )
        ]
      }
      """
    let places: [(UInt32, UInt32, UInt32)] = [(2, 21, 22), (3, 27, 29), (4, 15, 15)]
    let segments = places.flatMap { [segment($0.0, $0.1, 1), segment($0.0, $0.2 + 1, 0, counted: false)] }
    #expect(
      states(text, segments.dropLast() + [segment(8, 4, 0, counted: false)]) == [
        2: .covered, 3: .covered, 5: .covered, 6: .covered,
      ])
  }

  @Test func `gaps and skipped code are not measured`() {
    let text = "f()\ng()\nh()\n"
    #expect(states(text, [segment(1, 1, 1, gap: true), segment(2, 1, 1, counted: false)]) == [:])
    #expect(states(text, [segment(2, 1, 1)]) == [2: .covered, 3: .covered])
  }

  @Test(arguments: [
    // The message did not run, but the call did.
    ("precondition(x > 0, \"bad \\(x)\")", 21, 31, LineState.covered),
    ("Swift.assert(x > 0, \"bad \\(x)\")", 21, 31, .covered),
    ("logger.debug(\"x is \\(x)\")", 14, 25, .covered),
    // The first argument is the condition.
    ("precondition(x > 0 && y > 0, \"\")", 23, 28, .partial),
    // Not configured as a logger.
    ("print(\"x is \\(x)\", on: 3)", 7, 18, .partial),
    ("debug(\"x is \\(x)\", on: 3)", 7, 18, .partial),
    // The call threw, so the code after it did not run either.
    ("logger.debug(try text()); f()", 18, 30, .partial),
  ])
  func `messages that are not evaluated are ignored`(text: String, idle: UInt32, end: UInt32, state: LineState) {
    #expect(states(text + "\n", [segment(1, 1, 1), segment(1, idle, 0), segment(1, end, 1)]) == [1: state])
  }

  @Test func `a message whose call never ran is missed`() {
    let text = "if never {\n  logger.debug(\n    a ? \"x\" : \"y\"\n  )\n}\n"
    let found = states(text, [segment(1, 1, 1), segment(2, 1, 0), segment(3, 9, 0), segment(5, 2, 1)])
    #expect(found == [1: .covered, 2: .missed, 3: .missed])
  }

  @Test func `unreached lines that can only end the program are excluded`() throws {
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
    let found = try #require(lines(text, [segment(1, 1, 0)]))
    #expect(found.excluded == [1: .unreachable, 2: .unreachable, 3: .unreachable, 5: .unreachable])
    #expect(found.states == [6: .missed, 7: .missed, 8: .missed])
    #expect(Set(found.uncoveredColumns.keys) == [6, 7, 8])
    let counted = try #require(lines(text, [segment(1, 1, 0)], ClassificationRules(excludesUnreachable: false)))
    #expect(counted.excluded.isEmpty)
    #expect(counted.states.count == 7)
    #expect(states(text, [segment(1, 1, 1)])?[1] == .covered)
  }

  @Test func `code after an if that was reached but not entered is unknown, not missed`() {
    let text = """
      make {
        if a {
          "b"
        } else if c {
          "d"
        }
        "after"
        if e { "f" } else {
          "g"
        }
        for h in i {
          h
        }
      }
      """
    let segments = [
      segment(1, 1, 1), segment(2, 8, 0), segment(4, 4, 1), segment(4, 15, 0), segment(6, 4, 0),
      segment(8, 8, 0), segment(8, 21, 0), segment(11, 14, 0), segment(13, 4, 0), segment(14, 2, 1),
    ]
    // The bodies have separate counters; the rest may have run.
    #expect(
      states(text, segments) == [
        1: .covered, 2: .covered, 3: .missed, 4: .covered, 5: .missed, 8: .missed, 12: .missed,
      ])
    // If a condition can throw, the code after it may not have run.
    let throwing = text.replacing("if a", with: "if try a()")
    #expect(states(throwing, segments)?[7] == .missed)
  }

  @Test func `code after an if that always returned is missed`() {
    let text = "if a {\n  return 1\n}\nreturn 2\n"
    #expect(
      states(text, [segment(1, 1, 3), segment(1, 6, 3), segment(3, 2, 0)])
        == [1: .covered, 2: .covered, 4: .missed])
  }

  @Test func `code that a comment turns off is excluded`() {
    let text = "f()\n// reviewbot:coverage-off -- only on a Mac\ng()\n// reviewbot:coverage-on\nh()\n"
    let found = lines(text, [segment(1, 1, 0)])
    #expect(found?.states == [1: .missed, 5: .missed])
    #expect(found?.excluded == [3: .marked(reason: "only on a Mac")])
    #expect(found?.uncoveredColumns == [1: [1..<2], 5: [1..<2]])
  }

  /// A line, its segments with their counts, and the columns.
  private static let columns: [(String, [(UInt32, UInt32, UInt64)], [Range<Int>])] = [
    // The alternative alone: 2.
    ("let a = f ? 1 : 2\n", [(1, 17, 0), (1, 18, 1)], [17..<18]),
    // There is no executable code between the operand and its brackets.
    ("x = a ?? b( c , d )  // no\n", [(1, 7, 0), (1, 20, 1)], [7..<18]),
    // Two places apart.
    ("f(a ? 1 : 2, b ? 3 : 4)\n", [(1, 7, 0), (1, 8, 1), (1, 22, 0), (1, 23, 1)], [7..<8, 22..<23]),
    // Columns are bytes.
    ("let ä = f ? \"ö\" : \"é\"\n", [(1, 21, 0), (1, 25, 1)], [21..<25]),
    // The end of a line is not counted.
    ("f(a, \"\"\"\r\n  text\r\n  \"\"\")\n", [(1, 6, 0)], [6..<9]),
  ]

  @Test(arguments: columns)
  func `columns that never ran are listed`(text: String, changes: [(UInt32, UInt32, UInt64)], columns: [Range<Int>]) {
    let found = lines(text, [segment(1, 1, 1)] + changes.map { segment($0.0, $0.1, $0.2) })
    #expect(found?.states[1] == .partial)
    #expect(found?.uncoveredColumns[1] == columns)
  }

  @Test func `columns are not joined over a token that ran, is not counted or is ignored`() {
    let text = "f(a, b, c, d)\n"
    let found = lines(text, [segment(1, 1, 1), segment(1, 6, 0), segment(1, 9, 0, gap: true), segment(1, 12, 0)])
    #expect(found?.uncoveredColumns == [1: [6..<7, 12..<13]])
  }

  @Test(arguments: [
    ("log(a)\n", 5, 6, LineState.covered), ("x.log(a)\n", 7, 8, .covered), ("x.debug(a)\n", 9, 10, .partial),
    ("assert(a, b)\n", 11, 12, .covered), ("precondition(a, b)\n", 17, 18, .partial),
  ])
  func `configured functions replace the list of functions with ignored arguments`(
    text: String, idle: UInt32, end: UInt32, state: LineState
  ) {
    let rules = ClassificationRules(ignoreAutoclosuresOf: ["log", "assert"])
    #expect(lines(text, [segment(1, 1, 1), segment(1, idle, 0), segment(1, end, 1)], rules)?.states == [1: state])
  }

  @Test func `a token is covered if it ran in any of several reports`() {
    let classifier = LineClassifier(sources: [
      .segments(SegmentTable([segment(1, 1, 1), segment(1, 5, 0), segment(2, 1, 0)])),
      .segments(
        SegmentTable([segment(1, 1, 0), segment(1, 5, 2), segment(2, 1, 0), segment(2, 5, 1), segment(3, 1, 0)])),
      .lines([2: 0, 4: 7, 5: 0]),
    ])
    let found = classifier.lines(of: SourceText(path: "a.swift", text: "f(a,b)\ng(a,b)\nh()\ni()\n}\n"))
    #expect(found?.states == [1: .covered, 2: .partial, 3: .missed, 4: .covered])
    #expect(found?.uncoveredColumns == [2: [1..<4], 3: [1..<2]])
  }

  @Test func `a file that is too large to parse is not measured`() {
    let text = String(repeating: "let a = 1\n", count: 300_000)
    #expect(states(text, [segment(1, 1, 1)]) == nil)
  }
}
