// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

extension SyntaxProtocol {
  /// The offset of the first byte, without the space and comments before.
  var start: Int { positionAfterSkippingLeadingTrivia.utf8Offset }
  /// The offset after the last byte, without the space and comments after.
  var end: Int { endPositionBeforeTrailingTrivia.utf8Offset }
  var range: Range<Int> { start..<end }

  /// The nodes around this one, innermost first.
  var ancestors: UnfoldFirstSequence<Syntax> { sequence(first: Syntax(self), next: \.parent) }

  /// The innermost node of a kind around this one.
  func enclosing<Node: SyntaxProtocol>(_ type: Node.Type) -> Node? {
    var node = parent
    while let current = node {
      if let found = current.as(type) { return found }
      node = current.parent
    }
    return nil
  }

  /// Whether one of the first ancestors is of one of the kinds, before any of the kinds that end the search.
  func isInside(_ kinds: SyntaxKindSet, before others: SyntaxKindSet = []) -> Bool {
    var node = parent
    while let current = node {
      if kinds.contains(current.kind) { return true }
      if others.contains(current.kind) { return false }
      node = current.parent
    }
    return false
  }

  /// The innermost ancestor of one of the kinds.
  func nearest(_ kinds: SyntaxKindSet) -> Syntax? {
    var node = parent
    while let current = node {
      if kinds.contains(current.kind) { return current }
      node = current.parent
    }
    return nil
  }
}

extension SyntaxKind {
  static let typeDeclarations: SyntaxKindSet = [.classDecl, .structDecl, .enumDecl, .actorDecl, .protocolDecl]
  static let typesAndExtensions: SyntaxKindSet = [
    .classDecl, .structDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl,
  ]
}

extension ParsedFile {
  /// The line that the node starts on, without the space and comments before.
  func line(_ node: some SyntaxProtocol) -> Int { text.lines.line(at: node.start) }
  /// The line that the node ends on.
  func endLine(_ node: some SyntaxProtocol) -> Int { text.lines.line(at: max(node.start, node.end)) }
  func line(at offset: Int) -> Int { text.lines.line(at: offset) }
  /// The 1-based column in bytes that the node starts in.
  func column(_ node: some SyntaxProtocol) -> Int { text.lines.position(at: node.start).column }

  func byte(at offset: Int) -> UInt8? { text.bytes.indices.contains(offset) ? text.bytes[offset] : nil }

  /// Whether the bytes are spaces and tabs only; true for an empty range.
  func isBlank(_ range: Range<Int>) -> Bool {
    text.bytes[range].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// Whether there is a comment among the bytes, which must be between tokens.
  func hasComment(_ range: Range<Int>) -> Bool { text.bytes[range].contains(UInt8(ascii: "/")) }

  /// Whether there is a comment between the tokens of a node.
  func hasInnerComment(_ node: some SyntaxProtocol) -> Bool {
    let range = node.range
    let first = comments.partitioningIndex(where: { $0.range.lowerBound >= range.lowerBound })
    return first < comments.count && comments[first].range.lowerBound < range.upperBound
  }

  func hasNewline(_ range: Range<Int>) -> Bool { text.bytes[range].contains(0x0a) }

  /// The offset of the first byte of the line that is not a space or tab.
  func indentEnd(ofLine line: Int) -> Int {
    let range = text.range(ofLine: line)
    var offset = range.lowerBound
    while offset < range.upperBound, text.bytes[offset] == 0x20 || text.bytes[offset] == 0x09 { offset += 1 }
    return offset
  }

  /// The width of the line's indentation, in bytes.
  func indent(ofLine line: Int) -> Int { indentEnd(ofLine: line) - text.range(ofLine: line).lowerBound }
}

extension Collection {
  /// The only element; nil if there is none or several.
  var only: Element? { count == 1 ? first : nil }
}

extension TokenSyntax {
  var isIdentifier: Bool { if case .identifier = tokenKind { true } else { false } }
}

extension ExprSyntax {
  /// The name of a plain reference; nil for anything else.
  var identifier: String? { self.as(DeclReferenceExprSyntax.self)?.baseName.text }
  /// The last name of a reference or member: `b` for `a.b`.
  var lastName: String? { identifier ?? self.as(MemberAccessExprSyntax.self)?.declName.baseName.text }
  var isNil: Bool { self.is(NilLiteralExprSyntax.self) }
  var integer: String? { self.as(IntegerLiteralExprSyntax.self)?.literal.text }

  /// The expression without the parentheses around it.
  var withoutParentheses: ExprSyntax {
    var result = self
    while let tuple = result.as(TupleExprSyntax.self), let only = tuple.elements.only, only.label == nil {
      result = only.expression
    }
    return result
  }
}

extension CodeBlockItemSyntax {
  /// The statement as an `if`.
  var ifExpression: IfExprSyntax? {
    item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self) ?? item.as(IfExprSyntax.self)
  }

  /// Whether it is the only statement of a function with a result, which is the result.
  var isImplicitResult: Bool {
    guard let list = parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else { return false }
    return list.parent?.parent?.as(FunctionDeclSyntax.self)?.signature.returnClause != nil
  }
}

extension FunctionCallExprSyntax {
  /// Whether the called expression is a plain name.
  func isPlainCall(_ name: String) -> Bool { calledExpression.identifier == name }

  /// The closure that is the only argument of the call, trailing or in parentheses; nil if there are others.
  var onlyClosure: ClosureExprSyntax? {
    if let trailingClosure { return arguments.isEmpty && additionalTrailingClosures.isEmpty ? trailingClosure : nil }
    return arguments.count == 1 ? arguments.first?.expression.as(ClosureExprSyntax.self) : nil
  }
}
