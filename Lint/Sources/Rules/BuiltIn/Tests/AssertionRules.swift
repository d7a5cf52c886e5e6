// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct PreferNimbleRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "prefer_nimble", summary: "Use Nimble's expectations instead of XCTest's assertions.", kind: .idiomatic,
    swiftLint: .optIn,
    triggering: ["↓XCTAssertTrue(a)", "func testA() {\n  ↓XCTAssertEqual(a, b)\n}"],
    nonTriggering: ["expect(a).to(beTrue())", "XCTFail(\"a\")"])

  func violations(in file: ParsedFile) -> [Violation] {
    file.callsByName.filter { $0.key.hasPrefix("XCTAssert") }.values.joined().compactMap { call in
      guard call.calledExpression.is(DeclReferenceExprSyntax.self) else { return nil }
      return Violation(call, in: file, "use a matcher of Nimble instead of \(call.lastName)")
    }
  }
}

struct XCTSpecificMatcherRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("The assertions to check.", choices: ["one-argument-asserts", "two-argument-asserts"])
    var matchers = ["one-argument-asserts", "two-argument-asserts"]
  }

  static let description = RuleDescription(
    id: "xct_specific_matcher", name: "XCTest Specific Matcher",
    summary: "Use the specific XCTest assertion, such as `XCTAssertNil`: its failure message is more detailed.",
    kind: .idiomatic, swiftLint: .optIn,
    triggering: [
      "↓XCTAssertEqual(a, true)", "↓XCTAssertNotEqual(a, nil)", "↓XCTAssertTrue(a == b)", "↓XCTAssert(a as Any? != b)",
      "↓XCTAssertEqual(false, a)", "↓XCTAssertFalse(a != nil)",
    ],
    nonTriggering: [
      "XCTAssertTrue(a)", "XCTAssertEqual(a, b)", "XCTAssertEqual(a?.b, true)", "XCTAssertTrue(a && b == c)",
      "XCTAssert(try a == b)", "XCTAssert(a > b)",
      "XCTAssertNil(a)", Example("XCTAssertTrue(a == b)", options: ["matchers": ["two-argument-asserts"]]),
      Example("XCTAssertEqual(a, true)", options: ["matchers": ["one-argument-asserts"]]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    var result: [Violation] = []
    func check(_ call: FunctionCallExprSyntax, _ better: String?) {
      guard call.calledExpression.is(DeclReferenceExprSyntax.self), let better else { return }
      result.append(Violation(call, in: file, "use \(better) instead of \(call.lastName)"))
    }
    if options.matchers.contains("two-argument-asserts") {
      for call in file.calls("XCTAssertEqual") { check(call, forTwo(true, call, file)) }
      for call in file.calls("XCTAssertNotEqual") { check(call, forTwo(false, call, file)) }
    }
    guard options.matchers.contains("one-argument-asserts"),
      file.callsByName.keys.contains(where: { $0.hasPrefix("XCTAssert") })
    else { return result }
    for operation in file.operations {
      guard let argument = operation.sequence.parent?.as(LabeledExprSyntax.self),
        let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self), call.arguments.first?.id == argument.id
      else { continue }
      switch call.lastName {
      case "XCTAssert", "XCTAssertTrue": check(call, forOne(true, operation))
      case "XCTAssertFalse": check(call, forOne(false, operation))
      default: break
      }
    }
    return result
  }

  private func forTwo(_ isEqual: Bool, _ call: FunctionCallExprSyntax, _ file: ParsedFile) -> String? {
    let values = call.arguments.prefix(2).map { file.text(of: $0.expression) }
    guard values.count == 2, let literal = values.first(where: { ["true", "false", "nil"].contains($0) }) else {
      return nil
    }
    if literal == "nil" { return isEqual ? "XCTAssertNil" : "XCTAssertNotNil" }
    // An optional Boolean can be nil, which the other assertions do not accept.
    if values.contains(where: { $0.contains("?") }) { return nil }
    return (literal == "true") == isEqual ? "XCTAssertTrue" : "XCTAssertFalse"
  }

  private func forOne(_ isTrue: Bool, _ operation: Operation) -> String? {
    let isEqual = operation.symbol == "=="
    guard isEqual || operation.symbol == "!=", !operation.hasEffect, operation.isOutermost else { return nil }
    let isPositive = isTrue == isEqual
    if operation.left.isNil || operation.right.isNil { return isPositive ? "XCTAssertNil" : "XCTAssertNotNil" }
    return isPositive ? "XCTAssertEqual" : "XCTAssertNotEqual"
  }
}

struct XCTFailMessageRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "xctfail_message", name: "XCTFail Message", summary: "Give `XCTFail` a message that describes the failure.",
    kind: .idiomatic,
    swiftLint: .on,
    triggering: ["↓XCTFail()", "↓XCTFail(\"\")"],
    nonTriggering: ["XCTFail(\"no answer\")", "XCTFail(message)", "fail()"])

  func violations(in file: ParsedFile) -> [Violation] {
    file.calls("XCTFail").filter(\.isWithoutMessage).map { Violation($0, in: file, "XCTFail without a message") }
  }
}

struct FatalErrorMessageRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "fatal_error_message", summary: "Give `fatalError` a message that describes the error.", kind: .idiomatic,
    swiftLint: .optIn,
    triggering: ["↓fatalError()", "↓fatalError(\"\")"],
    nonTriggering: ["fatalError(\"no file\")", "fatalError(message)"])

  func violations(in file: ParsedFile) -> [Violation] {
    file.calls("fatalError").filter(\.isWithoutMessage).map { Violation($0, in: file, "fatalError without a message") }
  }
}

extension FunctionCallExprSyntax {
  /// Whether it is a call of a plain name whose first argument is missing, or an empty literal.
  fileprivate var isWithoutMessage: Bool {
    guard calledExpression.is(DeclReferenceExprSyntax.self) else { return false }
    guard let first = arguments.first?.expression else { return true }
    return first.as(StringLiteralExprSyntax.self)?.segments.bareText.isEmpty == true
  }
}
