// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

struct QuickDiscouragedFocusedTestRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "quick_discouraged_focused_test",
    summary: "Remove the focus from a Quick test: it keeps all other tests from running.", kind: .lint,
    swiftLint: .optIn,
    triggering: [
      "class A: QuickSpec {\n  override func spec() {\n    ↓fit(\"b\") {}\n  }\n}",
      "class A: QuickSpec {\n  override func spec() {\n    describe(\"b\") {\n      ↓fcontext(\"c\") {}\n    }\n  }\n}",
    ],
    nonTriggering: ["class A: QuickSpec {\n  override func spec() {\n    it(\"b\") {}\n  }\n}", "fit(\"a\") {}"])

  func violations(in file: ParsedFile) -> [Violation] {
    QuickSpecs.calls(["fdescribe", "fcontext", "fit", "fitBehavesLike"], in: file).map {
      Violation($0, in: file, "focused test")
    }
  }
}

struct QuickDiscouragedPendingTestRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "quick_discouraged_pending_test", summary: "Enable or remove a pending Quick test: it never runs.", kind: .lint,
    swiftLint: .optIn,
    triggering: [
      "class A: QuickSpec {\n  override func spec() {\n    ↓xit(\"b\") {}\n  }\n}",
      "class A: QuickSpec {\n  override func spec() {\n    ↓pending(\"b\") {}\n  }\n}",
    ],
    nonTriggering: ["class A: QuickSpec {\n  override func spec() {\n    it(\"b\") {}\n  }\n}", "xit(\"a\") {}"])

  func violations(in file: ParsedFile) -> [Violation] {
    QuickSpecs.calls(["pending", "xdescribe", "xcontext", "xit", "xitBehavesLike"], in: file).map {
      Violation($0, in: file, "pending test")
    }
  }
}

private enum QuickSpecs {
  static func calls(_ names: [String], in file: ParsedFile) -> [FunctionCallExprSyntax] {
    names.flatMap { file.calls($0) }.filter { call in
      call.calledExpression.is(DeclReferenceExprSyntax.self)
        && call.ancestors.contains {
          $0.as(ClassDeclSyntax.self)?.inheritanceClause?.names.contains { $0.contains("QuickSpec") } == true
        }
    }
  }
}

struct NimbleOperatorRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "nimble_operator", summary: "Use Nimble's operators, such as `==`, instead of its matcher functions.",
    kind: .idiomatic, swiftLint: .optIn,
    triggering: ["↓expect(a).to(equal(1))", "↓expect(a).toNot(beNil())"],
    nonTriggering: ["expect(a) == 1", "expect(a).to(haveCount(1))", "expect(a).to(equal(1), description: \"b\")"])

  private static let matchers: Set<String> = [
    "equal", "beIdenticalTo", "beGreaterThan", "beGreaterThanOrEqualTo", "beLessThan", "beLessThanOrEqualTo", "beTrue",
    "beFalse", "beNil",
  ]

  func violations(in file: ParsedFile) -> [Violation] {
    ["to", "toNot", "notTo"].flatMap { name in
      file.calls(name).filter { call in
        guard call.arguments.count == 1, let base = call.receiver?.as(FunctionCallExprSyntax.self),
          base.isPlainCall("expect"),
          let matcher = call.arguments.first?.expression.as(FunctionCallExprSyntax.self), matcher.arguments.count <= 1
        else { return false }
        let isNegativeOnly = name != "to" && !["equal", "beIdenticalTo", "beNil"].contains(matcher.lastName)
        return Self.matchers.contains(matcher.lastName) && matcher.calledExpression.is(DeclReferenceExprSyntax.self)
          && !isNegativeOnly
      }.map { Violation($0, in: file, "use an operator instead of a matcher") }
    }
  }
}

struct DiscouragedAssertRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "discouraged_assert", summary: "Use `assertionFailure()` instead of `assert(false)`.", kind: .idiomatic,
    swiftLint: .optIn,
    triggering: ["↓assert(false)", "↓assert(false, \"a\")"],
    nonTriggering: ["assert(a)", "assertionFailure(\"a\")"])

  func violations(in file: ParsedFile) -> [Violation] {
    file.calls("assert").filter { call in
      call.isPlainCall("assert") && call.arguments.first?.label == nil
        && call.arguments.first?.expression.bareText == "false"
    }.map { Violation($0, in: file, "use assertionFailure") }
  }
}
