// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

struct ContainsOverFilterCountRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "contains_over_filter_count",
    summary: "Use `contains(where:)` instead of counting filtered elements: it stops at the first match.",
    kind: .performance, swiftLint: .optIn,
    triggering: ["let a = ↓b.filter { $0 > 1 }.count == 0", "let a = ↓b.filter({ $0 > 1 }).count > 0"],
    nonTriggering: ["let a = b.contains { $0 > 1 }", "let a = b.filter { $0 > 1 }.count == 2"])

  func violations(in file: ParsedFile) -> [Violation] {
    file.operations.compactMap { operation in
      guard ["==", "!=", ">"].contains(operation.symbol), operation.right.integer == "0",
        let member = operation.left.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "count",
        let call = member.base?.as(FunctionCallExprSyntax.self), call.isMethod("filter"), call.onlyClosure != nil
      else { return nil }
      return Violation(operation.left, in: file, "use contains instead of filter and count")
    }
  }
}

struct ContainsOverFilterIsEmptyRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "contains_over_filter_is_empty",
    summary: "Use `contains(where:)` instead of `filter` and `isEmpty`: it stops at the first match.",
    kind: .performance, swiftLint: .optIn,
    triggering: ["let a = ↓b.filter { $0 > 1 }.isEmpty", "if !↓b.filter({ $0 > 1 }).isEmpty {}"],
    nonTriggering: ["let a = b.contains { $0 > 1 }", "let a = b.filter { $0 > 1 }"])

  func violations(in file: ParsedFile) -> [Violation] {
    file.calls("filter").compactMap { call in
      guard call.isMethod("filter"), call.onlyClosure != nil,
        let member = call.parent?.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "isEmpty"
      else { return nil }
      return Violation(member, in: file, "use contains instead of filter and isEmpty")
    }
  }
}

struct ContainsOverFirstNotNilRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "contains_over_first_not_nil",
    summary: "Use `contains` instead of comparing `first(where:)` or `firstIndex(of:)` with `nil`.", kind: .performance,
    swiftLint: .optIn,
    triggering: ["let a = ↓b.first { $0 > 1 } != nil", "let a = ↓b.firstIndex(where: { $0 > 1 }) == nil"],
    nonTriggering: ["let a = b.contains { $0 > 1 }", "let a = b.first != nil"])

  func violations(in file: ParsedFile) -> [Violation] {
    file.operations.compactMap { operation in
      guard ["==", "!="].contains(operation.symbol), operation.right.isNil,
        let call = operation.left.as(FunctionCallExprSyntax.self),
        call.isMethod("first") || call.isMethod("firstIndex"),
        call.trailingClosure != nil || call.arguments.first?.label?.text == "where"
      else { return nil }
      return Violation(call, in: file, "use contains instead of comparing with nil")
    }
  }
}

struct ContainsOverRangeNilComparisonRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "contains_over_range_nil_comparison", summary: "Use `contains` instead of comparing `range(of:)` with `nil`.",
    kind: .performance, swiftLint: .optIn,
    triggering: ["let a = ↓b.range(of: \"c\") != nil", "let a = ↓b.range(of: c) == nil"],
    nonTriggering: ["let a = b.contains(\"c\")", "let a = b.range(of: \"c\", options: .anchored) != nil"])

  func violations(in file: ParsedFile) -> [Violation] {
    file.operations.compactMap { operation in
      guard ["==", "!="].contains(operation.symbol), operation.right.isNil,
        let call = operation.left.as(FunctionCallExprSyntax.self), call.isMethod("range"), call.arguments.count == 1,
        call.arguments.first?.label?.text == "of"
      else { return nil }
      return Violation(call, in: file, "use contains instead of comparing with nil")
    }
  }
}

struct FirstWhereRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "first_where", summary: "Use `first(where:)` instead of `filter` and `first`: it stops at the first match.",
    kind: .performance, swiftLint: .optIn,
    triggering: ["let a = b↓.filter { $0 > 1 }.first", "let a = (b.c↓.filter({ $0 > 1 })).first"],
    nonTriggering: [
      "let a = b.first { $0 > 1 }", "let a = b.filter(\"c\").first", "let a = b.filter { $0 > 1 }.first { $0 > 2 }",
    ])

  func violations(in file: ParsedFile) -> [Violation] { FilteredEnds.violations(of: "first", in: file) }
}

struct LastWhereRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "last_where", summary: "Use `last(where:)` instead of `filter` and `last`: it stops at the last match.",
    kind: .performance, swiftLint: .optIn,
    triggering: ["let a = b↓.filter { $0 > 1 }.last", "let a = b↓.filter({ $0 > 1 }).last?.c"],
    nonTriggering: ["let a = b.last { $0 > 1 }", "let a = b.filter(\"c\").last"])

  func violations(in file: ParsedFile) -> [Violation] { FilteredEnds.violations(of: "last", in: file) }
}

private enum FilteredEnds {
  static func violations(of name: String, in file: ParsedFile) -> [Violation] {
    file.calls("filter").compactMap { call in
      guard let called = call.calledExpression.as(MemberAccessExprSyntax.self), called.base != nil,
        call.onlyClosure != nil
      else { return nil }
      var node = Syntax(call)
      while let tuple = node.parent?.parent?.parent?.as(TupleExprSyntax.self), tuple.elements.count == 1 {
        node = Syntax(tuple)
      }
      guard let member = node.parent?.as(MemberAccessExprSyntax.self), member.declName.baseName.text == name,
        member.parent?.is(FunctionCallExprSyntax.self) != true
      else { return nil }
      return Violation(called.period.start..<call.end, "use \(name)(where:) instead of filter and \(name)")
    }
  }
}

struct SortedFirstLastRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "sorted_first_last", name: "Min or Max over Sorted First or Last",
    summary: "Use `min` or `max` instead of sorting for the first or last element.", kind: .performance,
    swiftLint: .optIn,
    triggering: ["let a = ↓b.sorted().first", "let a = ↓b.sorted(by: { $0 < $1 }).last?.c"],
    nonTriggering: [
      "let a = b.min()", "let a = b.sorted().first { $0 > 1 }", "let a = b.sorted(byKeyPath: \"c\").first",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    file.calls("sorted").compactMap { call in
      guard call.isMethod("sorted"), call.arguments.allSatisfy({ $0.label?.text == "by" }),
        let member = call.parent?.as(MemberAccessExprSyntax.self),
        ["first", "last"].contains(member.declName.baseName.text),
        member.parent?.is(FunctionCallExprSyntax.self) != true
      else { return nil }
      return Violation(call, in: file, "use min or max instead of sorting")
    }
  }
}

struct FlatMapOverMapReduceRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "flatmap_over_map_reduce", name: "Flat Map over Map Reduce",
    summary: "Use `flatMap` instead of `map` and `reduce([], +)`, which copies the array for each element.",
    kind: .performance, swiftLint: .optIn,
    triggering: ["let a = ↓b.map { $0.c }.reduce([], +)", "let a = ↓b.map(c).reduce([], +)"],
    nonTriggering: ["let a = b.flatMap { $0.c }", "let a = b.map { $0.c }.reduce(0, +)"])

  func violations(in file: ParsedFile) -> [Violation] {
    file.calls("reduce").compactMap { call in
      guard call.arguments.count == 2, let first = call.arguments.first, let last = call.arguments.last,
        first.expression.as(ArrayExprSyntax.self)?.elements.isEmpty == true, last.expression.bareText == "+",
        let inner = call.receiver?.as(FunctionCallExprSyntax.self), inner.isMethod("map")
      else { return nil }
      return Violation(call, in: file, "use flatMap instead of map and reduce")
    }
  }
}

struct ReduceBooleanRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "reduce_boolean",
    summary: "Use `allSatisfy` or `contains` instead of reducing to a Boolean: they can stop early.",
    kind: .performance, swiftLint: .on,
    triggering: [
      "let a = b.↓reduce(true) { $0 && $1 }", "let a = b.↓reduce(false, { $0 || $1 })",
      "let a = ↓reduce(true) { $0 && $1 }",
    ],
    nonTriggering: ["let a = b.allSatisfy { $0 }", "let a = b.reduce(0) { $0 + $1 }"])

  func violations(in file: ParsedFile) -> [Violation] {
    file.calls("reduce").compactMap { call in
      guard let first = call.arguments.first, first.label == nil,
        let literal = first.expression.as(BooleanLiteralExprSyntax.self)
      else { return nil }
      let name = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.start ?? call.start
      let better = literal.literal.text == "true" ? "allSatisfy" : "contains"
      return Violation(name..<call.end, "use \(better) instead of reduce")
    }
  }
}

struct ReduceIntoRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "reduce_into", summary: "Use `reduce(into:)` for collections: `reduce` copies the collection in each step.",
    kind: .performance, swiftLint: .optIn,
    triggering: [
      "let a = b.↓reduce([]) { $0 + [$1] }", "let a = b.↓reduce(Set<Int>()) { $0.union($1) }",
      "let a = b.↓reduce(\"\") { $0 + $1 }",
    ],
    nonTriggering: ["let a = b.reduce(into: []) { $0.append($1) }", "let a = b.reduce(0, +)"])

  func violations(in file: ParsedFile) -> [Violation] {
    file.calls("reduce").compactMap { call in
      guard let name = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName,
        let first = call.arguments.first,
        call.arguments.count == 2 || (call.arguments.count == 1 && call.trailingClosure != nil),
        first.label == nil, isCopied(first.expression)
      else { return nil }
      return Violation(name, in: file, "use reduce(into:) for a collection")
    }
  }

  private func isCopied(_ expression: ExprSyntax) -> Bool {
    switch expression.kind {
    case .arrayExpr, .dictionaryExpr, .stringLiteralExpr: return true
    case .functionCallExpr:
      guard let call = expression.as(FunctionCallExprSyntax.self) else { return false }
      var called = call.calledExpression
      if let member = called.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "init",
        let base = member.base
      {
        called = base
      }
      if called.is(ArrayExprSyntax.self) || called.is(DictionaryExprSyntax.self) { return true }
      let name = called.as(GenericSpecializationExprSyntax.self)?.expression.identifier ?? called.identifier ?? ""
      return ["Array", "Dictionary", "Set", "String"].contains(name)
    default: return false
    }
  }
}

struct ArrayInitRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "array_init",
    summary: "Convert a sequence with `Array(a)`, not with a `map` that returns its elements unchanged.", kind: .lint,
    swiftLint: .optIn,
    triggering: ["let a = ↓b.map { $0 }", "let a = ↓b.map({ c in c })", "let a = ↓b.map { (c) in\n  return c\n}"],
    nonTriggering: ["let a = Array(b)", "let a = b.map { $0.c }", "let a = b.map { $0! }"])

  func violations(in file: ParsedFile) -> [Violation] {
    file.calls("map").compactMap { call in
      guard call.receiver != nil, let closure = call.onlyClosure, let statement = closure.statements.only?.item,
        isIdentity(statement, closure)
      else { return nil }
      return Violation(call, in: file, "use Array instead of a map that changes nothing")
    }
  }

  private func isIdentity(_ item: CodeBlockItemSyntax.Item, _ closure: ClosureExprSyntax) -> Bool {
    var expression = item.as(ExprSyntax.self)
    if let statement = item.as(ReturnStmtSyntax.self) { expression = statement.expression }
    guard let name = expression?.identifier else { return false }
    switch closure.signature?.parameterClause {
    case .simpleInput(let names): return names.count == 1 && names.first?.name.text == name
    case .parameterClause(let clause):
      guard let only = clause.parameters.only else { return false }
      return (only.secondName ?? only.firstName).text == name
    case nil: return name == "$0"
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether the call is one of the method with an explicit base.
  func isMethod(_ name: String) -> Bool {
    guard let member = calledExpression.as(MemberAccessExprSyntax.self), member.base != nil else { return false }
    return member.declName.baseName.text == name
  }
}
