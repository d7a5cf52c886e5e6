// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import RuleKit
import SwiftSource
import SwiftSyntax

struct EmptyCountRule: SyntaxRule {
  static let description = RuleDescription(
    id: "empty_count", name: "Empty Count",
    summary: "`isEmpty` asks for one element; `count` may have to look at all of them.",
    kind: .lint, isOptIn: true,
    triggering: [
      Example("if values.↓count == 0 { stop() }"),
      Example("let isFull = text.↓count > 0 && text.↓count != 0"),
      Example("while 0 < queue.↓count { next() }"),
    ],
    nonTriggering: [
      Example("if values.isEmpty { stop() }"),
      Example("if values.count == 10 || values.count > 1 { stop() }"),
      Example("let count = 0"),
      Example("if count == 0 { stop() }"),
      Example("let isSmall = values.count < limit"),
    ])

  init(options: NoOptions) {}

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(BinaryOperatorExprSyntax.self).compactMap { node in
      guard ["==", "!=", "<", ">", "<=", ">="].contains(node.operator.text) else { return nil }
      // Operators are not folded, so that the operands are the neighbours in the sequence.
      guard let elements = node.parent?.as(ExprListSyntax.self),
        let index = elements.index(of: ExprSyntax(node)), index > elements.startIndex
      else { return nil }
      let left = elements[elements.index(before: index)]
      let after = elements.index(after: index)
      guard after < elements.endIndex else { return nil }
      let right = elements[after]
      let count = isZero(right) ? countName(left) : isZero(left) ? countName(right) : nil
      return count.map { Violation($0, in: file, "ask isEmpty, which does not count") }
    }
  }

  private func countName(_ expression: ExprSyntax) -> TokenSyntax? {
    guard let member = expression.as(MemberAccessExprSyntax.self), member.base != nil else { return nil }
    let name = member.declName
    return name.baseName.text == "count" && name.argumentNames == nil ? name.baseName : nil
  }

  private func isZero(_ expression: ExprSyntax) -> Bool {
    expression.as(IntegerLiteralExprSyntax.self)?.literal.text == "0"
  }
}
