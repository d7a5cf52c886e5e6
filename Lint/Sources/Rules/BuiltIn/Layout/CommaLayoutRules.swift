// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct TrailingCommaRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("Whether the last element on a line of its own needs a comma.") var mandatoryComma = false
  }

  static let description = RuleDescription(
    id: "trailing_comma", summary: "Leave out the comma after the last element of a literal, or always write it.",
    kind: .style,
    isOptIn: true, swiftLint: .on, isCorrectable: true,
    triggering: [
      "let a = [1, 2↓,]", "let a = [\n  b: 1↓,\n]",
      Example("let a = [\n  1,\n  2↓\n]", options: ["mandatory_comma": true]),
    ],
    nonTriggering: [
      "let a = [1, 2]", "let a = [:]", Example("let a = [1, 2]", options: ["mandatory_comma": true]), "f(a,\n  b)",
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    var result: [Violation] = []
    func check(_ last: Syntax, _ comma: TokenSyntax?, _ end: Int) {
      if options.mandatoryComma {
        guard comma == nil, let next = last.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate),
          file.line(at: end) != file.line(next), let list = last.parent,
          file.line(list) != file.endLine(list) || list.parent.map({ file.line($0) != file.line(list) }) ?? false
        else { return }
        result.append(Violation(at: end, "missing trailing comma", edits: [.insert(",", at: end)]))
      } else if let comma {
        result.append(Violation(comma, in: file, "unnecessary trailing comma", edits: [.remove(comma.range)]))
      }
    }
    for list in file.nodes(ArrayElementListSyntax.self) {
      if let last = list.last { check(Syntax(last), last.trailingComma, last.expression.end) }
    }
    for list in file.nodes(DictionaryElementListSyntax.self) {
      if let last = list.last { check(Syntax(last), last.trailingComma, last.value.end) }
    }
    return result
  }
}

struct CommaInheritanceRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "comma_inheritance", summary: "Separate inherited types with commas, not with `&`.", kind: .style,
    swiftLint: .optIn, isCorrectable: true,
    triggering: ["struct A: B↓ & C {}", "protocol A {\n  associatedtype B: C↓ & D\n}"],
    nonTriggering: ["struct A: B, C {}", "typealias A = B & C", "func f(a: B & C) {}"])

  func violations(of node: InheritedTypeSyntax, in file: ParsedFile) -> [Violation] {
    guard let type = node.type.as(CompositionTypeSyntax.self) else { return [] }
    return type.elements.compactMap { element in
      guard let ampersand = element.ampersand, let next = ampersand.nextToken(viewMode: .sourceAccurate) else {
        return nil
      }
      let range = element.type.end..<next.start
      return Violation(
        at: element.type.end, "use a comma between inherited types",
        edits: file.hasComment(range) ? [] : [TextEdit(range, ", ")])
    }
  }
}

struct SwitchCaseOnNewlineRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "switch_case_on_newline", summary: "Begin the statements of a case on a new line.", kind: .style,
    swiftLint: .optIn,
    triggering: ["switch a {\n↓case 1: b()\n↓default: c()\n}", "switch a {\n↓case 1:  return\n}"],
    nonTriggering: ["switch a {\ncase 1:\n  b()\ndefault:\n  c()\n}", "enum A {\n  case b\n}"])

  func violation(of node: SwitchCaseSyntax, in file: ParsedFile) -> Violation? {
    guard let first = node.statements.first, file.endLine(node.label) == file.line(first) else { return nil }
    return Violation(node, in: file, "statements of a case should begin on a new line")
  }
}

struct ConditionalReturnsOnNewlineRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("Whether only `if` is checked.") var ifOnly = false
  }

  static let description = RuleDescription(
    id: "conditional_returns_on_newline", summary: "Write the `return` after a condition on a line of its own.",
    kind: .style, swiftLint: .optIn,
    triggering: ["↓if a { return }", "↓guard a else { return }", "if a {\n} ↓else { return }"],
    nonTriggering: [
      "if a {\n  return\n}", "guard a else {\n  return\n}",
      Example("guard a else { return }", options: ["if_only": true]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    var result: [Violation] = []
    func check(_ keyword: TokenSyntax, _ body: CodeBlockSyntax) {
      guard let statement = body.statements.last?.item.as(ReturnStmtSyntax.self),
        file.line(statement) == file.line(keyword)
      else { return }
      result.append(Violation(keyword, in: file, "return should be on a new line"))
    }
    for node in file.nodes(IfExprSyntax.self) {
      check(node.ifKeyword, node.body)
      if case .codeBlock(let body) = node.elseBody, let keyword = node.elseKeyword { check(keyword, body) }
    }
    guard !options.ifOnly else { return result }
    for node in file.nodes(GuardStmtSyntax.self) { check(node.guardKeyword, node.body) }
    return result
  }
}
