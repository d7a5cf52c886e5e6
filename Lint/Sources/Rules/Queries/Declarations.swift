// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

/// The access level of a declaration, from the most to the least restrictive.
enum AccessLevel: Int, CaseIterable, Comparable {
  case `private`, `fileprivate`, `internal`, package, `public`, open

  init?(_ modifier: DeclModifierSyntax) {
    switch modifier.name.tokenKind {
    case .keyword(.private): self = .private
    case .keyword(.fileprivate): self = .fileprivate
    case .keyword(.internal): self = .internal
    case .keyword(.package): self = .package
    case .keyword(.public): self = .public
    case .keyword(.open): self = .open
    default: return nil
    }
  }

  static func < (left: AccessLevel, right: AccessLevel) -> Bool { left.rawValue < right.rawValue }

  var name: String { "\(self)" }
}

extension DeclModifierListSyntax {
  func contains(_ keyword: Keyword) -> Bool { contains { $0.name.tokenKind == .keyword(keyword) } }

  func modifier(_ keyword: Keyword) -> DeclModifierSyntax? { first { $0.name.tokenKind == .keyword(keyword) } }

  /// The modifier with the access level of the getter, which has no parentheses.
  var accessModifier: DeclModifierSyntax? { first { $0.detail == nil && AccessLevel($0) != nil } }
  var accessLevel: AccessLevel? { accessModifier.flatMap(AccessLevel.init) }
  /// Whether it is private or fileprivate as a whole.
  var isPrivate: Bool { (accessLevel ?? .internal) <= .fileprivate }
  var isStatic: Bool { contains(.static) || contains(.class) }
}

extension AttributeListSyntax {
  func has(_ name: String) -> Bool { attribute(name) != nil }

  func attribute(_ name: String) -> AttributeSyntax? {
    for case .attribute(let attribute) in self where attribute.name == name { return attribute }
    return nil
  }

  /// Whether one of them is a global actor, by its name.
  var hasGlobalActor: Bool { all.contains { $0.name.hasSuffix("Actor") } }

  /// The attributes that are not in `#if`.
  var all: [AttributeSyntax] { compactMap { $0.as(AttributeSyntax.self) } }
}

extension AttributeSyntax {
  var name: String {
    attributeName.as(IdentifierTypeSyntax.self)?.name.text ?? attributeName.bareText
  }
}

extension InheritanceClauseSyntax {
  /// The names of the inherited types, as written.
  var names: [String] { inheritedTypes.map { $0.type.bareText } }
}

/// A type, extension or protocol.
struct TypeDeclaration {
  let node: Syntax
  let keyword: TokenSyntax
  /// The name of a type, nil for an extension.
  let name: TokenSyntax?
  let modifiers: DeclModifierListSyntax
  let attributes: AttributeListSyntax
  let inheritance: InheritanceClauseSyntax?
  let members: MemberBlockSyntax

  /// - Returns: nil for any other node.
  init?(_ node: Syntax) {
    self.node = node
    switch node.kind {
    case .classDecl:
      guard let decl = node.as(ClassDeclSyntax.self) else { return nil }
      (keyword, name, modifiers, attributes) = (decl.classKeyword, decl.name, decl.modifiers, decl.attributes)
      (inheritance, members) = (decl.inheritanceClause, decl.memberBlock)
    case .structDecl:
      guard let decl = node.as(StructDeclSyntax.self) else { return nil }
      (keyword, name, modifiers, attributes) = (decl.structKeyword, decl.name, decl.modifiers, decl.attributes)
      (inheritance, members) = (decl.inheritanceClause, decl.memberBlock)
    case .enumDecl:
      guard let decl = node.as(EnumDeclSyntax.self) else { return nil }
      (keyword, name, modifiers, attributes) = (decl.enumKeyword, decl.name, decl.modifiers, decl.attributes)
      (inheritance, members) = (decl.inheritanceClause, decl.memberBlock)
    case .actorDecl:
      guard let decl = node.as(ActorDeclSyntax.self) else { return nil }
      (keyword, name, modifiers, attributes) = (decl.actorKeyword, decl.name, decl.modifiers, decl.attributes)
      (inheritance, members) = (decl.inheritanceClause, decl.memberBlock)
    case .protocolDecl:
      guard let decl = node.as(ProtocolDeclSyntax.self) else { return nil }
      (keyword, name, modifiers, attributes) = (decl.protocolKeyword, decl.name, decl.modifiers, decl.attributes)
      (inheritance, members) = (decl.inheritanceClause, decl.memberBlock)
    case .extensionDecl:
      guard let decl = node.as(ExtensionDeclSyntax.self) else { return nil }
      (keyword, name, modifiers, attributes) = (decl.extensionKeyword, nil, decl.modifiers, decl.attributes)
      (inheritance, members) = (decl.inheritanceClause, decl.memberBlock)
    default: return nil
    }
  }

  /// Returns all types, protocols and extensions of a file, in no particular order between kinds.
  static func all(in file: ParsedFile) -> [TypeDeclaration] {
    let nodes: [[Syntax]] = [
      file.nodes(ClassDeclSyntax.self).map { Syntax($0) }, file.nodes(StructDeclSyntax.self).map { Syntax($0) },
      file.nodes(EnumDeclSyntax.self).map { Syntax($0) }, file.nodes(ActorDeclSyntax.self).map { Syntax($0) },
      file.nodes(ProtocolDeclSyntax.self).map { Syntax($0) }, file.nodes(ExtensionDeclSyntax.self).map { Syntax($0) },
    ]
    return nodes.joined().compactMap { TypeDeclaration($0) }
  }

  /// The innermost type, protocol or extension around a node.
  static func around(_ node: some SyntaxProtocol) -> TypeDeclaration? {
    node.nearest(SyntaxKind.typeDeclarations.union([.extensionDecl])).flatMap { TypeDeclaration($0) }
  }

  var isExtension: Bool { node.kind == .extensionDecl }
}

extension ClassDeclSyntax {
  /// Whether one of the names is among the inherited types.
  func inherits(from names: [String]) -> Bool {
    inheritanceClause?.inheritedTypes.contains { names.contains($0.type.bareText) } ?? false
  }
}

extension VariableDeclSyntax {
  /// The name if exactly one variable is declared.
  var onlyName: String? {
    bindings.count == 1 ? bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text : nil
  }
}
