// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import Testing

@testable import Rules

/// Patterns of the syntax tree, compared with code.
struct PatternTests {
  /// The texts of the matches.
  private func matches(
    _ pattern: SyntaxPattern, _ code: String, _ conditions: PatternConditions = PatternConditions()
  ) throws -> [String] {
    let file = try SourceFile(path: "a.swift", text: code).parse()
    return try PatternSearch(pattern, conditions).matches(in: file, limit: 100).matches
      .map { file.text.text(in: $0.range) }
  }

  @Test(
    arguments: [
      ("try! $EXPR", "let a = try! b()\nlet c = try? d()", ["try! b()"]),
      ("print($$$ARGS)", "print()\nprint(1)\nprint(a, b)\nlog(1)\nx.print(2)", ["print()", "print(1)", "print(a, b)"]),
      ("print($X)", "print()\nprint(1)\nprint(a, b)\nprint(a: 1)", ["print(1)"]),
      ("f($A, $$$REST)", "f()\nf(1)\nf(1, 2, 3)", ["f(1)", "f(1, 2, 3)"]),
      ("f($$$, last: $X)", "f(1)\nf(last: 1)\nf(1, 2, last: 3)", ["f(last: 1)", "f(1, 2, last: 3)"]),
      ("$X as! $T", "let a = b as! C\nlet d = b as? C", ["b as! C"]),
      ("$X == $X", "a == a\na == b\na /* 1 */ == a", ["a == a", "a /* 1 */ == a"]),
      ("$X == nil", "if a && b == nil {}\nif a + b == nil {}", ["b == nil", "a + b == nil"]),
      ("$X.count == 0", "if a || b.count == 0 {}\nif 1 + b.count == 0 {}", ["b.count == 0"]),
      ("$A + $B", "a + b * c\na * b + c", ["a + b * c", "a * b + c"]),
      ("a + b", "a + b\nx = a + b\na + b * c\nc * a + b\na + b + c", ["a + b", "a + b", "a + b"]),
      (
        "func $F($$$) async", "func a() async {}\nfunc b() {}\nfunc c(x: Int, y: Int) async {}",
        ["func a() async {}", "func c(x: Int, y: Int) async {}"]
      ),
      (
        "struct $S: Error { $$$ }",
        "struct A: Error { let x = 1; func f() {} }\nstruct B {}\npublic struct C: Error {}",
        ["struct A: Error { let x = 1; func f() {} }", "public struct C: Error {}"]
      ),
      (
        "static var $X: $T", "class A { static var a: Int\n var b: Int\n public static var c: Int }",
        ["static var a: Int", "public static var c: Int"]
      ),
      (
        "if $C { return true } else { return false }", "func f() { if a > b { return true } else { return false } }",
        ["if a > b { return true } else { return false }"]
      ),
      ("let $X = $Y\nreturn $X", "func f() -> Int {\n  g()\n  let a = b()\n  return a\n}", ["let a = b()\n  return a"]),
      (
        "DispatchQueue.main.async { $$$BODY }",
        "DispatchQueue.main.async {\n  a()\n  b()\n}\nDispatchQueue.main.sync { a() }",
        ["DispatchQueue.main.async {\n  a()\n  b()\n}"]
      ),
      ("$X ? true : false", "let a = b ? true : false\nlet c = b ? 1 : 2", ["b ? true : false"]),
      (
        "URL(string: \"$TEXT\")", "URL(string: \"a\")\nURL(string: \"\\(b)\")\nURL(string: c)",
        ["URL(string: \"a\")"]
      ),
      (
        "URL(string: \"$$$TEXT\")", "URL(string: \"a\")\nURL(string: \"\\(b)\")\nURL(string: c)",
        ["URL(string: \"a\")", "URL(string: \"\\(b)\")"]
      ),
      (
        "switch $X { $$$CASES }", "switch a { case .b: c()\ndefault: break }",
        ["switch a { case .b: c()\ndefault: break }"]
      ),
      ("$X.filter { $$$P }.first", "a.filter { $0 > 1 }.first\na.filter { $0 }.last", ["a.filter { $0 > 1 }.first"]),
      ("[$$$A, nil, $$$B]", "[1, nil, 2]\n[nil]\n[1]", ["[1, nil, 2]", "[nil]"]),
      ("$F($$$A) { $$$B }", "f { a() }\ng(1) { }", ["g(1) { }"]),
      ("import Foundation", "import Foundation\nimport A", ["import Foundation"]),
      (
        "guard $$$C else { return nil }", "func f() { guard let a, b else { return nil } }",
        ["guard let a, b else { return nil }"]
      ),
      ("#selector($X)", "#selector(a.b)", ["#selector(a.b)"]),
      (
        "@objc func $F($$$)", "class A { @objc func f() {}\nfunc g() {}\n@objc @IBAction func h(a: Int) {} }",
        ["@objc func f() {}", "@objc @IBAction func h(a: Int) {}"]
      ),
    ] as [(String, String, [String])])
  func `a pattern matches the syntax tree of code`(pattern: String, code: String, expected: [String]) throws {
    #expect(try matches(SyntaxPattern(pattern: pattern), code) == expected)
  }

  @Test func `a kind and a selector choose the matched nodes`() throws {
    #expect(try matches(SyntaxPattern(kind: "force_unwrap_expr"), "a! + b") == ["a!"])
    let type = SyntaxPattern(pattern: "let x: Optional<$T>", selector: "identifier_type")
    #expect(try matches(type, "func f(a: Optional<Int>, b: Int?) {}") == ["Optional<Int>"])
    #expect(try matches(SyntaxPattern(pattern: "$X", kind: "force_unwrap_expr"), "a! + b") == ["a!"])
  }

  private static let code = """
    class Model {
      func load() {
        lock.lock()
        print(1)
      }
      func save() async {
        Task { print(2) }
      }
    }
    print(3)
    """

  @Test func `conditions check the surroundings, contents and captures of a match`() throws {
    func found(_ change: (inout PatternConditions) -> Void) throws -> [String] {
      var conditions = PatternConditions()
      change(&conditions)
      return try matches(SyntaxPattern(pattern: "print($X)"), Self.code, conditions)
    }
    #expect(try found { $0.inside = [SyntaxPattern(pattern: "class $C { $$$ }")] } == ["print(1)", "print(2)"])
    #expect(try found { $0.notInside = [SyntaxPattern(kind: "function_decl")] } == ["print(3)"])
    #expect(try found { $0.inside = [SyntaxPattern(pattern: "func $F($$$) async")] } == ["print(2)"])
    #expect(try found { $0.follows = [SyntaxPattern(pattern: "$L.lock()")] } == ["print(1)"])
    #expect(try found { $0.captures = [CaptureCondition(name: "X", regex: "^[12]$")] } == ["print(1)", "print(2)"])
    #expect(try found { $0.captures = [CaptureCondition(name: "X", notRegex: "1")] } == ["print(2)", "print(3)"])
    var has = PatternConditions()
    has.has = [SyntaxPattern(pattern: "print($X)")]
    let functions = SyntaxPattern(kind: "function_decl")
    #expect(try matches(functions, Self.code, has).count == 2)
    has.notHas = [SyntaxPattern(pattern: "Task { $$$ }")]
    #expect(try matches(functions, Self.code, has).count == 1)
  }

  @Test func `conditions can refer to captures of the pattern`() throws {
    var conditions = PatternConditions()
    conditions.inside = [SyntaxPattern(pattern: "func $F($$$)")]
    let code = "func a() { a() }\nfunc b() { a() }"
    #expect(try matches(SyntaxPattern(pattern: "$F($$$A)"), code, conditions) == ["a()"])
    conditions.inside = [SyntaxPattern(pattern: "func $G($$$)")]
    conditions.captures = [CaptureCondition(name: "F", equals: "G")]
    #expect(try matches(SyntaxPattern(pattern: "$F($$$A)"), code, conditions) == ["a()"])
  }

  @Test(arguments: [
    (
      SyntaxPattern(pattern: "let = 1"), "pattern",
      "the pattern does not parse at line 1, column 5: expected pattern in variable"
    ),
    (
      SyntaxPattern(pattern: "a +\n)"), "pattern",
      "the pattern does not parse at line 1, column 4: expected expression after operator"
    ),
    (SyntaxPattern(pattern: "$X"), "pattern", "the pattern matches every node; add a kind"),
    (SyntaxPattern(pattern: "// a"), "pattern", "the pattern has no code"),
    (
      SyntaxPattern(kind: "force_unwrap_exp"), "kind",
      "unknown kind of node \"force_unwrap_exp\"; did you mean force_unwrap_expr?"
    ),
    (SyntaxPattern(), "", "expected a pattern or a kind"),
    (SyntaxPattern(pattern: "a", selector: "class_decl"), "selector", "the pattern has no node of the kind class_decl"),
    (
      SyntaxPattern(pattern: String(repeating: "(", count: 600)), "pattern",
      "the pattern cannot be parsed: its syntax is nested too deeply"
    ),
  ])
  func `an invalid pattern is reported with the key and reason`(pattern: SyntaxPattern, key: String, message: String) {
    #expect(throws: CustomRuleProblem(key, message)) { try PatternSearch(pattern, PatternConditions()) }
  }

  @Test func `a condition on an unbound capture is an error`() {
    var conditions = PatternConditions()
    conditions.captures = [CaptureCondition(name: "Y", regex: "a")]
    #expect(throws: CustomRuleProblem("where", "$Y is never captured; captures are $X")) {
      try PatternSearch(SyntaxPattern(pattern: "f($X)"), conditions)
    }
  }

  @Test func `a pattern with too many ways to match is stopped`() throws {
    let arguments = (0..<400).map { "a\($0)" }.joined(separator: ", ")
    let file = try SourceFile(path: "a.swift", text: "f(\(arguments))").parse()
    let pattern = SyntaxPattern(pattern: "f($$$A, $X, $$$B, $Y, $$$C, $Z, $$$D, $X, $$$E)")
    let found = try PatternSearch(pattern, PatternConditions()).matches(in: file, limit: 10)
    #expect(found.matches.isEmpty)
    #expect(found.stop == .steps)
  }
}
