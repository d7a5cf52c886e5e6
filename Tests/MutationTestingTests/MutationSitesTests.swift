// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SwiftSource
import Testing

@testable import MutationTesting

/// Returns the mutants of a source, of which everything was changed and run.
func mutants(
  of text: String, changed: @escaping (Int) -> Bool = { _ in true }, covered: @escaping (Int) -> Bool = { _ in true }
) throws -> [Mutant] {
  try MutationSites(SourceFile(path: "a.swift", text: text), isChanged: changed, isCovered: covered).mutants()
}

struct MutationSitesTests {
  /// A function, and for each mutant its words and the line of an edit by hand.
  static let fixtures: [(source: String, expected: [String])] = [
    (
      "func f(a: Int) -> Character { if a > 1 { return \"x\" }; return \"y\" }",
      [
        "a > 1 is always true → func f(a: Int) -> Character { if true { return \"x\" }; return \"y\" }",
        "the branch of if a > 1 is never taken → "
          + "func f(a: Int) -> Character { if false, a > 1 { return \"x\" }; return \"y\" }",
      ]
    ),
    (
      "func f(a: Int?) -> Character { guard let a, a > 1 else { return \"x\" }; return \"y\" }",
      ["a > 1 is always true → func f(a: Int?) -> Character { guard let a, true else { return \"x\" }; return \"y\" }"]
    ),
    (
      "func f(a: Bool, b: Bool, c: Bool) -> Character { let d = a && b || c; return d ? \"x\" : \"y\" }",
      [
        "a is always true → … { let d = true && b || c; return …",
        "a && b is always false → … { let d = false || c; return …",
        "b is always true → … { let d = a && true || c; return …",
        "c is always false → … { let d = a && b || false; return …",
        "the results of d ? : are swapped → … c; return !(d) ? \"x\" : \"y\" }",
      ]
    ),
    (
      "func f(a: [Int]) -> Character { for b in a where b > 1 { return \"x\" }; return \"y\" }",
      ["b > 1 is always true → … for b in a where true { return …"]
    ),
    (
      "func f(a: Int?) -> Int8? { a ?? 1 }",
      [
        "a is always nil → … { (nil) ?? 1 }", "a ?? 1 is always nil → … { (nil) }",
      ]
    ),
    (
      "func f(a: [Bool]) throws -> Bool { try g(a) }",
      [
        "try g(a) is always false → … { (false) }", "try g(a) is always true → … { (true) }",
      ]
    ),
    ("var a: [Int] { b }", ["b is always [] → var a: [Int] { ([]) }"]),
    (
      "func f() { a.b = 1\nc() }",
      ["a.b = 1 is removed → func f() { \nc() }", "c() is removed → func f() { a.b = 1\n }"]
    ),
    ("func f() { a -= 1 }", ["+= replaces -= in a -= 1 → func f() { a += 1 }", "a -= 1 is removed → func f() {  }"]),
    ("func f() { var a = true }", ["false replaces true in var a = true → func f() { var a = (false) }"]),
    ("func f() { g(h: true) }", []), ("struct A { var a = true }", []),
    (
      "func f(a: Int) -> Int128 { a * b - c }",
      [
        "+ replaces - in a * b - c → … { (a * b + c) }", "/ replaces * in a * b - c → … { (a / b - c) }",
      ]
    ),
    (
      "func f(a: Int) -> Int128 { a\n  - c }", ["+ replaces - in a - c → … { (a + c) }"]
    ),
    (
      "func f() { while a < 3 { b = 1\na += 1 } }",
      [
        "the body of while a < 3 never runs → func f() { while false, a < 3 { b = 1\na += 1 } }",
        "b = 1 is removed → func f() { while a < 3 { \na += 1 } }",
      ]
    ),
  ]

  @Test(arguments: fixtures) func `a mutant is the same as an edit by hand`(
    source: String, expected: [String]
  ) throws {
    let found = try mutants(of: source).map {
      ($0.words, String(decoding: $0.mutated(Array(source.utf8)), as: UTF8.self))
    }
    #expect(Set(found.map(\.0)) == Set(expected.map { $0.components(separatedBy: " → ")[0] }))
    for line in expected {
      let (words, text) = (line.components(separatedBy: " → ")[0], line.components(separatedBy: " → ")[1])
      let mutated = try #require(found.first { $0.0 == words }?.1)
      let parts = text.components(separatedBy: "…").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(parts.allSatisfy { $0.isEmpty || mutated.contains($0) }, "\(mutated)")
    }
  }

  @Test(arguments: [
    // Evaluated by the compiler or a macro
    "#if A && B\n#endif", "@available(macOS 13, *) func f() {}", "let a = #Predicate<Int> { $0 > 1 && true }",
    "@Traced func f() -> Int { 1 + a }", "enum E: Int { case a = 1 }", "func f(a: Bool = true) {}",
    "func f() { switch a { case b ?? 1: break\ndefault: break } }",
    // Without an effect on results
    "func f() { logger.info(\"\\(a ?? b)\")\nprint(a ?? b)\nprecondition(a || b)\na.reserveCapacity(b - 1)\nc.lock() }",
    "var description: String { a ?? b }", "func hash(into a: inout Hasher) { a.combine(b)\na.combine(c) }",
    "func f() { if a { fatalError() } }",
    "func f() -> [Int8: A]? { guard !a.isEmpty else { return nil }\nreturn nil }",
    // Do not compile, or never end
    "init() { a = 1 }", "func f() { let a: Int\na = 1 }", "func f() { repeat { a += 1 } while a < 3 }",
    "func f() { while true {} }",
    "func f() { (a, b) = c }", "func f() { _ = a }", "func f() { g { a = 1 } }", "func f() { g { a()\nb() } }",
    "@Builder func f() -> [Int] { a\nb }", "var body: some View { a()\nb() }", "func f() -> Substring { a + b }",
    "// @generated\nfunc f() -> Int { a }",
  ])
  func `code in which a change is useless has no mutants`(source: String) throws {
    let found = try mutants(of: source + "\n")
    #expect(found.map(\.words) == [])
  }

  @Test func `only changed and covered code is mutated`() throws {
    let source = "func f() {\n  a = 1\n  b = 2\n  c = 3\n}\n"
    let third = try #require(source.range(of: "c = 3")).lowerBound.utf16Offset(in: source)
    let found = try mutants(of: source, changed: { $0 > 2 }, covered: { $0 != third })
    #expect(found.map { "\($0.line):\($0.column) \($0.words)" } == ["3:3 b = 2 is removed"])
  }

  @Test(arguments: ["return \"x\"", "return \"y\""])
  func `a condition of which the coverage shows that a branch never ran is not mutated`(idle: String) throws {
    let source = "func f(a: Bool, b: Bool) -> Character { if a && b { return \"x\" } else { return \"y\" } }"
    let start = try #require(source.range(of: idle)).lowerBound.utf16Offset(in: source)
    #expect(try mutants(of: source, covered: { !(start..<start + idle.utf8.count).contains($0) }) == [])
  }

  @Test(arguments: [
    ("func f( {", "cannot mutate a.swift: it has syntax errors"),
    (String(repeating: "(", count: 5000), "cannot mutate a.swift: its syntax is nested too deeply"),
  ])
  func `a file that cannot be parsed says so`(source: String, message: String) throws {
    let refusal = #expect(throws: MutationRefusal.self) { try mutants(of: source) }
    #expect(refusal?.description == message)
  }
}
