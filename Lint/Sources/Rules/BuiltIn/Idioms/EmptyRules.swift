// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct EmptyCatchRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "empty_catch", summary: "Handle an error or state why it is ignored: an empty `catch` discards it silently.",
    kind: .lint,
    triggering: ["do { try save() } ↓catch {}", "do {\n  try save()\n} ↓catch SaveError.full {\n\n} ↓catch {\n}"],
    nonTriggering: [
      "do { try save() } catch { report(error) }", "do {\n  try save()\n} catch {\n  // The next save tries again.\n}",
      "do { try save() } catch { /* tried again later */ }",
    ])

  func violation(of node: CatchClauseSyntax, in file: ParsedFile) -> Violation? {
    guard node.body.statements.isEmpty else { return nil }
    let start = node.body.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset
    let end = node.body.rightBrace.positionAfterSkippingLeadingTrivia.utf8Offset
    // A comment counts as the explanation.
    guard start <= end, !file.text.bytes[start..<end].contains(UInt8(ascii: "/")) else { return nil }
    return Violation(
      node.catchKeyword, in: file, "empty catch block; handle the error, or explain in a comment why it is ignored")
  }
}

struct UnusedOptionalBindingRule: NodeRule {
  struct Options: RuleOptions {
    @RuleOption("Whether to allow `_` for the value of a `try?`.") var ignoreOptionalTry = false
  }

  static let description = RuleDescription(
    id: "unused_optional_binding", summary: "Compare with `nil` instead of binding an optional to `_`.", kind: .style,
    swiftLint: .on,
    triggering: [
      "if let ↓_ = user.name { greet() }", "guard let ↓_ = first, let second = rest else { return }",
      "if let ↓_ = try? save() {}", Example("if let ↓_ = try save() {}", options: ["ignore_optional_try": true]),
    ],
    nonTriggering: [
      "if user.name != nil { greet() }", "if let name = user.name { greet(name) }", "let _ = try? save()",
      Example("if let _ = try? save() {}", options: ["ignore_optional_try": true]),
    ])

  let options: Options

  func violation(of node: OptionalBindingConditionSyntax, in file: ParsedFile) -> Violation? {
    guard file.text(of: node.pattern) == "_" else { return nil }
    if options.ignoreOptionalTry,
      node.initializer?.value.as(TryExprSyntax.self)?.questionOrExclamationMark?.tokenKind == .postfixQuestionMark
    {
      return nil
    }
    return Violation(node.pattern, in: file, "unused optional binding; compare with nil")
  }
}

struct EmptyEnumArgumentsRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "empty_enum_arguments", summary: "Leave out associated values that a pattern does not use.",
    kind: .style, swiftLint: .on, isCorrectable: true,
    triggering: ["switch a {\ncase .b↓(_): c()\n}", "switch a {\ncase .b↓(): c()\n}", "if case .b↓(_, _) = a {}"],
    nonTriggering: [
      "switch a {\ncase .b: c()\n}", "switch a {\ncase .b(let c): d(c)\n}", "switch a {\ncase (.b, _): c()\n}",
      "if case let .b(_, c) = a {}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    var patterns = file.nodes(SwitchCaseItemSyntax.self).map { Syntax($0.pattern) }
    patterns += file.nodes(MatchingPatternConditionSyntax.self).map { Syntax($0.pattern) }
    patterns += file.nodes(CatchItemSyntax.self).compactMap { $0.pattern.map { Syntax($0) } }
    patterns += file.nodes(ForStmtSyntax.self).filter { $0.caseKeyword != nil }.map { Syntax($0.pattern) }
    lazy var overloaded = overloadedCases(in: file)
    return patterns.compactMap { violation($0, overloaded, in: file) }
  }

  /// The names of which an enumeration has several cases.
  private func overloadedCases(in file: ParsedFile) -> Set<String> {
    let names = file.nodes(EnumDeclSyntax.self).flatMap { type in
      let cases = type.memberBlock.members.declarations(EnumCaseDeclSyntax.self)
      let names = cases.flatMap { $0.elements.map(\.name.name) }
      return Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys
    }
    return Set(names)
  }

  private func violation(
    _ pattern: Syntax, _ overloaded: @autoclosure () -> Set<String>, in file: ParsedFile
  ) -> Violation? {
    var expression = pattern.as(ExpressionPatternSyntax.self)?.expression
    if let binding = pattern.as(ValueBindingPatternSyntax.self) {
      expression = binding.pattern.as(ExpressionPatternSyntax.self)?.expression
    }
    if let chained = expression?.as(OptionalChainingExprSyntax.self) { expression = chained.expression }
    guard let call = expression?.as(FunctionCallExprSyntax.self),
      let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      member.base.map({ $0.lastName?.first?.isUppercase == true }) ?? true, let left = call.leftParen,
      let right = call.rightParen,
      call.arguments.allSatisfy({ argument in
        argument.expression.is(DiscardAssignmentExprSyntax.self) || argument.expression.bareText == "_"
      })
    else { return nil }
    // Without arguments it can be a call.
    let isCertain =
      !call.arguments.isEmpty && call.trailingClosure == nil && !file.hasComment(left.start..<right.end)
      && !overloaded().contains(member.declName.baseName.name)
    return Violation(
      left, in: file, "unnecessary arguments in the pattern",
      edits: isCertain ? [.remove(left.start..<right.end)] : [])
  }
}

struct EmptyParametersRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "empty_parameters", summary: "Write a function type without parameters as `() -> `, not as `Void -> `.",
    kind: .style, swiftLint: .on,
    isCorrectable: true,
    triggering: ["let a: ↓Void -> Void = b", "func f(a: ↓(Void) -> Int) {}"],
    nonTriggering: ["let a: () -> Void = b", "func f(a: (Void, Int) -> Int) {}"])

  func violation(of node: FunctionTypeSyntax, in file: ParsedFile) -> Violation? {
    guard let type = node.parameters.only?.type, type.bareText == "Void" else {
      return nil
    }
    let range = node.leftParen.start..<node.rightParen.end
    // A function with one parameter of the type `Void` is another type; without parentheses it is not valid Swift.
    let isCertain = node.leftParen.presence == .missing && !file.localNames.all.contains("Void")
    return Violation(
      range, "use () for a function without parameters", edits: isCertain ? [TextEdit(range, "()")] : [])
  }
}

struct EmptyParenthesesWithTrailingClosureRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "empty_parentheses_with_trailing_closure",
    summary: "Leave out empty parentheses in front of a trailing closure.",
    kind: .style, swiftLint: .on, isCorrectable: true,
    triggering: ["a.map↓() { $0 }", "run↓( ) { b() }"],
    nonTriggering: ["a.map { $0 }", "run(1) { b() }", "run({ b() })"])

  func violation(of node: FunctionCallExprSyntax, in file: ParsedFile) -> Violation? {
    guard node.trailingClosure != nil, node.arguments.isEmpty, let left = node.leftParen, let right = node.rightParen,
      left.presence == .present
    else { return nil }
    let range = left.start..<right.end
    // The closure would be an argument of the call whose result is called, and on its own line a statement.
    let isCertain =
      !file.hasComment(range) && !node.calledExpression.is(FunctionCallExprSyntax.self)
      && !node.calledExpression.is(ClosureExprSyntax.self)
      && !file.hasNewline(right.end..<(node.trailingClosure?.start ?? right.end))
    return Violation(
      left, in: file, "unnecessary parentheses before a trailing closure", edits: isCertain ? [.remove(range)] : [])
  }
}

struct MultipleClosuresWithTrailingClosureRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "multiple_closures_with_trailing_closure",
    summary: "Do not use a trailing closure in a call that has other closures as arguments.",
    kind: .style, isOptIn: true, swiftLint: .on,
    triggering: ["run(a: { b() }) ↓{ c() }", "run({ a }, { b }) ↓{ c in d(c) }"],
    nonTriggering: ["run(a: { b() }, c: { d() })", "run(a: 1) { b() }", "run { a() } b: { c() }"])

  func violation(of node: FunctionCallExprSyntax, in file: ParsedFile) -> Violation? {
    guard let closure = node.trailingClosure,
      node.arguments.contains(where: { $0.expression.is(ClosureExprSyntax.self) })
    else { return nil }
    return Violation(closure, in: file, "trailing closure among other closures")
  }
}

struct NoSpaceInMethodCallRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "no_space_in_method_call", summary: "Write no space between the name of a function and its parentheses.",
    kind: .style,
    swiftLint: .on, isCorrectable: true,
    triggering: ["run↓ ()", "a.run↓  (b)"],
    nonTriggering: ["run()", "a.run(b)", "run { a }", "let a = (b)\n  (c)"])

  func violation(of node: FunctionCallExprSyntax, in file: ParsedFile) -> Violation? {
    guard let left = node.leftParen, !node.calledExpression.is(TupleExprSyntax.self) else { return nil }
    let gap = node.calledExpression.end..<left.start
    guard !gap.isEmpty, file.isBlank(gap) else { return nil }
    return Violation(gap, "space before the parentheses of a call", edits: [.remove(gap)])
  }
}

struct ForWhereRule: NodeRule {
  struct Options: RuleOptions {
    @RuleOption("Whether an `if` that only returns is allowed.") var allowForAsFilter = false
  }

  static let description = RuleDescription(
    id: "for_where", summary: "Use a `where` clause instead of an `if` that contains the whole body of a loop.",
    kind: .idiomatic, isOptIn: true,
    swiftLint: .on,
    triggering: ["for a in b {\n  ↓if a.c {\n    d()\n  }\n}", "for a in b {\n  ↓if a == 1 { return true }\n}"],
    nonTriggering: [
      "for a in b where a.c {}", "for a in b {\n  if a.c {} else {}\n}", "for a in b {\n  if let c = a {}\n}",
      "for a in b {\n  if a, c {}\n}", "for a in b {\n  c()\n  if a {}\n}", "for a in b {\n  if a && c {}\n}",
      Example("for a in b {\n  if a == 1 { return true }\n}", options: ["allow_for_as_filter": true]),
    ])

  let options: Options

  func violation(of node: ForStmtSyntax, in file: ParsedFile) -> Violation? {
    guard node.whereClause == nil, let statement = node.body.statements.only?.ifExpression, statement.elseBody == nil,
      let condition = statement.conditions.only?.condition.as(ExprSyntax.self), isSimple(condition)
    else { return nil }
    if options.allowForAsFilter, statement.body.statements.count == 1,
      statement.body.statements.first?.item.is(ReturnStmtSyntax.self) == true
    {
      return nil
    }
    return Violation(statement, in: file, "use where instead of a single if")
  }

  private func isSimple(_ condition: ExprSyntax) -> Bool {
    guard let sequence = condition.as(SequenceExprSyntax.self) else { return true }
    return !sequence.elements.contains {
      ["&&", "||"].contains($0.as(BinaryOperatorExprSyntax.self)?.operator.text ?? "")
    }
  }
}

struct IsDisjointRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "is_disjoint", summary: "Use `isDisjoint(with:)` instead of `intersection(_:).isEmpty`, which creates a set.",
    kind: .idiomatic, swiftLint: .on,
    triggering: ["let a = b.↓intersection(c).isEmpty", "if !b.↓intersection(c).isEmpty {}"],
    nonTriggering: ["let a = b.isDisjoint(with: c)", "let a = b.intersection(c)"])

  func violations(in file: ParsedFile) -> [Violation] {
    file.calls("intersection").compactMap { call in
      guard let name = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName,
        call.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "isEmpty"
      else { return nil }
      return Violation(name, in: file, "use isDisjoint(with:)")
    }
  }
}
