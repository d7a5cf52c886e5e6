// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

extension ParsedFile {
  /// Returns the edits that remove a declaration with its lines; empty if other code or a comment would be removed as
  /// well.
  func removal(ofDeclaration node: some SyntaxProtocol) -> [TextEdit] {
    let lines = line(node)...endLine(node)
    let before = text.lines.range(ofLine: lines.lowerBound).lowerBound..<node.start
    let after = node.end..<text.lines.range(ofLine: lines.upperBound).upperBound
    guard isBlank(before), text.bytes[after].allSatisfy({ $0 <= 0x20 }), !hasInnerComment(node),
      !node.leadingTrivia.pieces.contains(where: \.isComment)
    else { return [] }
    return [text.removal(ofLines: lines)]
  }
}

extension PatternBindingSyntax {
  /// Whether it has a getter, and thus no storage.
  var isComputed: Bool {
    guard let accessors = accessorBlock?.accessors else { return false }
    guard case .accessors(let list) = accessors else { return true }
    return !list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }

  /// Whether it is an optional variable, which is nil initially.
  func isImplicitlyNil(in variable: VariableDeclSyntax) -> Bool {
    guard variable.bindingSpecifier.tokenKind == .keyword(.var), let type = typeAnnotation?.type else { return false }
    return type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }
}
