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

struct QuickDiscouragedCallRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "quick_discouraged_call",
    summary: "Set up a Quick test in `beforeEach`: code between the tests runs before all of them, and once.",
    kind: .lint, swiftLint: .optIn,
    triggering: [
      "class A: QuickSpec {\n  override func spec() {\n    describe(\"b\") {\n      let c = ↓C()\n    }\n  }\n}",
      "class A: QuickSpec {\n  override func spec() {\n    context(\"b\") {\n      ↓c.reset()\n    }\n  }\n}",
    ],
    nonTriggering: [
      "class A: QuickSpec {\n  override func spec() {\n    describe(\"b\") {\n      it(\"c\") { d() }\n    }\n  }\n}",
      "class A {\n  func spec() {\n    describe(\"b\") { c() }\n  }\n}",
    ])

  private static let groups: Set<String> = [
    "describe", "context", "sharedExamples", "fdescribe", "fcontext", "xdescribe", "xcontext",
  ]
  private static let allowed = groups.union([
    "it", "fit", "xit", "pending", "itBehavesLike", "fitBehavesLike", "xitBehavesLike", "beforeEach", "beforeSuite",
    "afterEach", "afterSuite", "justBeforeEach", "aroundEach",
  ])

  func violations(in file: ParsedFile) -> [Violation] {
    guard file.text.contains("QuickSpec") else { return [] }
    let bodies = RangeSet(
      file.nodes(ClassDeclSyntax.self).filter(Self.isSpec).flatMap {
        $0.memberBlock.members.compactMap { Self.body(of: $0.decl) }
      })
    guard !bodies.isEmpty else { return [] }
    let groups = file.nodes(FunctionCallExprSyntax.self).filter { call in
      call.calledExpression.identifier.map(Self.groups.contains) ?? false
        && bodies.contains(call.start)
    }
    return groups.flatMap { Self.calls(in: $0) }.map {
      Violation($0, in: file, "call outside of a test; make it in beforeEach")
    }
  }

  private static func isSpec(_ node: ClassDeclSyntax) -> Bool {
    node.inheritanceClause?.names.contains { $0 == "QuickSpec" || $0.hasSuffix(".QuickSpec") } ?? false
  }

  /// Returns the body of the method `spec()` of an instance.
  private static func body(of node: DeclSyntax) -> Range<Int>? {
    guard let function = node.as(FunctionDeclSyntax.self), function.name.text == "spec", !function.modifiers.isStatic,
      function.signature.parameterClause.parameters.isEmpty
    else { return nil }
    return function.body?.range
  }

  /// The discouraged calls among the arguments of a group and the statements of its closures.
  private static func calls(in group: FunctionCallExprSyntax) -> [ExprSyntax] {
    let arguments = group.arguments.map(\.expression)
    let closures =
      arguments.compactMap { $0.as(ClosureExprSyntax.self) } + [group.trailingClosure].compactMap(\.self)
      + group.additionalTrailingClosures.map(\.closure)
    return arguments.flatMap(calls) + closures.flatMap { $0.statements.flatMap { calls(in: $0.item) } }
  }

  private static func calls(in item: CodeBlockItemSyntax.Item) -> [ExprSyntax] {
    switch item {
    case .expr(let expression): return calls(expression)
    case .stmt(let statement):
      let result = statement.as(ReturnStmtSyntax.self)?.expression ?? statement.as(ThrowStmtSyntax.self)?.expression
      return result.map(calls) ?? []
    case .decl(let declaration):
      return declaration.as(VariableDeclSyntax.self)?.bindings.flatMap { binding in
        (binding.initializer.map { calls($0.value) } ?? []) + getterCalls(binding)
      } ?? []
    }
  }

  private static func getterCalls(_ binding: PatternBindingSyntax) -> [ExprSyntax] {
    guard case .getter(let statements) = binding.accessorBlock?.accessors else { return [] }
    return statements.flatMap { calls(in: $0.item) }
  }

  /// The outermost calls of an expression that are evaluated with it, apart from elements of literals.
  private static func calls(_ expression: ExprSyntax) -> [ExprSyntax] {
    switch expression.as(ExprSyntaxEnum.self) {
    case .functionCallExpr(let node):
      node.calledExpression.identifier.map(allowed.contains) == true ? [] : [expression]
    case .subscriptCallExpr: [expression]
    case .memberAccessExpr(let node): node.base.map(calls) ?? []
    case .optionalChainingExpr(let node): calls(node.expression)
    case .forceUnwrapExpr(let node): calls(node.expression)
    case .tryExpr(let node): calls(node.expression)
    case .awaitExpr(let node): calls(node.expression)
    case .sequenceExpr(let node): node.elements.flatMap(calls)
    case .unresolvedTernaryExpr(let node): calls(node.thenExpression)
    case .tupleExpr(let node): node.elements.only.map { calls($0.expression) } ?? []
    default: []
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
