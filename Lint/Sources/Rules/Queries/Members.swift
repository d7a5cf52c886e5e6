// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

extension MemberBlockItemListSyntax {
  /// The members, with each `#if` replaced by the members in it.
  var expanded: [MemberBlockItemSyntax] {
    flatMap { item -> [MemberBlockItemSyntax] in
      guard let condition = item.decl.as(IfConfigDeclSyntax.self) else { return [item] }
      return condition.clauses.flatMap { clause -> [MemberBlockItemSyntax] in
        if case .decls(let members) = clause.elements { members.expanded } else { [] }
      }
    }
  }

  /// The members of a kind of declaration, also those in `#if`.
  func declarations<Node: DeclSyntaxProtocol>(_ type: Node.Type) -> [Node] {
    expanded.compactMap { $0.decl.as(type) }
  }

  /// Whether a stored property, an initializer or a macro among the members is in `#if`, so that the compiler can
  /// synthesize different initializers.
  var hasConditionalStorage: Bool {
    contains { item in
      item.decl.is(IfConfigDeclSyntax.self)
        && MemberBlockItemListSyntax([item]).expanded.contains {
          $0.decl.is(InitializerDeclSyntax.self) || $0.decl.is(VariableDeclSyntax.self)
            || $0.decl.is(MacroExpansionDeclSyntax.self)
        }
    }
  }
}

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

  /// Returns the edit that removes a modifier or an attribute with the space after it; empty if there is a comment.
  func removal(of node: some SyntaxProtocol) -> [TextEdit] {
    let next = node.nextToken(viewMode: .sourceAccurate)?.start ?? node.end
    return hasComment(node.end..<next) ? [] : [.remove(node.start..<next)]
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
