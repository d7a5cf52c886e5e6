// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

/// A parsed pattern, ready to be compared with nodes.
struct CompiledPattern: Hashable, Sendable {
  enum Root: Hashable, Sendable {
    /// A node of the same kind.
    case node(PatternNode)
    /// Some operands and operators of a sequence.
    case operation([PatternNode])
    /// Some statements of a block.
    case statements([PatternNode])
    /// Any node.
    case any(SyntaxKind)
  }

  let root: Root
  /// The kind of the nodes that can match.
  let kind: SyntaxKind
  /// The kind that a node must have in addition; nil for any.
  let requiredKind: SyntaxKind?
  let captures: Set<String>
  /// A word that every match contains; nil for none.
  let word: String?

  init(_ pattern: SyntaxPattern) throws(CustomRuleProblem) {
    let required = try Self.kind(pattern.kind, "kind")
    guard !pattern.pattern.isEmpty else {
      guard let required else { throw CustomRuleProblem("", "expected a pattern or a kind") }
      self.init(.any(required), required, required: nil)
      return
    }
    let tree = try PatternText.parse(pattern.pattern)
    if let selected = try Self.kind(pattern.selector, "selector") {
      guard let node = Self.first(selected, in: Syntax(tree)) else {
        throw CustomRuleProblem("selector", "the pattern has no node of the kind \(pattern.selector)")
      }
      try self.init(node, required: required)
      return
    }
    let items = tree.statements.map { Syntax($0.item) }
    guard let first = items.first else { throw CustomRuleProblem("pattern", "the pattern has no code") }
    if items.count > 1 {
      let elements = PatternNode(Syntax(tree.statements))
      guard case .list(let list) = elements.form else { throw CustomRuleProblem("pattern", "the pattern has no code") }
      self.init(.statements(list), .codeBlockItemList, required: required)
    } else {
      try self.init(first.as(ExpressionStmtSyntax.self).map { Syntax($0.expression) } ?? first, required: required)
    }
  }

  private init(_ node: Syntax, required: SyntaxKind?) throws(CustomRuleProblem) {
    let root = PatternNode(node)
    switch root.form {
    case .one, .several:
      guard let required else { throw CustomRuleProblem("pattern", "the pattern matches every node; add a kind") }
      self.init(.node(root), required, required: nil)
    case .node(let children):
      if root.kind == .sequenceExpr, children.count == 1, case .operation(let elements) = children[0].form {
        self.init(.operation(elements), .sequenceExpr, required: required)
      } else {
        self.init(.node(root), root.kind, required: required)
      }
    case .token, .list, .subset, .operation: self.init(.node(root), root.kind, required: required)
    }
  }

  private init(_ root: Root, _ kind: SyntaxKind, required: SyntaxKind?) {
    self.root = root
    self.kind = kind
    requiredKind = required
    let nodes: [PatternNode] =
      switch root {
      case .node(let node): [node]
      case .operation(let nodes), .statements(let nodes): nodes
      case .any: []
      }
    captures = nodes.reduce(into: []) { $0.formUnion($1.captures) }
    word = nodes.flatMap(\.tokens).max { $0.utf8.count < $1.utf8.count }.flatMap { $0.utf8.count > 1 ? $0 : nil }
  }

  private static func kind(_ name: String, _ key: String) throws(CustomRuleProblem) -> SyntaxKind? {
    guard !name.isEmpty else { return nil }
    if let kind = SyntaxKindNames.kind(name) { return kind }
    let nearest = SyntaxKindNames.nearest(to: name).map { "; did you mean \($0)?" } ?? ""
    throw CustomRuleProblem(key, "unknown kind of node \"\(name.prefix(80))\"\(nearest)")
  }

  private static func first(_ kind: SyntaxKind, in node: Syntax) -> Syntax? {
    if node.kind == kind { return node }
    for child in node.children(viewMode: .sourceAccurate) {
      if let found = first(kind, in: child) { return found }
    }
    return nil
  }
}
