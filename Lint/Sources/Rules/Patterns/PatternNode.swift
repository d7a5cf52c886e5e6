// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

/// A node of a pattern. It is compared with a node of a file by kinds and the texts of tokens; white space is ignored.
struct PatternNode: Hashable, Sendable {
  enum Form: Hashable, Sendable {
    case token(String)
    /// Any node, whose text is captured.
    case one(String?)
    /// Any number of elements of a list.
    case several(String?)
    case node([PatternNode])
    case list([PatternNode])
    /// Modifiers or attributes, which a node must have among others.
    case subset([PatternNode])
    /// Operands and operators, as the parser's unfolded list.
    case operation([PatternNode])
  }

  let kind: SyntaxKind
  let form: Form

  init(_ node: Syntax) {
    kind = node.kind
    if let token = node.as(TokenSyntax.self) {
      form = if case .one(let name) = Metavariables.form(of: token.text) { .one(name) } else { .token(token.text) }
    } else if Self.capturing.contains(node.kind), let found = Metavariables.form(of: node) {
      // Outside of a list there is exactly one element.
      switch found {
      case .one(let name), .several(let name): form = .one(name)
      }
    } else if kind == .declModifierList || kind == .attributeList {
      form = .subset(node.children(viewMode: .sourceAccurate).map { PatternNode($0) })
    } else if kind.isSyntaxCollection {
      let elements = node.children(viewMode: .sourceAccurate).map { PatternNode(element: $0) }
      form = kind == .exprList && node.parent?.kind == .sequenceExpr ? .operation(elements) : .list(elements)
    } else {
      form = .node(Self.children(of: node).map { PatternNode($0) })
    }
  }

  private init(element: Syntax) {
    if case .several(let name) = Metavariables.form(of: element) {
      self.init(kind: element.kind, form: .several(name))
    } else {
      self.init(element)
    }
  }

  private init(kind: SyntaxKind, form: Form) {
    self.kind = kind
    self.form = form
  }

  /// The nodes that a metavariable captures as a whole.
  private static let capturing: SyntaxKindSet = [
    .declReferenceExpr, .identifierType, .identifierPattern, .typeExpr, .stringSegment, .expressionPattern,
    .macroExpansionDecl, .macroExpansionExpr,
  ]

  /// Returns the children without a comma or semicolon that separates the node from the next element of a list.
  static func children(of node: Syntax) -> [Syntax] {
    var children = Array(node.children(viewMode: .sourceAccurate))
    if children.count > 1, let last = children.last?.as(TokenSyntax.self),
      last.tokenKind == .comma || last.tokenKind == .semicolon
    {
      children.removeLast()
    }
    return children
  }

  /// The names of the metavariables.
  var captures: Set<String> {
    switch form {
    case .one(let name), .several(let name): name.map { [$0] } ?? []
    default: children.reduce(into: []) { $0.formUnion($1.captures) }
    }
  }

  /// The tokens that every match contains.
  var tokens: [String] {
    switch form {
    case .token(let text): [text]
    default: children.flatMap(\.tokens)
    }
  }

  private var children: [PatternNode] {
    switch form {
    case .token, .one, .several: []
    case .node(let children), .list(let children), .subset(let children), .operation(let children): children
    }
  }

  /// Returns the lowest precedence of the operators among operands and operators.
  static func leastRank(_ elements: [PatternNode]) -> Int {
    elements.indices.filter { $0 % 2 == 1 }
      .map { Operation.rank(kind: elements[$0].kind, symbol: elements[$0].tokens.first) }.min() ?? 0
  }
}
