// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import SwiftSource
import Testing

@testable import Coverage

/// What the compiler counts was measured with Swift 6.3.1 and `swift test --enable-code-coverage`.
struct UncountedCodeTests {
  @Test(
    arguments: [
      ("let a = f()", [1...1]), ("var a = S.make().b", [1...1]), ("let a = [\n  1,\n  f(),\n]", [3...3]),
      ("let a = f() > 2 ? 1 : 2", [1...1]), ("let a = b > 2 ? 1 : 2", [1...1]), ("let a = x[1]", [1...1]),
      ("let a = #made(1)", [1...1]), ("let a = try! f()", [1...1]), ("let a = if f() { 1 } else { 2 }", [1...1]),
      ("struct S {\n  static let a = f()\n  class var b = 1\n}", [2...2]),
      ("enum E { static var a = Set([1]) }", [1...1]),
      ("func g(_ x: Int = f()) {}", [1...1]), ("init(x: Int = 1,\n  y: Int = .init(2)) {}", [2...2]),
      ("enum E { case a(Int = f()) }", [1...1]), ("let a = Builder()\n  .name(1)\n  .build()", [1...3]),
      // Constants run nothing, and the closures are counted.
      ("let a = 7 + 1", []), ("let a: [Int] = []", []), ("let a = -b.c", []), ("let a = #line", []), ("let a: Int", []),
      ("let a: Int = { f() }()", []), ("let a: () -> Int = { f() }", []), ("lazy var a = { f() }", []),
      // Initial values of instances, and the statements of a script, are counted.
      ("struct S { var a = f(); lazy var b = f() }", []), ("let a = f()\nprint(a)", []),
      ("func g() { let a = f() }", []),
      ("#if os(macOS)\nlet a = f()\n#endif", []),
    ] as [(String, LineSet)])
  func `initial values that run code without counts are found`(text: String, lines: LineSet) throws {
    #expect(InitialValues.lines(in: try SourceFile(path: "a.swift", text: text + "\n").parse()) == lines)
  }

  @Test func `the global variables of main.swift are statements`() throws {
    let file = try SourceFile(path: "Sources/App/main.swift", text: "let a = f()\n").parse()
    #expect(InitialValues.lines(in: file) == [] && FileNature.reasonForAbsence(of: file) == .notLinked)
  }

  @Test(
    arguments: [
      ("func f() {\n  g()\n  h()\n}", [2...3]), ("init() {\n  g()\n}", [2...2]), ("deinit {\n  g()\n}", [2...2]),
      ("var a: Int {\n  g()\n}", [2...2]), ("var a: Int {\n  get {\n    g()\n  }\n}", [3...3]),
      ("struct S {\n  var a = g()\n}", [2...2]), ("func f() {\n  func g() {\n    h()\n  }\n}", [3...3]),
      // No counts are expected: nothing to run, or code that is not compiled or replaced by a macro.
      ("func f() {\n}", []), ("func f() {\n  // nothing\n}", []), ("#if os(macOS)\nfunc f() {\n  g()\n}\n#endif", []),
      ("func f() {\n  #if os(macOS)\n  g()\n  #endif\n}", []), ("@available(*, unavailable)\nfunc f() {\n  g()\n}", []),
      ("@Traced func f() {\n  g()\n}", []), ("struct S {\n  @State var a = g()\n}", []),
      ("#Preview {\n  View { func f() { g() } }\n}", []), ("@Model struct S {\n  var a = g()\n}", []),
      // Functions with these attributes are counted.
      ("@inlinable func f() {\n  g()\n}", [2...2]), ("@MainActor func f() {\n  g()\n}", [2...2]),
      ("@available(macOS 12, *)\nfunc f() {\n  g()\n}", [3...3]), ("@ViewBuilder func f() {\n  g()\n}", [2...2]),
    ] as [(String, LineSet)])
  func `bodies without a single count are found`(text: String, lines: LineSet) throws {
    let text = text + "\nfunc last() {\n  g()\n}\n"
    let line = UInt32(text.split(separator: "\n", omittingEmptySubsequences: false).count - 3)
    let segments = SegmentTable([
      Segment(line: line, column: 13, count: 1, hasCount: true, isGap: false),
      Segment(line: line + 2, column: 2, count: 0, hasCount: false, isGap: false),
    ])
    let found = try #require(
      LineClassifier(sources: [.segments(segments)]).lines(of: SourceText(path: "a.swift", text: text)))
    #expect(found.uncounted == (lines.isEmpty ? [:] : [.noCounts: lines]))
    #expect(found.states == [Int(line) + 1: .covered])
  }

  @Test func `lines that a comment excludes are not unmeasured`() throws {
    let text = "let a = f() // reviewbot:coverage-off:this -- why\nfunc g() {\n  h()\n}\n"
    let found = try #require(
      LineClassifier(sources: [.lines([3: 1])]).lines(of: SourceText(path: "a.swift", text: text)))
    #expect(found.uncounted == [:] && found.states == [3: .covered])
  }

  @Test func `the cache keeps lines without counts`() async throws {
    let file = ClassifiedFile.measured(
      ClassifiedLines(states: [1: .covered], uncounted: [.noCounts: [2...3], .notCounted: [5...5]]))
    #expect(StoredClassification(file)?.file(lines: 5) == file)
    #expect(StoredClassification(file)?.file(lines: 4) == nil)
  }
}
