// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

struct LetVarWhitespaceRule: PlainRule {
  static let description = RuleDescription(
    id: "let_var_whitespace", name: "Variable Declaration Whitespace",
    summary: "Separate variable declarations from other statements with an empty line.", kind: .style,
    swiftLint: .optIn,
    triggering: [
      "let a = 1\n↓b()", "struct A {\n  let b = 1\n  ↓func c() {}\n}", "struct A {\n  func b() {}\n  ↓var c = 1\n}",
    ],
    nonTriggering: [
      "let a = 1\n\nb()", "let a = 1\nvar b = 2", "func f() {\n  let a = 1\n  b(a)\n}",
      "struct A {\n  func b() {}\n  func c() {}\n}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    var result: [Violation] = []
    for list in file.nodes(MemberBlockItemListSyntax.self) { check(list.map { Syntax($0.decl) }, &result, in: file) }
    for list in file.nodes(CodeBlockItemListSyntax.self)
    where list.parent?.kind == .sourceFile
      || (list.parent?.kind == .ifConfigClause
        && !list.isInside([.codeBlock, .closureExpr, .accessorBlock, .switchCase]))
    {
      check(list.map { Syntax($0.item) }, &result, in: file)
    }
    return result
  }

  private func check(_ nodes: [Syntax], _ result: inout [Violation], in file: ParsedFile) {
    for (node, next) in zip(nodes, nodes.dropFirst()) {
      guard let isVariable = isVariable(node), let isNextVariable = self.isVariable(next), isVariable != isNextVariable,
        file.line(at: next.start) < file.line(at: node.end) + 2
      else { continue }
      result.append(Violation(next, in: file, "missing empty line between variables and other statements"))
    }
  }

  /// - Returns: nil for a node that needs no empty line on either side.
  private func isVariable(_ node: Syntax) -> Bool? {
    switch node.kind {
    case .variableDecl: true
    case .importDecl, .macroExpansionDecl, .macroExpansionExpr, .enumCaseDecl: nil
    default: false
    }
  }
}
