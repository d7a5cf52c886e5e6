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
