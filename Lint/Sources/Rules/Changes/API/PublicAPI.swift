// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

/// The public API of some Swift files: the declarations that are public or open, as are their enclosing declarations,
/// and not `@_spi`.
///
/// It is derived from the text alone: an extension of a type that is declared elsewhere counts as one of a public type,
/// and all branches of `#if` count.
struct PublicAPI {
  /// One declaration.
  struct Item: Hashable {
    /// The scope, kind and name with argument labels, such as `func Point.scaled(by:)`.
    let name: String
    /// Everything that matters to callers, with single spaces.
    let signature: String
    /// The source text, without the body.
    let text: String
    let path: String
    let line: Int
    let isDocumented: Bool
    let parameters: [Parameter]
    /// The allowed uses besides naming it; losing one breaks code.
    let abilities: Set<Ability>
    let role: Role

    struct Parameter: Hashable {
      let label: String
      let type: String
      let hasDefault: Bool
    }

    enum Ability: String, Hashable {
      case set = "set it", subclass = "subclass it", override = "override it"
      case callWithoutAwait = "use it without await", callWithoutTry = "use it without try"
    }

    enum Role: Hashable {
      /// A requirement of the protocol, which a conforming type has to provide.
      case requirement(of: String)
      /// A case of the enumeration.
      case enumCase(of: String)
      /// An override of a member of a superclass, which callers can use without the override.
      case override
      case other
    }
  }

  private(set) var items: [Item] = []
  /// The protocols and superclasses of each type by its name, as written.
  private(set) var conformances: [String: Set<String>] = [:]
  /// The names of the types that are declared, not only extended.
  private(set) var types: Set<String> = []

  /// Adds the declarations of a file.
  mutating func add(_ file: ParsedFile) {
    add(file.tree.statements.map { Syntax($0.item) }, Scope(file: file))
  }

  /// The scope of a declaration.
  struct Scope {
    let file: ParsedFile
    /// The names of the enclosing types, with a period after each.
    var prefix = ""
    /// The access level of a member without a modifier.
    var access = AccessLevel.internal
    var `protocol`: String?
    var isOpen = false
  }

  mutating func append(_ item: Item) { items.append(item) }

  mutating func declare(_ type: String, inheriting names: [String]) {
    conformances[type, default: []].formUnion(names)
  }

  mutating func add(_ nodes: [Syntax], _ scope: Scope) {
    for node in nodes {
      if let condition = node.as(IfConfigDeclSyntax.self) {
        for clause in condition.clauses { add(Self.nodes(of: clause), scope) }
      } else if let type = TypeDeclaration(node) {
        add(type, scope)
      } else if let item = Item(node, scope) {
        append(item)
      } else if let enumCase = node.as(EnumCaseDeclSyntax.self) {
        items += Item.cases(enumCase, scope)
      } else if let variable = node.as(VariableDeclSyntax.self) {
        items += Item.variables(variable, scope)
      }
    }
  }

  private static func nodes(of clause: IfConfigClauseSyntax) -> [Syntax] {
    switch clause.elements {
    case .statements(let statements): statements.map { Syntax($0.item) }
    case .decls(let members): members.map { Syntax($0.decl) }
    default: []
    }
  }

  private mutating func add(_ type: TypeDeclaration, _ scope: Scope) {
    guard !type.attributes.isSPI else { return }
    let written = type.modifiers.accessLevel
    var inner = scope
    inner.protocol = nil
    if let name = type.name {
      guard (written ?? scope.access) >= .public else { return }
      let full = scope.prefix + name.text
      types.insert(full)
      if let item = Item(type, full, scope) { append(item) }
      inner.prefix = full + "."
      // Members of a public type are internal, those of a public protocol and the cases of a public enum are public.
      let isProtocol = type.node.is(ProtocolDeclSyntax.self)
      inner.access = isProtocol ? .public : .internal
      inner.protocol = isProtocol ? full : nil
      inner.isOpen = written == .open
      declare(full, inheriting: type.inheritance?.names ?? [])
    } else if let decl = type.node.as(ExtensionDeclSyntax.self) {
      let extended = decl.extendedType.bareText
      let condition = decl.genericWhereClause.map { " \($0.spaced)" } ?? ""
      inner.prefix = scope.prefix + extended + condition + "."
      inner.access = written ?? .internal
      inner.isOpen = false
      if condition.isEmpty { declare(scope.prefix + extended, inheriting: type.inheritance?.names ?? []) }
    }
    add(type.members.members.map { Syntax($0.decl) }, inner)
  }
}

extension SyntaxProtocol {
  /// The tokens with single spaces between them.
  var spaced: String { tokens(viewMode: .sourceAccurate).map(\.text).joined(separator: " ") }
}
