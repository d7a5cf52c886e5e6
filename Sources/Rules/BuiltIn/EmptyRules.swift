// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

struct EmptyCatchRule: SyntaxRule {
  static let description = RuleDescription(
    id: "empty_catch", name: "Empty Catch",
    summary: "An empty catch discards the error, and does not show whether that is intended.",
    kind: .lint,
    triggering: [
      Example("do { try save() } ↓catch {}"),
      Example("do {\n  try save()\n} ↓catch SaveError.full {\n\n} ↓catch {\n}"),
    ],
    nonTriggering: [
      Example("do { try save() } catch { report(error) }"),
      Example("do {\n  try save()\n} catch {\n  // The next save tries again.\n}"),
      Example("do { try save() } catch { /* tried again later */ }"),
    ])

  init(options: NoOptions) {}

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(CatchClauseSyntax.self).compactMap { node in
      guard node.body.statements.isEmpty else { return nil }
      let start = node.body.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset
      let end = node.body.rightBrace.positionAfterSkippingLeadingTrivia.utf8Offset
      // A comment is an answer to the question why.
      guard start <= end, !file.text.bytes[start..<end].contains(UInt8(ascii: "/")) else { return nil }
      return Violation(
        node.catchKeyword, in: file, "empty catch block; handle the error, or explain in a comment why it is ignored")
    }
  }
}

struct EmptyCountRule: SyntaxRule {
  static let description = RuleDescription(
    id: "empty_count", name: "Empty Count",
    summary: "`isEmpty` needs one element; `count` may have to visit all of them.",
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
      return count.map { Violation($0, in: file, "use isEmpty instead of comparing count with zero") }
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

struct UnusedOptionalBindingRule: SyntaxRule {
  static let description = RuleDescription(
    id: "unused_optional_binding", name: "Unused Optional Binding",
    summary: "Binding to `_` only tests for a value; `!= nil` states that.",
    kind: .style,
    triggering: [
      Example("if let ↓_ = user.name { greet() }"),
      Example("guard let ↓_ = first, let second = rest else { return }"),
    ],
    nonTriggering: [
      Example("if user.name != nil { greet() }"),
      Example("if let name = user.name { greet(name) }"),
      Example("let _ = try? save()"),
    ])

  init(options: NoOptions) {}

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(OptionalBindingConditionSyntax.self).compactMap { node in
      guard file.text(of: node.pattern) == "_" else { return nil }
      return Violation(node.pattern, in: file, "unused optional binding; compare with nil")
    }
  }
}
