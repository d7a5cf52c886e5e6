// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct SuperfluousElseRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "superfluous_else", summary: "Leave out an `else` after a branch that always leaves the scope.", kind: .style,
    swiftLint: .optIn,
    triggering: [
      "if a {\n  return 1\n} ↓else {\n  return 2\n}", "if a {\n  throw b\n} ↓else if c {\n  d()\n}",
      "for a in b {\n  if a { continue } ↓else { c() }\n}",
    ],
    nonTriggering: [
      "if a {\n  return 1\n}\nreturn 2", "if a {\n  b()\n} else {\n  return\n}",
      "if a {\n  b()\n} else if c {\n  return\n} else {\n  d()\n}",
    ])

  func violation(of node: IfExprSyntax, in file: ParsedFile) -> Violation? {
    guard isSuperfluous(node), let keyword = node.elseKeyword else { return nil }
    return Violation(keyword, in: file, "unnecessary else after a branch that leaves the scope")
  }

  private func isSuperfluous(_ node: IfExprSyntax) -> Bool {
    guard node.elseKeyword != nil, leaves(node.body),
      !node.conditions.contains(where: { $0.condition.is(AvailabilityConditionSyntax.self) })
    else { return false }
    return node.parent?.as(IfExprSyntax.self).map(isSuperfluous) ?? true
  }

  private func leaves(_ body: CodeBlockSyntax) -> Bool {
    guard let item = body.statements.last?.item else { return false }
    switch item {
    case .stmt(let statement):
      if let inner = statement.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self) {
        return leavesAlways(inner)
      }
      return [.returnStmt, .throwStmt, .continueStmt, .breakStmt].contains(statement.kind)
    case .expr(let expression): return expression.as(IfExprSyntax.self).map(leavesAlways) ?? false
    default: return false
    }
  }

  private func leavesAlways(_ node: IfExprSyntax) -> Bool {
    guard leaves(node.body) else { return false }
    switch node.elseBody {
    case .ifExpr(let next): return leavesAlways(next)
    case .codeBlock(let block): return leaves(block)
    case nil: return false
    }
  }
}

struct NoEmptyBlockRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption(
      "Blocks that may be empty: the bodies of functions and accessors, those of initializers and deinitializers, "
        + "statements, closures.",
      choices: ["function_bodies", "initializer_bodies", "statement_blocks", "closure_blocks"])
    var disabledBlockTypes: [String] = []
  }

  static let description = RuleDescription(
    id: "no_empty_block", summary: "State in a comment why a block is empty.", kind: .idiomatic, swiftLint: .optIn,
    triggering: [
      "func f() ↓{}", "init() ↓{\n}", "if a ↓{} else ↓{}", "run ↓{}", "run ↓{ _ in }",
      Example("deinit ↓{}", options: ["disabled_block_types": ["function_bodies"]]),
    ],
    nonTriggering: [
      "func f() {\n  // Nothing to do.\n}", "if a { b() }", "run { /* A. */ }",
      Example(
        "func f() {}\nvar a: Int = 1 { didSet {} }", options: ["disabled_block_types": ["function_bodies"]]),
      Example(
        "class A {\n  init() {}\n  deinit {}\n}", options: ["disabled_block_types": ["initializer_bodies"]]),
      Example("if a {} else {}\nrepeat {} while b", options: ["disabled_block_types": ["statement_blocks"]]),
      Example("run {}", options: ["disabled_block_types": ["closure_blocks"]]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    var result: [Violation] = []
    func check(_ left: TokenSyntax, _ right: TokenSyntax, _ kind: String) {
      guard !options.disabledBlockTypes.contains(kind), right.presence == .present, !hasComment(left, right, in: file)
      else { return }
      result.append(Violation(left, in: file, "empty block; explain in a comment why"))
    }
    for node in file.nodes(CodeBlockSyntax.self) where node.statements.isEmpty {
      switch node.parent?.kind {
      case .functionDecl, .accessorDecl: check(node.leftBrace, node.rightBrace, "function_bodies")
      case .initializerDecl, .deinitializerDecl: check(node.leftBrace, node.rightBrace, "initializer_bodies")
      default: check(node.leftBrace, node.rightBrace, "statement_blocks")
      }
    }
    for node in file.nodes(ClosureExprSyntax.self) where node.statements.isEmpty {
      check(node.leftBrace, node.rightBrace, "closure_blocks")
    }
    return result
  }

  private func hasComment(_ left: TokenSyntax, _ right: TokenSyntax, in file: ParsedFile) -> Bool {
    guard let previous = right.previousToken(viewMode: .sourceAccurate) else { return false }
    return file.hasComment(left.end..<(left.nextToken(viewMode: .sourceAccurate)?.start ?? left.end))
      || file.hasComment(previous.end..<right.start)
  }
}

struct PatternMatchingKeywordsRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "pattern_matching_keywords",
    summary: "Write one `let` in front of a pattern instead of one for each of its variables.", kind: .idiomatic,
    swiftLint: .optIn,
    triggering: [
      "switch a {\ncase (↓let b, ↓let c): d()\n}", "switch a {\ncase .b(↓let c, d: ↓let e), .f(_): g()\n}",
      "switch a {\ncase .b(↓var c, ↓var d): e()\n}",
    ],
    nonTriggering: [
      "switch a {\ncase let (b, c): d()\n}", "switch a {\ncase (let b, 1): c()\n}",
      "switch a {\ncase (let b, var c): d()\n}", "switch a {\ncase .b(let c): d()\n}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    var result: [Violation] = []
    func check(_ keywords: [TokenSyntax?]) {
      guard keywords.count > 1, let first = keywords[0], keywords.allSatisfy({ $0?.tokenKind == first.tokenKind })
      else { return }
      result += keywords.compactMap { $0 }.map { Violation($0, in: file, "bind all variables with one \(first.text)") }
    }
    guard !file.nodes(ValueBindingPatternSyntax.self).isEmpty else { return [] }
    for node in file.nodes(LabeledExprListSyntax.self)
    where node.count > 1 && node.isInside([.switchCaseItem], before: [.codeBlockItem]) {
      check(flattened(node))
    }
    for node in file.nodes(TuplePatternElementListSyntax.self)
    where node.count > 1 && node.isInside([.switchCaseItem], before: [.codeBlockItem]) {
      check(
        Array(node).filter { !$0.pattern.is(WildcardPatternSyntax.self) }.map {
          $0.pattern.as(ValueBindingPatternSyntax.self)?.bindingSpecifier
        })
    }
    // Nested patterns are visited more than once.
    var seen: Set<Int> = []
    return result.filter { seen.insert($0.range.lowerBound).inserted }
  }

  /// The keyword of each element that binds a variable, and nil for each other element; nested patterns are flattened.
  private func flattened(_ list: LabeledExprListSyntax) -> [TokenSyntax?] {
    // Filtering the list itself would make a new tree.
    Array(list).filter { !isWildcard($0.expression) }.flatMap { element -> [TokenSyntax?] in
      if let call = element.expression.as(FunctionCallExprSyntax.self) { return flattened(call.arguments) }
      return [
        element.expression.as(PatternExprSyntax.self)?.pattern.as(ValueBindingPatternSyntax.self)?.bindingSpecifier
      ]
    }
  }

  private func isWildcard(_ expression: ExprSyntax) -> Bool {
    expression.is(DiscardAssignmentExprSyntax.self) || expression.is(MemberAccessExprSyntax.self)
      || expression.as(PatternExprSyntax.self)?.pattern.is(WildcardPatternSyntax.self) == true
  }
}

struct OptionalEnumCaseMatchingRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "optional_enum_case_matching",
    summary: "Leave out the question mark in a pattern that matches an optional enumeration.", kind: .style,
    swiftLint: .optIn, isCorrectable: true,
    triggering: ["switch a {\ncase .b↓?: c()\n}", "switch a {\ncase (.b↓?, .c↓?): d()\n}"],
    nonTriggering: [
      "switch a {\ncase .b: c()\n}", "switch a {\ncase let b?: c()\n}", "switch a {\ncase (.b, let c?): d()\n}",
    ])

  func violations(of node: SwitchCaseItemSyntax, in file: ParsedFile) -> [Violation] {
    guard let expression = node.pattern.as(ExpressionPatternSyntax.self)?.expression else { return [] }
    let elements = expression.as(TupleExprSyntax.self)?.elements.map(\.expression) ?? [expression]
    return elements.compactMap { element in
      guard let chain = element.as(OptionalChainingExprSyntax.self),
        !chain.expression.is(DiscardAssignmentExprSyntax.self),
        !chain.expression.is(PatternExprSyntax.self)
      else { return nil }
      return Violation(
        chain.questionMark, in: file, "unnecessary question mark in a pattern",
        edits: isCertain(chain.expression) ? [.remove(chain.questionMark.range)] : [])
    }
  }

  /// Whether the pattern matches an optional as well. `none` and `some` would be cases of the optional, and other
  /// expressions such as ranges are compared with the value only.
  private func isCertain(_ pattern: ExprSyntax) -> Bool {
    let called = pattern.as(FunctionCallExprSyntax.self)?.calledExpression ?? pattern
    if let member = called.as(MemberAccessExprSyntax.self) {
      return member.base.map { $0.lastName?.first?.isUppercase == true } ?? true
        && !["none", "some"].contains(member.declName.baseName.name)
    }
    return pattern.is(StringLiteralExprSyntax.self) || pattern.is(IntegerLiteralExprSyntax.self)
      || pattern.is(BooleanLiteralExprSyntax.self)
  }
}

struct UntypedErrorInCatchRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "untyped_error_in_catch",
    summary: "Write `catch` instead of `catch let error`: the error is available as `error`.", kind: .idiomatic,
    swiftLint: .optIn, isCorrectable: true,
    triggering: ["do { try a() } ↓catch let error {}", "do { try a() } ↓catch (var b) {}"],
    nonTriggering: ["do { try a() } catch {}", "do { try a() } catch let error as B {}", "do { try a() } catch B.c {}"])

  func violation(of node: CatchClauseSyntax, in file: ParsedFile) -> Violation? {
    guard let item = node.catchItems.only, item.whereClause == nil,
      var pattern = item.pattern
    else { return nil }
    if let tuple = pattern.as(TuplePatternSyntax.self), let only = tuple.elements.only {
      pattern = only.pattern
    }
    if let tuple = pattern.as(ExpressionPatternSyntax.self)?.expression.as(TupleExprSyntax.self),
      let only = tuple.elements.only?.expression.as(PatternExprSyntax.self)
    {
      pattern = only.pattern
    }
    guard let binding = pattern.as(ValueBindingPatternSyntax.self),
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    else { return nil }
    let range = node.catchKeyword.end..<item.end
    let edits =
      name == "error" && binding.bindingSpecifier.text == "let" && !file.hasComment(range)
      ? [TextEdit.remove(range)] : []
    return Violation(node, in: file, "untyped error in catch", edits: edits)
  }
}

struct ShorthandOptionalBindingRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "shorthand_optional_binding", summary: "Write `if let a` instead of `if let a = a`.", kind: .idiomatic,
    swiftLint: .optIn, isCorrectable: true,
    triggering: ["if ↓let a = a {}", "guard ↓let `self` = self else { return }", "while ↓var a = a {}"],
    nonTriggering: ["if let a {}", "if let a = b {}", "if let a: Int = a {}", "if let a = a.b {}"])

  func violation(of node: OptionalBindingConditionSyntax, in file: ParsedFile) -> Violation? {
    guard node.typeAnnotation == nil, let value = node.initializer?.value.as(DeclReferenceExprSyntax.self),
      value.argumentNames == nil,
      let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier, name.name == value.baseName.name
    else { return nil }
    let range = name.end..<value.end
    return Violation(
      node, in: file, "unnecessary value in an optional binding",
      edits: file.hasComment(range) ? [] : [.remove(range)])
  }
}

struct DirectReturnRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "direct_return",
    summary: "Return an expression directly instead of storing it in a constant that is returned at once.",
    kind: .style, swiftLint: .optIn, isCorrectable: true,
    triggering: ["func f() -> Int {\n  let ↓a = b\n  return a\n}", "run {\n  var ↓a: Int = b\n  return a\n}"],
    nonTriggering: [
      "func f() -> Int { b }", "func f() -> Int {\n  let a = b\n  c()\n  return a\n}",
      "func f() -> Int {\n  let a = b, c = d\n  return c + a\n}",
    ])

  func violation(of node: ReturnStmtSyntax, in file: ParsedFile) -> Violation? {
    guard let name = node.expression?.identifier, let item = node.parent?.as(CodeBlockItemSyntax.self),
      let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count > 1, list.last?.id == item.id,
      let variable = list[list.index(list.endIndex, offsetBy: -2)].item.as(VariableDeclSyntax.self),
      variable.modifiers.isEmpty,
      variable.attributes.isEmpty,
      let binding = variable.bindings.first(where: {
        $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
      }),
      let value = binding.initializer?.value, binding.accessorBlock == nil
    else { return nil }
    var edits: [TextEdit] = []
    if variable.bindings.count == 1, binding.typeAnnotation == nil, !file.hasComment(variable.end..<node.start),
      !file.hasComment(variable.start..<value.start), !file.hasInnerComment(node)
    {
      edits = [TextEdit(variable.start..<value.start, "return "), .remove(variable.end..<node.end)]
    }
    return Violation(binding, in: file, "return the value directly", edits: edits)
  }
}

struct ReturnValueFromVoidFunctionRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "return_value_from_void_function",
    summary: "Do not return the result of a call from a function that has no result.", kind: .idiomatic,
    swiftLint: .optIn,
    triggering: ["func f() {\n  ↓return a()\n}", "func f() -> Void {\n  if a {\n    ↓return b()\n  }\n}"],
    nonTriggering: [
      "func f() {\n  a()\n  return\n}", "func f() -> Int {\n  return a()\n}",
      "func f() {\n  run {\n    return a()\n  }\n}",
    ])

  func violation(of node: ReturnStmtSyntax, in file: ParsedFile) -> Violation? {
    guard node.expression != nil,
      let function = node.nearest([
        .functionDecl, .closureExpr, .initializerDecl, .accessorDecl, .accessorBlock, .subscriptDecl,
      ])?.as(FunctionDeclSyntax.self)
    else { return nil }
    let result = function.signature.returnClause?.type.bareText ?? "Void"
    guard result == "Void" || result == "()" else { return nil }
    return Violation(node, in: file, "returned value in a function without a result")
  }
}
