// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

/// The body of a function, initialiser, deinitialiser, subscript or accessor.
struct FunctionBody {
  /// The declaration without its attributes and documentation.
  let range: Range<Int>
  let body: CodeBlockSyntax
  let node: Syntax

  static func all(in file: ParsedFile) -> [FunctionBody] {
    var bodies: [FunctionBody] = []
    func add(_ body: CodeBlockSyntax?, from keyword: TokenSyntax, _ node: some SyntaxProtocol) {
      guard let body else { return }
      let range = file.range(of: keyword).lowerBound..<file.range(of: body).upperBound
      bodies.append(FunctionBody(range: range, body: body, node: Syntax(node)))
    }
    for node in file.nodes(FunctionDeclSyntax.self) { add(node.body, from: node.funcKeyword, node) }
    for node in file.nodes(InitializerDeclSyntax.self) { add(node.body, from: node.initKeyword, node) }
    for node in file.nodes(DeinitializerDeclSyntax.self) { add(node.body, from: node.deinitKeyword, node) }
    for node in file.nodes(AccessorDeclSyntax.self) { add(node.body, from: node.accessorSpecifier, node) }
    return bodies
  }
}
