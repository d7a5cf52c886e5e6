// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSyntax

/// The one walk over a tree: files every node under its kind and measures how deep the tree is.
///
/// The walk looks at nothing but kinds. Whatever asks a node for its first token or its text goes down by recursion,
/// and is safe only once the depth is known.
final class NodeCollector: SyntaxAnyVisitor {
  private(set) var nodes: [SyntaxKind: [Syntax]] = [:]
  private(set) var tokens: [TokenSyntax] = []
  private(set) var isTooDeep = false
  private let maximumDepth: Int
  private var depth = 0

  init(maximumDepth: Int) {
    self.maximumDepth = maximumDepth
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    tokens.append(token)
    return .skipChildren
  }

  override func visitPost(_ token: TokenSyntax) {}

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    depth += 1
    if depth > maximumDepth { isTooDeep = true }
    if isTooDeep { return .skipChildren }
    nodes[node.kind, default: []].append(node)
    return .visitChildren
  }

  override func visitAnyPost(_ node: Syntax) {
    depth -= 1
  }
}
