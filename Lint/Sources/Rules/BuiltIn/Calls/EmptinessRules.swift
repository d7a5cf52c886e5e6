// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct EmptyCountRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("Whether to ignore a variable with the name `count`.") var onlyAfterDot = false
  }

  static let description = RuleDescription(
    id: "empty_count",
    summary: "Use `isEmpty` instead of comparing `count` with zero: counting may visit all elements.",
    kind: .performance, swiftLint: .init(isOn: false, severity: .error), isCorrectable: true,
    triggering: [
      "if ↓values.count == 0 { stop() }", "let isFull = ↓text.count > 0 && ↓text.count != 0",
      "while 0 < ↓queue.count { next() }", "if ↓count == 0 {}", "if ↓count >= 0x0 {}",
      "func f(values: [Int]) -> Bool { ↓values.count == 0 }",
    ],
    nonTriggering: [
      "if values.isEmpty { stop() }", "if values.count == 10 || values.count > 1 { stop() }", "let count = 0",
      "let isSmall = values.count < limit", "if a + b.count == 0 {}",
      Example("if count == 0 {}", options: ["only_after_dot": true]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    lazy var types = DeclaredTypes(file)
    return file.operations.compactMap { operation in
      guard ["==", "!=", "<", ">", "<=", ">="].contains(operation.symbol), operation.isLeftWhole,
        operation.isRightWhole
      else { return nil }
      let isReversed = isZero(operation.left)
      guard isReversed || isZero(operation.right) else { return nil }
      let count = isReversed ? operation.right : operation.left
      guard isCount(count) else { return nil }
      return Violation(
        count, in: file, "use isEmpty instead of comparing count with zero",
        edits: edits(operation, count, isReversed: isReversed, types, in: file))
    }
  }

  private func isCount(_ expression: ExprSyntax) -> Bool {
    if let member = expression.as(MemberAccessExprSyntax.self) {
      return member.declName.baseName.text == "count" && member.declName.argumentNames == nil
    }
    return !options.onlyAfterDot && expression.identifier == "count"
  }

  private func isZero(_ expression: ExprSyntax) -> Bool {
    guard let text = expression.integer else { return false }
    return ["0", "0x0", "0b0", "0o0", "00", "0x00", "0x0_0"].contains(text)
  }

  private func edits(
    _ operation: Operation, _ count: ExprSyntax, isReversed: Bool, _ types: @autoclosure () -> DeclaredTypes,
    in file: ParsedFile
  ) -> [TextEdit] {
    let range = operation.left.start..<operation.right.end
    // Other types can have a count without being collections.
    guard let member = count.as(MemberAccessExprSyntax.self), let base = member.base, !file.hasComment(range),
      types().isCollection(base)
    else { return [] }
    let symbols = isReversed ? ["==": true, "!=": false, "<": false] : ["==": true, "!=": false, ">": false]
    guard let isEmpty = symbols[operation.symbol] else { return [] }
    let text = file.text(of: base) + ".isEmpty"
    return [TextEdit(range, isEmpty ? text : "!" + text)]
  }
}

struct EmptyStringRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "empty_string", summary: "Use `isEmpty` instead of comparing with an empty string literal.", kind: .performance,
    swiftLint: .optIn,
    triggering: ["if name↓ == \"\" {}", "let hasName = name↓ != \"\"", "if name↓ == ##\"\"## {}"],
    nonTriggering: ["if name.isEmpty {}", "if name == \"a\" {}", "let name = \"\""])

  func violations(in file: ParsedFile) -> [Violation] {
    file.operations.compactMap { operation in
      guard operation.symbol == "==" || operation.symbol == "!=",
        let literal = operation.right.as(StringLiteralExprSyntax.self), operation.isRightWhole,
        literal.openingQuote.tokenKind == .stringQuote, literal.segments.count <= 1,
        literal.segments.bareText.isEmpty
      else { return nil }
      return Violation(operation.left.end..<literal.end, "use isEmpty instead of comparing with an empty string")
    }
  }
}

struct EmptyCollectionLiteralRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "empty_collection_literal",
    summary: "Use `isEmpty` instead of comparing with an empty array or dictionary literal.", kind: .performance,
    swiftLint: .optIn,
    triggering: ["if values↓ == [] {}", "let hasNames = names↓ != [:]"],
    nonTriggering: ["if values.isEmpty {}", "if values == [1] {}", "let values: [Int] = []"])

  func violations(in file: ParsedFile) -> [Violation] {
    file.operations.compactMap { operation in
      guard operation.symbol == "==" || operation.symbol == "!=", operation.isRightWhole else { return nil }
      let array = operation.right.as(ArrayExprSyntax.self)
      let dictionary = operation.right.as(DictionaryExprSyntax.self)
      guard array?.elements.isEmpty == true || dictionary?.content.is(TokenSyntax.self) == true else { return nil }
      return Violation(
        operation.left.end..<operation.right.end, "use isEmpty instead of comparing with an empty literal")
    }
  }
}
