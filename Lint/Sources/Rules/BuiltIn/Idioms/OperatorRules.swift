// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct ShorthandOperatorRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "shorthand_operator", summary: "Write `a += b` instead of `a = a + b`.", kind: .style,
    swiftLint: .init(isOn: true, severity: .error),
    triggering: ["↓a = a + b", "↓self.a = self.a * 2"],
    nonTriggering: [
      "a += b", "a = b + a", "a = a + b + c", "let a = a + b", "func + (a: A, b: A) -> A {\n  a = a + b\n  return a\n}",
      "a = a ?? b",
    ])

  func violation(of node: SequenceExprSyntax, in file: ParsedFile) -> Violation? {
    let elements = Array(node.elements)
    guard elements.count == 5, elements[1].is(AssignmentExprSyntax.self),
      let symbol = elements[3].as(BinaryOperatorExprSyntax.self)?.operator.text,
      ["+", "-", "*", "/"].contains(symbol),
      elements[0].bareText == elements[2].bareText,
      node.enclosing(FunctionDeclSyntax.self)?.name.isIdentifier ?? true
    else { return nil }
    return Violation(node, in: file, "use \(symbol)=")
  }
}

struct OperatorWhitespaceRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "operator_whitespace", summary: "Write one space on both sides of the operator in its declaration.",
    kind: .style,
    isOptIn: true, swiftLint: .on,
    triggering: [
      "↓func +(a: A, b: A) -> A { a }", "↓func ==<T>(a: T, b: T) -> Bool { true }", "↓func  + (a: A, b: A) -> A { a }",
      "↓func +  (a: A, b: A) -> A { a }",
    ],
    nonTriggering: ["func + (a: A, b: A) -> A { a }", "func == <T>(a: T, b: T) -> Bool { true }", "func f(a: A) {}"])

  func violation(of node: FunctionDeclSyntax, in file: ParsedFile) -> Violation? {
    guard !node.name.isIdentifier, let next = node.name.nextToken(viewMode: .sourceAccurate) else { return nil }
    let gaps = [node.funcKeyword.end..<node.name.start, node.name.end..<next.start]
    guard gaps.contains(where: { file.text.text(in: $0) != " " }) else { return nil }
    return Violation(node.funcKeyword, in: file, "operator should have one space on both sides")
  }
}

struct PreferTypeCheckingRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "prefer_type_checking", summary: "Use `is` instead of comparing the result of `as?` with `nil`.",
    kind: .idiomatic, swiftLint: .on, isCorrectable: true,
    triggering: ["let a = ↓b as? C != nil", "if ↓b as? C<D> != nil {}"],
    nonTriggering: ["let a = b is C", "let a = b as? C", "if b as? C == nil {}", "if a != b as? C {}"])

  func violations(of node: SequenceExprSyntax, in file: ParsedFile) -> [Violation] {
    let elements = Array(node.elements)
    guard elements.count >= 5 else { return [] }
    return elements.indices.compactMap { index in
      guard index > 0, index + 3 < elements.count, let cast = elements[index].as(UnresolvedAsExprSyntax.self),
        cast.questionOrExclamationMark?.tokenKind == .postfixQuestionMark, elements[index + 3].isNil,
        elements[index + 2].as(BinaryOperatorExprSyntax.self)?.operator.text == "!="
      else { return nil }
      let range = elements[index - 1].start..<elements[index + 3].end
      let isCertain = isWhole(elements, index) && !file.hasComment(range)
      return Violation(
        range, "use is instead of as? and a comparison with nil",
        edits: isCertain
          ? [TextEdit(cast.range, "is"), .remove(elements[index + 1].end..<elements[index + 3].end)] : [])
    }
  }

  /// Whether the cast is the whole left side of the comparison, and the comparison means that the cast succeeds.
  ///
  /// - Parameter index: that of the cast.
  private func isWhole(_ elements: [ExprSyntax], _ index: Int) -> Bool {
    guard !elements[index + 1].bareText.hasSuffix("?") else { return false }
    return [index - 2, index + 4].allSatisfy { other in
      guard elements.indices.contains(other) else { return true }
      return ["&&", "||"].contains(elements[other].as(BinaryOperatorExprSyntax.self)?.operator.text ?? "")
        || elements[other].is(AssignmentExprSyntax.self) || elements[other].is(UnresolvedTernaryExprSyntax.self)
    }
  }
}

struct VoidFunctionInTernaryRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "void_function_in_ternary",
    summary: "Use `if` instead of a ternary operator that only calls functions without a result.",
    kind: .idiomatic, swiftLint: .on,
    triggering: ["func f() {\n  a ↓? b() : c()\n  d()\n}", "a ↓? b() : c()"],
    nonTriggering: [
      "let a = b ? c() : d()", "func f() -> Int {\n  a ? b() : c()\n}", "func f() -> Int {\n  return a ? b() : c()\n}",
      "let a = { b ? c() : d() }",
    ])

  func violation(of node: UnresolvedTernaryExprSyntax, in file: ParsedFile) -> Violation? {
    guard let list = node.parent?.as(ExprListSyntax.self),
      let item = list.parent?.parent?.as(CodeBlockItemSyntax.self),
      let last = list.last, isCall(node.thenExpression), isCall(last),
      !list.contains(where: { $0.is(AssignmentExprSyntax.self) }), !isValue(item)
    else { return nil }
    return Violation(node.questionMark, in: file, "use if to choose between functions without a result")
  }

  private func isCall(_ expression: ExprSyntax) -> Bool { expression.is(FunctionCallExprSyntax.self) }

  /// Whether the statement is the implicit result of a function, closure, property or branch.
  private func isValue(_ item: CodeBlockItemSyntax) -> Bool {
    guard let list = item.parent?.as(CodeBlockItemListSyntax.self), let owner = list.parent else { return false }
    if owner.is(ClosureExprSyntax.self) || owner.is(AccessorBlockSyntax.self) { return list.count == 1 }
    if owner.is(SwitchCaseSyntax.self) { return list.count == 1 }
    guard let block = owner.as(CodeBlockSyntax.self) else { return false }
    switch block.parent?.kind {
    case .functionDecl:
      guard list.count == 1, let result = block.parent?.as(FunctionDeclSyntax.self)?.signature.returnClause else {
        return false
      }
      return result.type.bareText != "Void" && result.type.bareText != "()"
    case .accessorDecl: return list.count == 1
    case .ifExpr: return list.count == 1
    default: return false
    }
  }
}

struct UnavailableConditionRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "unavailable_condition", summary: "Use `#unavailable` instead of `#available` with an empty branch.",
    kind: .idiomatic,
    swiftLint: .on,
    triggering: ["if ↓#available(iOS 13, *) {\n} else {\n  a()\n}", "if ↓#unavailable(iOS 13) {\n} else {\n  a()\n}"],
    nonTriggering: [
      "if #unavailable(iOS 13) {\n  a()\n}", "if #available(iOS 13, *) {\n  a()\n} else {\n  b()\n}",
      "if #available(iOS 13, *) {}",
    ])

  func violation(of node: IfExprSyntax, in file: ParsedFile) -> Violation? {
    guard node.body.statements.isEmpty, node.elseBody != nil,
      let condition = node.conditions.only?.condition.as(AvailabilityConditionSyntax.self)
    else { return nil }
    let better = condition.availabilityKeyword.text == "#available" ? "#unavailable" : "#available"
    return Violation(condition, in: file, "use \(better) instead of an empty branch")
  }
}

struct ToggleBoolRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "toggle_bool", summary: "Use `toggle()` instead of assigning the negated value.", kind: .idiomatic,
    swiftLint: .optIn, isCorrectable: true,
    triggering: ["↓a = !a", "↓self.a.b = !self.a.b"],
    nonTriggering: ["a.toggle()", "a = !b", "let a = !a", "a.b = !b"])

  func violation(of node: SequenceExprSyntax, in file: ParsedFile) -> Violation? {
    let elements = Array(node.elements)
    guard elements.count == 3, elements[1].is(AssignmentExprSyntax.self),
      let negated = elements[2].as(PrefixOperatorExprSyntax.self), negated.operator.text == "!",
      negated.expression.bareText == elements[0].bareText,
      !elements[0].is(DiscardAssignmentExprSyntax.self)
    else { return nil }
    let range = elements[0].end..<node.end
    // A call would be made once instead of twice.
    let hasCall = elements[0].tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .leftParen }
    return Violation(
      node, in: file, "use toggle()",
      edits: hasCall || file.hasInnerComment(node) ? [] : [TextEdit(range, ".toggle()")])
  }
}

struct PreferZeroOverExplicitInitRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "prefer_zero_over_explicit_init", summary: "Use `.zero` instead of an initializer with zeros.",
    kind: .idiomatic, swiftLint: .optIn, isCorrectable: true,
    triggering: ["let a = ↓CGPoint(x: 0, y: 0)", "let a = ↓UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0)"],
    nonTriggering: ["let a = CGPoint.zero", "let a = CGPoint(x: 0, y: 1)", "let a = Box(x: 0, y: 0)"])

  private static let labels = [
    "CGPoint": ["x", "y"], "CGRect": ["x", "y", "width", "height"], "CGSize": ["width", "height"],
    "CGVector": ["dx", "dy"], "UIEdgeInsets": ["top", "left", "bottom", "right"],
  ]

  func violations(in file: ParsedFile) -> [Violation] {
    Self.labels.flatMap { name, labels in
      file.calls(name).compactMap { call in
        guard call.isPlainCall(name), call.arguments.map({ $0.label?.text ?? "" }) == labels,
          call.arguments.allSatisfy({ ["0", "0.0"].contains($0.expression.bareText) })
        else { return nil }
        let isCertain = !file.localNames.all.contains(name) && !file.hasInnerComment(call)
        return Violation(
          call, in: file, "use \(name).zero", edits: isCertain ? [TextEdit(call.range, "\(name).zero")] : [])
      }
    }
  }
}
