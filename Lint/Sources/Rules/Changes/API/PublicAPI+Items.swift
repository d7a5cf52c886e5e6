// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

extension PublicAPI.Item {
  /// A function, initialiser, subscript, alias, associated type or macro; `nil` for another node and for a declaration
  /// that is not public.
  init?(_ node: Syntax, _ scope: PublicAPI.Scope) {
    switch node.kind {
    case .functionDecl:
      guard let decl = node.as(FunctionDeclSyntax.self) else { return nil }
      let signature = decl.signature
      self.init(
        decl, scope, name: "func \(Self.type(decl.modifiers))\(scope.prefix)\(decl.name.text)",
        parameters: signature.parameterClause.parameters, effects: signature.effectSpecifiers,
        rest: [
          decl.genericParameterClause?.spaced, signature.returnClause?.type.spaced, decl.genericWhereClause?.spaced,
        ],
        text: decl.with(\.body, nil).written)
    case .initializerDecl:
      guard let decl = node.as(InitializerDeclSyntax.self) else { return nil }
      self.init(
        decl, scope, name: "init \(scope.prefix)init",
        parameters: decl.signature.parameterClause.parameters, effects: decl.signature.effectSpecifiers,
        rest: [decl.optionalMark?.text, decl.genericParameterClause?.spaced, decl.genericWhereClause?.spaced],
        text: decl.with(\.body, nil).written)
    case .subscriptDecl:
      guard let decl = node.as(SubscriptDeclSyntax.self) else { return nil }
      self.init(
        decl, scope, name: "subscript \(Self.type(decl.modifiers))\(scope.prefix)subscript",
        parameters: decl.parameterClause.parameters,
        rest: [decl.genericParameterClause?.spaced, decl.returnClause.type.spaced, decl.genericWhereClause?.spaced],
        text: decl.with(\.accessorBlock, nil).written,
        isSettable: decl.accessorBlock.map(Self.hasSetter) ?? false)
    case .typeAliasDecl:
      guard let decl = node.as(TypeAliasDeclSyntax.self) else { return nil }
      self.init(
        decl, scope, name: "typealias \(scope.prefix)\(decl.name.text)",
        parameters: nil, rest: [decl.genericParameterClause?.spaced, decl.initializer.value.spaced],
        text: decl.written)
    case .associatedTypeDecl:
      guard let decl = node.as(AssociatedTypeDeclSyntax.self) else { return nil }
      self.init(
        decl, scope, name: "associatedtype \(scope.prefix)\(decl.name.text)",
        parameters: nil, rest: [decl.inheritanceClause?.spaced, decl.genericWhereClause?.spaced],
        text: decl.written)
    case .macroDecl:
      guard let decl = node.as(MacroDeclSyntax.self) else { return nil }
      self.init(
        decl, scope, name: "macro \(scope.prefix)\(decl.name.text)",
        parameters: decl.signature.parameterClause.parameters,
        rest: [decl.signature.returnClause?.type.spaced], text: decl.with(\.definition, nil).written)
    default: return nil
    }
  }

  /// A type.
  init?(_ type: TypeDeclaration, _ name: String, _ scope: PublicAPI.Scope) {
    let generic = type.node.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause?.spaced
    let keyword = type.keyword.text
    var abilities: Set<Ability> = []
    if type.modifiers.accessLevel == .open { abilities.insert(.subclass) }
    self.init(
      name: "\(keyword) \(name)", signature: generic ?? "", text: "\(keyword) \(name)\(generic ?? "")",
      path: scope.file.text.path, line: scope.file.line(type.keyword),
      isDocumented: type.node.isDocumented, parameters: [], abilities: abilities, role: .other)
  }

  private init?(
    _ node: some WithModifiersSyntax & WithAttributesSyntax, _ scope: PublicAPI.Scope, name: String,
    parameters: FunctionParameterListSyntax?, effects: FunctionEffectSpecifiersSyntax? = nil, rest: [String?],
    text: String, isSettable: Bool = false
  ) {
    let modifiers = node.modifiers
    guard !node.attributes.isSPI, (modifiers.accessLevel ?? scope.access) >= .public else { return nil }
    let list = (parameters ?? []).map { parameter in
      Parameter(
        label: parameter.firstName.text, type: parameter.type.spaced + (parameter.ellipsis == nil ? "" : "..."),
        hasDefault: parameter.defaultValue != nil)
    }
    var abilities: Set<Ability> = isSettable ? [.set] : []
    if parameters != nil, effects?.asyncSpecifier == nil { abilities.insert(.callWithoutAwait) }
    if parameters != nil, effects?.throwsClause == nil { abilities.insert(.callWithoutTry) }
    if modifiers.accessLevel == .open { abilities.insert(.override) }
    let labels = parameters == nil ? "" : "(" + list.map { $0.label + ":" }.joined() + ")"
    self.init(
      name: name + labels,
      signature: (list.map(\.type) + rest.map { $0 ?? "" }).joined(separator: "|"),
      text: text, path: scope.file.text.path, line: scope.file.line(node),
      isDocumented: node.isDocumented, parameters: list, abilities: abilities,
      role: scope.protocol.map { .requirement(of: $0) } ?? (modifiers.contains(.override) ? .override : .other))
  }

  static func variables(_ decl: VariableDeclSyntax, _ scope: PublicAPI.Scope) -> [Self] {
    guard !decl.attributes.isSPI, (decl.modifiers.accessLevel ?? scope.access) >= .public else { return [] }
    let isConstant = decl.bindingSpecifier.tokenKind == .keyword(.let)
    let isReadOnly = decl.modifiers.contains { $0.detail != nil && AccessLevel($0).map { $0 < .public } == true }
    return decl.bindings.compactMap { binding in
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { return nil }
      let isSettable = !isConstant && !isReadOnly && (binding.accessorBlock.map(hasSetter) ?? true)
      var abilities: Set<Ability> = isSettable ? [.set] : []
      if decl.modifiers.accessLevel == .open { abilities.insert(.override) }
      // An inferred type is unknown.
      let type = binding.typeAnnotation?.type.spaced ?? ""
      let keyword = "\(decl.bindingSpecifier.text) \(name)"
      return Self(
        name: "var \(Self.type(decl.modifiers))\(scope.prefix)\(name)", signature: type,
        text: type.isEmpty ? keyword : "\(keyword): \(binding.typeAnnotation?.type.bareText ?? type)",
        path: scope.file.text.path, line: scope.file.line(binding),
        isDocumented: decl.isDocumented, parameters: [], abilities: abilities,
        role: scope.protocol.map { .requirement(of: $0) } ?? (decl.modifiers.contains(.override) ? .override : .other))
    }
  }

  /// The cases of a declaration, which are as visible as their enumeration.
  static func cases(_ decl: EnumCaseDeclSyntax, _ scope: PublicAPI.Scope) -> [Self] {
    guard !decl.attributes.isSPI else { return [] }
    return decl.elements.map { element in
      Self(
        name: "case \(scope.prefix)\(element.name.text)", signature: element.parameterClause?.spaced ?? "",
        text: "case \(element.bareText.trimmingComma)", path: scope.file.text.path,
        line: scope.file.line(element),
        isDocumented: decl.isDocumented, parameters: [], abilities: [],
        role: .enumCase(of: String(scope.prefix.dropLast())))
    }
  }

  private static func type(_ modifiers: DeclModifierListSyntax) -> String { modifiers.isStatic ? "static " : "" }

  private static func hasSetter(_ block: AccessorBlockSyntax) -> Bool {
    switch block.accessors {
    case .getter: false
    case .accessors(let list):
      list.contains { [.keyword(.set), .keyword(._modify)].contains($0.accessorSpecifier.tokenKind) }
        // A property with observers is stored, so it can be set.
        || list.contains { [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind) }
    }
  }
}

extension AttributeListSyntax {
  /// Whether the list has `@_spi`, also in `#if`, which packages use to support older compilers.
  var isSPI: Bool {
    has("_spi")
      || contains { element in
        guard case .ifConfigDecl(let condition) = element else { return false }
        return condition.clauses.contains { clause in
          if case .attributes(let attributes)? = clause.elements { attributes.isSPI } else { false }
        }
      }
  }
}

extension SyntaxProtocol {
  /// The text on one line, without lines of comments and attributes.
  fileprivate var written: String {
    bareText.split(separator: "\n").map { $0.drop { $0.isWhitespace } }
      .filter { !$0.hasPrefix("//") && !$0.hasPrefix("@") && !$0.hasPrefix("#") }.joined(separator: " ")
  }
}

extension String {
  fileprivate var trimmingComma: String { hasSuffix(",") ? String(dropLast()) : self }
}
