// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct UnusedClosureParameterRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "unused_closure_parameter", summary: "Replace a closure parameter that is not used with `_`.", kind: .lint,
    swiftLint: .on, isCorrectable: true,
    triggering: ["a.map { ↓b in 1 }", "run { (a, ↓b: Int) in f(a) }", "run { [c] ↓b in c() }"],
    nonTriggering: [
      "a.map { b in b + 1 }", "a.map { _ in 1 }", "run { a in \"\\(a)\" }", "run { a in if let a { b() } }",
    ])

  func violations(of node: ClosureExprSyntax, in file: ParsedFile) -> [Violation] {
    node.unusedParameters(in: file) { "unused parameter \($0) of the closure" }
  }
}

extension ClosureExprSyntax {
  /// Returns a violation for each parameter that the closure does not read.
  ///
  /// - Parameter message: returns the message for a parameter's name.
  func unusedParameters(in file: ParsedFile, message: (String) -> String) -> [Violation] {
    let parameters: [(name: TokenSyntax, isWrapped: Bool)]
    switch signature?.parameterClause {
    case .simpleInput(let names): parameters = names.map { ($0.name, false) }
    case .parameterClause(let clause):
      parameters = clause.parameters.map { ($0.secondName ?? $0.firstName, !$0.attributes.isEmpty) }
    case nil: return []
    }
    let range = file.range(of: statements)
    return parameters.filter { name, isWrapped in
      name.isIdentifier && !file.variableUses.containParameter(name.name, isWrapped: isWrapped, in: range)
    }.map { name, isWrapped in
      let parameter = name.parent?.as(ClosureParameterSyntax.self)
      let isCertain = parameter?.secondName == nil && !isWrapped && !isInMacro
      return Violation(name, in: file, message(name.text), edits: isCertain ? [TextEdit(name.range, "_")] : [])
    }
  }
}

struct UnneededParenthesesInClosureArgumentRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "unneeded_parentheses_in_closure_argument",
    summary: "Leave out the parentheses around closure parameters without types.", kind: .style, swiftLint: .optIn,
    isCorrectable: true,
    triggering: ["run { ↓(a, b) in c() }", "a.map { [weak c] ↓(b) -> Int in 1 }"],
    nonTriggering: [
      "run { a, b in c() }", "run { (a: Int) in c() }", "run { () -> Void in c() }", "a.map { ((b, c)) -> Int in 1 }",
      "run { (a b) in c() }",
    ])

  func violation(of node: ClosureSignatureSyntax, in file: ParsedFile) -> Violation? {
    guard case .parameterClause(let clause) = node.parameterClause, !clause.parameters.isEmpty,
      clause.parameters.allSatisfy({ $0.type == nil && $0.secondName == nil })
    else { return nil }
    let isCertain = clause.parameters.allSatisfy {
      $0.attributes.isEmpty && $0.modifiers.isEmpty && $0.ellipsis == nil
    }
    let needsSpace = file.byte(at: clause.rightParen.end).map { $0 > 0x20 } ?? false
    let edits = [TextEdit.remove(clause.leftParen.range), TextEdit(clause.rightParen.range, needsSpace ? " " : "")]
    return Violation(
      clause.leftParen, in: file, "unnecessary parentheses around the parameters of a closure",
      edits: isCertain && clause.parameters.last?.trailingComma == nil ? edits : [])
  }
}

struct ClosureSpacingRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "closure_spacing", summary: "Separate the braces of a closure on one line from its contents with a space.",
    kind: .style, swiftLint: .optIn, isCorrectable: true,
    triggering: ["a.map ↓{$0 }", "a.map(↓{ $0})", "a.map({ b in ↓{c} })"],
    nonTriggering: ["a.map { $0 }", "a.map {}", "a.map {\n  $0}", "let a = [b]"])

  func violation(of node: ClosureExprSyntax, in file: ParsedFile) -> Violation? {
    guard file.line(node.leftBrace) == file.line(node.rightBrace), node.rightBrace.presence == .present else {
      return nil
    }
    let inside = node.leftBrace.end..<node.rightBrace.start
    guard !inside.isEmpty, !file.isBlank(inside) else { return nil }
    var edits: [TextEdit] = []
    if file.byte(at: inside.lowerBound) != 0x20 { edits.append(.insert(" ", at: inside.lowerBound)) }
    if file.byte(at: inside.upperBound - 1) != 0x20 { edits.append(.insert(" ", at: inside.upperBound)) }
    if let previous = node.leftBrace.previousToken(viewMode: .sourceAccurate), previous.end == node.leftBrace.start,
      ![.leftParen, .leftSquare].contains(previous.tokenKind), !previous.isOperator
    {
      edits.append(.insert(" ", at: node.leftBrace.start))
    }
    guard !edits.isEmpty else { return nil }
    return Violation(node.leftBrace, in: file, "braces of a closure should have a space inside", edits: edits)
  }
}

extension TokenSyntax {
  /// Whether a space after it can turn it into another kind of operator.
  fileprivate var isOperator: Bool {
    switch tokenKind {
    case .prefixOperator, .binaryOperator, .prefixAmpersand, .equal, .period, .backslash, .pound: true
    default: false
    }
  }
}

private enum ClosureArguments {
  /// The uses of `$0` and the like.
  static func all(in file: ParsedFile) -> [DeclReferenceExprSyntax] {
    file.tokens(startingWith: "$").compactMap { token in
      if case .dollarIdentifier = token.tokenKind { token.parent?.as(DeclReferenceExprSyntax.self) } else { nil }
    }
  }
}

struct AnonymousArgumentInMultilineClosureRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "anonymous_argument_in_multiline_closure",
    summary: "Name the parameters of a closure that spans several lines, instead of using `$0`.", kind: .idiomatic,
    swiftLint: .optIn,
    triggering: ["a.map {\n  b(↓$0)\n}", "a.map {\n  let b = c\n  return ↓$0 + b\n}"],
    nonTriggering: ["a.map { $0 }", "a.map { b in\n  c(b)\n}", "a.map {\n  c.map { $0 }\n}"])

  func violations(in file: ParsedFile) -> [Violation] {
    ClosureArguments.all(in: file).compactMap { node in
      guard let closure = node.enclosing(ClosureExprSyntax.self),
        file.line(closure.leftBrace) != file.line(closure.rightBrace)
      else { return nil }
      return Violation(node, in: file, "name the parameter of a closure that spans several lines")
    }
  }
}

struct ShorthandArgumentRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("The number of lines after the opening brace in which `$0` is allowed.", allowed: 0...1000)
    var allowUntilLineAfterOpeningBrace = 4
    @RuleOption("Whether more than one shorthand argument is always reported.") var alwaysDisallowMoreThanOne = false
    @RuleOption("Whether a member of a shorthand argument is always reported.") var alwaysDisallowMemberAccess = false
  }

  static let description = RuleDescription(
    id: "shorthand_argument", summary: "Name a closure's parameter that is used far from the opening brace.",
    kind: .style, swiftLint: .optIn,
    triggering: [
      "run {\n  a()\n  b()\n  c()\n  d()\n  e(↓$0)\n}",
      Example("run { ↓$0 + ↓$1 }", options: ["always_disallow_more_than_one": true]),
      Example("run { ↓$0.a }", options: ["always_disallow_member_access": true]),
    ],
    nonTriggering: ["run { $0 + $1 }", "run {\n  a($0)\n}"])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    let groups = Dictionary(grouping: ClosureArguments.all(in: file)) { $0.enclosing(ClosureExprSyntax.self)?.id }
    return groups.values.flatMap { group -> [Violation] in
      guard let closure = group.first?.enclosing(ClosureExprSyntax.self) else { return [] }
      let line = file.line(closure.leftBrace)
      let isMany = Set(group.map(\.baseName.text)).count > 1
      return group.filter { node in
        file.line(node) > line + options.allowUntilLineAfterOpeningBrace && !isMember(node)
          || (options.alwaysDisallowMoreThanOne && isMany)
          || (options.alwaysDisallowMemberAccess && isMember(node))
      }.map { Violation($0, in: file, "name the parameter of the closure") }
    }
  }

  private func isMember(_ node: DeclReferenceExprSyntax) -> Bool {
    node.parent?.as(MemberAccessExprSyntax.self)?.base?.id == ExprSyntax(node).id
  }
}

struct UnownedVariableCaptureRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "unowned_variable_capture",
    summary: "Capture `weak` instead of `unowned`: access to a deallocated `unowned` object traps.", kind: .lint,
    swiftLint: .optIn,
    triggering: ["run { [↓unowned self] in a() }", "run { [↓unowned(unsafe) a] in b() }"],
    nonTriggering: ["run { [weak self] in a() }", "unowned var a: B"])

  func violation(of node: ClosureCaptureSpecifierSyntax, in file: ParsedFile) -> Violation? {
    guard node.specifier.tokenKind == .keyword(.unowned) else { return nil }
    return Violation(node, in: file, "capture weakly instead of unowned")
  }
}

struct UnusedControlFlowLabelRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "unused_control_flow_label", summary: "Remove a label that no `break` or `continue` uses.", kind: .lint,
    swiftLint: .on,
    isCorrectable: true,
    triggering: ["↓a: while b {\n  c()\n}", "↓a: for b in c {\n  continue\n}"],
    nonTriggering: ["a: while b {\n  break a\n}", "a: while b {\n  for c in d {\n    continue a\n  }\n}", "while a {}"])

  func violations(in file: ParsedFile) -> [Violation] {
    let labels = file.nodes(LabeledStmtSyntax.self)
    guard !labels.isEmpty else { return [] }
    let uses =
      file.nodes(BreakStmtSyntax.self).compactMap(\.label) + file.nodes(ContinueStmtSyntax.self).compactMap(\.label)
    return labels.compactMap { node in
      guard !uses.contains(where: { $0.text == node.label.text && node.range.contains($0.start) }) else { return nil }
      let range = node.label.start..<node.statement.start
      return Violation(node.label, in: file, "unused label", edits: file.hasComment(range) ? [] : [.remove(range)])
    }
  }
}
