// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

/// The test functions of a file, of XCTest and of Swift Testing.
private enum TestFunctions {
  static func all(in file: ParsedFile) -> [FunctionDeclSyntax] {
    file.nodes(FunctionDeclSyntax.self).filter { node in
      if node.attributes.has("Test") { return true }
      guard node.name.text.hasPrefix("test"), node.signature.parameterClause.parameters.isEmpty,
        !node.modifiers.isStatic,
        let type = node.nearest([.classDecl, .structDecl, .enumDecl, .extensionDecl])?.as(ClassDeclSyntax.self)
      else { return false }
      return type.inheritanceClause?.names.contains { $0.hasSuffix("TestCase") || $0.hasSuffix("Tests") } ?? false
    }
  }
}

struct TestWithoutAssertionRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("Assertion functions of the project.") var assertions: [String] = []
  }

  static let description = RuleDescription(
    id: "test_without_assertion", summary: "A test without an assertion passes regardless of the result of the code.",
    kind: .lint,
    isOptIn: true,
    triggering: ["@Test func ↓a() {\n  b()\n}", "class A: XCTestCase {\n  func ↓testB() {\n    c()\n  }\n}"],
    nonTriggering: [
      "@Test func a() {\n  #expect(b)\n}", "@Test func a() throws {\n  try b()\n}",
      "class A: XCTestCase {\n  func testB() {\n    XCTAssert(c)\n  }\n}", "@Test func a() {\n  expectEqual(b, c)\n}",
      Example("@Test func a() {\n  prove(b)\n}", options: ["assertions": ["prove"]]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    // The same names occur many times.
    var known: [String: Bool] = [:]
    return TestFunctions.all(in: file).compactMap { node in
      guard let body = node.body, !file.tokens(in: body).contains(where: { isAssertion($0, &known) }) else {
        return nil
      }
      return Violation(node.name, in: file, "test without an assertion")
    }
  }

  private static let assertionNames = [
    "assert", "expect", "require", "verify", "check", "fail", "confirm", "record", "precondition", "fatalerror",
  ].map { Array($0.utf8) }

  private func isAssertion(_ token: TokenSyntax, _ known: inout [String: Bool]) -> Bool {
    switch token.tokenKind {
    // A thrown error fails the test.
    case .keyword(.try), .keyword(.throw): return true
    case .identifier(let name):
      if let known = known[name] { return known }
      let isNamed =
        Self.assertionNames.contains { name.utf8.contains(lowercased: $0) } || options.assertions.contains(name)
      known[name] = isNamed
      return isNamed
    default: return false
    }
  }
}

struct SleepInTestRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "sleep_in_test", summary: "Do not sleep in a test: it is slow, and fails on a slow machine.", kind: .lint,
    triggering: [
      "@Test func a() async throws {\n  try await ↓Task.sleep(for: .seconds(1))\n}",
      "class A: XCTestCase {\n  func testB() {\n    ↓sleep(1)\n  }\n}",
      "@Test func a() {\n  ↓Thread.sleep(forTimeInterval: 1)\n}",
    ],
    nonTriggering: [
      "func a() async throws {\n  try await Task.sleep(for: .seconds(1))\n}", "@Test func a() {\n  clock.sleep(1)\n}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    let calls = (file.calls("sleep") + file.calls("usleep")).filter { call in
      call.calledExpression.is(DeclReferenceExprSyntax.self)
        || ["Task", "Thread"].contains(call.receiver?.identifier ?? "")
    }
    guard !calls.isEmpty else { return [] }
    let bodies = TestFunctions.all(in: file).compactMap { $0.body?.range }
    return calls.filter { call in bodies.contains { $0.contains(call.start) } }.map {
      Violation($0, in: file, "test sleeps; wait for the event instead")
    }
  }
}

struct DisabledTestWithoutReasonRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "disabled_test_without_reason", summary: "State in a disabled test why it is disabled.", kind: .lint,
    triggering: [
      "@Test(↓.disabled()) func a() {\n  #expect(b)\n}", "func testA() throws {\n  throw ↓XCTSkip()\n}",
      "@Test(↓.disabled(if: a)) func b() {}",
    ],
    nonTriggering: [
      "@Test(.disabled(\"the server is gone\")) func a() {}",
      "func testA() throws {\n  throw XCTSkip(\"no network\")\n}",
      "// The server is gone.\n@Test(.disabled()) func a() {}",
      "@Test(.bug(\"https://example.com/1\"), .disabled()) func a() {}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    let disabled = file.calls("disabled").filter { call in
      guard call.calledExpression.as(MemberAccessExprSyntax.self)?.base == nil,
        let attribute = call.enclosing(AttributeSyntax.self)
      else { return false }
      return ["Test", "Suite"].contains(attribute.name) && !attribute.bareText.contains(".bug(")
    }
    let skips = file.calls("XCTSkip").filter { $0.isPlainCall("XCTSkip") }
    return (disabled + skips).filter { call in
      !call.arguments.contains { $0.expression.is(StringLiteralExprSyntax.self) || $0.label == nil }
        && !isExplained(call, in: file)
    }.map { Violation($0, in: file, "disabled test without a reason") }
  }

  private func isExplained(_ call: FunctionCallExprSyntax, in file: ParsedFile) -> Bool {
    let line = file.line(call)
    return file.comments.contains { comment in
      let commentLine = file.line(at: comment.range.lowerBound)
      return commentLine == line || commentLine == line - 1
    }
  }
}
