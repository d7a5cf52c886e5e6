// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct ClosingBraceRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "closing_brace", summary: "Write `})` without a space between the closing brace and the closing parenthesis.",
    kind: .style,
    swiftLint: .on, isCorrectable: true,
    triggering: ["a.map({ $0 ↓} )", "run(a, { b ↓}   )"],
    nonTriggering: ["a.map({ $0 })", "run({\n}\n)"])

  func violations(in file: ParsedFile) -> [Violation] {
    let ranges = file.tokenRanges
    return ranges.indices.dropLast().compactMap { index in
      guard file.byte(at: ranges[index].lowerBound) == UInt8(ascii: "}") else { return nil }
      let gap = ranges[index].upperBound..<ranges[index + 1].lowerBound
      let token = file.tokens[index]
      guard !gap.isEmpty, file.byte(at: gap.upperBound) == UInt8(ascii: ")"), token.tokenKind == .rightBrace,
        file.isBlank(gap)
      else { return nil }
      return Violation(token, in: file, "space between } and )", edits: [.remove(gap)])
    }
  }
}

struct StatementPositionRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption(
      "The line of `else` and `catch`: that of the closing brace or the next one.",
      choices: ["default", "uncuddled_else"])
    var statementMode = "default"
  }

  static let description = RuleDescription(
    id: "statement_position", summary: "Write `else` and `catch` after the closing brace and one space.", kind: .style,
    isOptIn: true, swiftLint: .on, isCorrectable: true,
    triggering: [
      "if a {\n↓}\nelse {\n}", "if a { ↓}else {}", "do {\n↓}  catch {\n}",
      Example("if a {\n↓} else {\n}", options: ["statement_mode": "uncuddled_else"]),
    ],
    nonTriggering: [
      "if a {\n} else {\n}", "do {\n} catch {\n}", "guard a else {}",
      Example("if a {\n}\nelse {\n}", options: ["statement_mode": "uncuddled_else"]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    let keywords =
      file.nodes(IfExprSyntax.self).compactMap(\.elseKeyword) + file.nodes(CatchClauseSyntax.self).map(\.catchKeyword)
    return keywords.compactMap { keyword in
      guard let brace = keyword.previousToken(viewMode: .sourceAccurate), brace.tokenKind == .rightBrace else {
        return nil
      }
      let gap = brace.end..<keyword.start
      guard !file.hasComment(gap), !file.text.bytes[gap].contains(UInt8(ascii: "#")) else { return nil }
      if options.statementMode == "uncuddled_else" {
        let indent = file.indent(ofLine: file.line(brace))
        let wanted = "\n" + String(repeating: " ", count: indent)
        guard ![wanted, "\r" + wanted].contains(file.text.text(in: gap)) else { return nil }
        return Violation(
          brace, in: file, "\(keyword.text) is not on the line after the brace",
          edits: keyword.isInside([.stringLiteralExpr]) ? [] : [TextEdit(gap, wanted)])
      }
      guard file.text.text(in: gap) != " " else { return nil }
      return Violation(
        brace, in: file, "\(keyword.text) should follow the brace after one space", edits: [TextEdit(gap, " ")])
    }
  }
}

struct ClosureParameterPositionRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "closure_parameter_position", summary: "Write the parameters of a closure on the line of its opening brace.",
    kind: .style,
    swiftLint: .on,
    triggering: ["a.map {\n  ↓b in\n  b\n}", "run {\n  [↓weak a] ↓b in\n  c()\n}", "a.map {\n  (↓b: Int) in\n  b\n}"],
    nonTriggering: ["a.map { b in\n  b\n}", "run { [weak a] b in\n  c()\n}", "run {\n  c()\n}"])

  func violations(of node: ClosureExprSyntax, in file: ParsedFile) -> [Violation] {
    guard let signature = node.signature else { return [] }
    let line = file.line(node.leftBrace)
    var parameters = signature.capture?.items.map { Syntax($0) } ?? []
    switch signature.parameterClause {
    case .simpleInput(let names): parameters += names.map { Syntax($0) }
    case .parameterClause(let clause): parameters += clause.parameters.map { Syntax($0) }
    case nil: break
    }
    return parameters.filter { file.line($0) != line }.map {
      Violation($0, in: file, "closure parameter is not on the line of the opening brace")
    }
  }
}

struct ControlStatementRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "control_statement", summary: "Write conditions without parentheses around them.", kind: .style, swiftLint: .on,
    isCorrectable: true,
    triggering: [
      "↓if (a) {}", "↓while (a == b) {}", "↓switch (a) {\ndefault: b()\n}", "↓guard (a) else { return }",
      "repeat {} ↓while (a)", "do {} ↓catch (let a) {}",
    ],
    nonTriggering: [
      "if a {}", "if (a || b) && c {}", "switch (a, b) {\ndefault: c()\n}", "if (a.map { $0 }) == 1 {}",
      "if (a { b }) {}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    var result: [Violation] = []
    func check(_ keyword: TokenSyntax, _ expression: ExprSyntax?) {
      guard let tuple = expression?.as(TupleExprSyntax.self), let only = tuple.elements.only,
        only.label == nil, !hasTrailingClosure(only.expression)
      else { return }
      let before = tuple.leftParen.start > 0 && file.byte(at: tuple.leftParen.start - 1).map { $0 > 0x20 } ?? true
      let after = file.byte(at: tuple.rightParen.end).map { $0 > 0x20 && $0 != UInt8(ascii: ",") } ?? false
      result.append(
        Violation(
          keyword, in: file, "unnecessary parentheses around the condition",
          edits: [
            TextEdit(tuple.leftParen.range, before ? " " : ""),
            TextEdit(tuple.rightParen.range, after ? " " : ""),
          ]))
    }
    func check(_ keyword: TokenSyntax, _ conditions: ConditionElementListSyntax) {
      for condition in conditions { check(keyword, condition.condition.as(ExprSyntax.self)) }
    }
    for node in file.nodes(IfExprSyntax.self) { check(node.ifKeyword, node.conditions) }
    for node in file.nodes(GuardStmtSyntax.self) { check(node.guardKeyword, node.conditions) }
    for node in file.nodes(WhileStmtSyntax.self) { check(node.whileKeyword, node.conditions) }
    for node in file.nodes(RepeatStmtSyntax.self) { check(node.whileKeyword, node.condition) }
    for node in file.nodes(SwitchExprSyntax.self) { check(node.switchKeyword, node.subject) }
    for node in file.nodes(CatchClauseSyntax.self) where node.catchItems.count == 1 {
      let item = node.catchItems.first
      if let tuple = item?.pattern?.as(TuplePatternSyntax.self), tuple.elements.count == 1, item?.whereClause == nil {
        result.append(Violation(node.catchKeyword, in: file, "unnecessary parentheses around the condition"))
      } else {
        check(node.catchKeyword, item?.pattern?.as(ExpressionPatternSyntax.self)?.expression)
      }
    }
    return result
  }

  private func hasTrailingClosure(_ expression: ExprSyntax) -> Bool {
    expression.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .leftBrace }
  }
}

struct SwitchCaseAlignmentRule: NodeRule {
  struct Options: RuleOptions {
    @RuleOption("Whether cases are indented.") var indentedCases = false
    @RuleOption("Whether to ignore a switch on one line.") var ignoreOneLiners = false
  }

  static let description = RuleDescription(
    id: "switch_case_alignment", summary: "Align the cases of a switch with its closing brace.", kind: .style,
    swiftLint: .on,
    triggering: [
      "switch a {\n  ↓case 1: b()\n  ↓default: c()\n}",
      Example("switch a {\n↓case 1: b()\n↓default: c()\n}", options: ["indented_cases": true]),
    ],
    nonTriggering: [
      "switch a {\ncase 1: b()\ndefault: c()\n}",
      Example("switch a {\n  case 1: b()\n  default: c()\n}", options: ["indented_cases": true]),
      Example("switch a { case 1: b() }", options: ["ignore_one_liners": true]),
    ])

  let options: Options

  /// The message about cases that are all in the wrong column.
  private var placement: String {
    options.indentedCases
      ? "case is not indented from the closing brace of its switch"
      : "case is not aligned with the closing brace of its switch"
  }

  func violations(of node: SwitchExprSyntax, in file: ParsedFile) -> [Violation] {
    guard let first = node.cases.first, first.as(SwitchCaseSyntax.self)?.statements.isEmpty == false else {
      return []
    }
    if options.ignoreOneLiners, file.line(node) == file.endLine(node) { return [] }
    let column = file.column(node.rightBrace)
    let wanted = file.column(first)
    let isIndented = wanted > column
    let isWrong = options.indentedCases ? !isIndented : isIndented
    return node.cases.compactMap { $0.as(SwitchCaseSyntax.self) }.compactMap { item in
      guard isWrong || file.column(item) != wanted else { return nil }
      return Violation(item, in: file, isWrong ? placement : "case is not aligned with the first case of its switch")
    }
  }
}
