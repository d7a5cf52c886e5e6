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

  private init(_ declaration: some DeclGroupSyntax, _ name: TokenSyntax?) {
    node = Syntax(declaration)
    keyword = declaration.introducer
    self.name = name
    (modifiers, attributes) = (declaration.modifiers, declaration.attributes)
    (inheritance, members) = (declaration.inheritanceClause, declaration.memberBlock)
  }

  /// - Returns: nil for any other node.
  init?(_ node: Syntax) {
    if let type = node.as(ClassDeclSyntax.self) {
      self.init(type, type.name)
    } else if let type = node.as(StructDeclSyntax.self) {
      self.init(type, type.name)
    } else if let type = node.as(EnumDeclSyntax.self) {
      self.init(type, type.name)
    } else if let type = node.as(ActorDeclSyntax.self) {
      self.init(type, type.name)
    } else if let type = node.as(ProtocolDeclSyntax.self) {
      self.init(type, type.name)
    } else if let type = node.as(ExtensionDeclSyntax.self) {
      self.init(type, nil)
    } else {
      return nil
    }
  }

  /// Returns all types, protocols and extensions of a file, in no particular order between kinds.
  static func all(in file: ParsedFile) -> [TypeDeclaration] {
    var all = file.nodes(ClassDeclSyntax.self).map { TypeDeclaration($0, $0.name) }
    all += file.nodes(StructDeclSyntax.self).map { TypeDeclaration($0, $0.name) }
    all += file.nodes(EnumDeclSyntax.self).map { TypeDeclaration($0, $0.name) }
    all += file.nodes(ActorDeclSyntax.self).map { TypeDeclaration($0, $0.name) }
    all += file.nodes(ProtocolDeclSyntax.self).map { TypeDeclaration($0, $0.name) }
    return all + file.nodes(ExtensionDeclSyntax.self).map { TypeDeclaration($0, nil) }
  }

  /// The innermost type, protocol or extension around a node.
  static func around(_ node: some SyntaxProtocol) -> TypeDeclaration? {
    node.nearest(SyntaxKind.typesAndExtensions).flatMap { TypeDeclaration($0) }
  }

  var isExtension: Bool { node.kind == .extensionDecl }
}

extension SyntaxProtocol {
  /// Whether a documentation comment precedes the declaration.
  var isDocumented: Bool {
    leadingTrivia.contains { piece in
      switch piece {
      case .docLineComment, .docBlockComment: true
      default: false
      }
    }
  }
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
