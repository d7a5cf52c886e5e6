// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

struct PreferSelfInStaticReferencesRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "prefer_self_in_static_references",
    summary: "Refer to static members with `Self`, which remains correct when the type is renamed.", kind: .style,
    swiftLint: .optIn, isCorrectable: true,
    triggering: [
      "struct A {\n  static let b = 1\n  func c() -> Int { ↓A.b }\n}",
      "enum A {\n  case b\n  static func c() -> ↓A { .b }\n}",
      "class A {\n  static let b = 1\n  func c() { d(↓A.b) }\n}",
    ],
    nonTriggering: [
      "struct A {\n  static let b = 1\n  func c() -> Int { Self.b }\n}",
      "class A {\n  static let b = A()\n  let c = A.b\n  func d() -> A { self }\n}",
      "extension A {\n  func b() -> A { A() }\n}", "struct A {\n  struct B {\n    let a = A.c\n  }\n}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    let names = Set(TypeDeclaration.all(in: file).compactMap { $0.name?.text })
    var result: [Violation] = []
    var known: [SyntaxIdentifier: MemberNames] = [:]
    guard !names.isEmpty else { return [] }
    for token in file.capitalizedTokens where names.contains(token.text) {
      guard let node = token.parent else { continue }
      if let type = node.as(IdentifierTypeSyntax.self), type.genericArgumentClause == nil {
        check(token, node, isType: true, &known, &result, in: file)
      } else if node.kind == .declReferenceExpr {
        if let member = node.parent?.as(MemberAccessExprSyntax.self), member.declName.id == node.id { continue }
        check(token, node, isType: false, &known, &result, in: file)
      }
    }
    return result
  }

  private func check(
    _ name: TokenSyntax, _ node: Syntax, isType: Bool, _ known: inout [SyntaxIdentifier: MemberNames],
    _ result: inout [Violation], in file: ParsedFile
  ) {
    guard let type = node.nearest(SyntaxKind.typesAndExtensions), type.kind != .protocolDecl,
      type.kind != .extensionDecl,
      let declaration = TypeDeclaration(type), declaration.name?.text == name.text,
      declaration.members.range.contains(name.start)
    else { return }
    let isClass = type.kind == .classDecl || type.kind == .actorDecl
    guard isClass ? isAllowedInClass(node, isType: isType) : isAllowed(node, isType: isType) else {
      return
    }
    let members = known[type.id] ?? MemberNames(declaration)
    known[type.id] = members
    // A generic parameter, a nested type or a case with the name of the type hides it. An alias of a member of `Self`
    // cannot be extended.
    let isCertain =
      !node.isInMacro && !members.all.contains(name.name) && !file.localNames.hide(name.name, at: name)
      && !node.isInside([.typeAliasDecl], before: [.memberBlock])
      && (type.kind != .classDecl || isStatic(node, declaration, members))
    result.append(Violation(name, in: file, "use Self", edits: isCertain ? [TextEdit(name.range, "Self")] : []))
  }

  /// Whether the member means the same in a subclass: it is static, or the class has none.
  private func isStatic(_ node: Syntax, _ type: TypeDeclaration, _ members: MemberNames) -> Bool {
    if type.modifiers.contains(.final) { return true }
    guard let member = node.parent?.as(MemberAccessExprSyntax.self) else { return false }
    return members.statics.contains(member.declName.baseName.name)
  }

  private func isAllowed(_ node: Syntax, isType: Bool) -> Bool {
    guard node.parent?.kind != .genericSpecializationExpr, node.parent?.kind != .attribute,
      !node.isInside([.genericParameterClause, .genericWhereClause], before: [.memberBlock, .codeBlock])
    else { return false }
    guard isType, let annotation = node.nearest([.typeAnnotation, .memberBlock])?.as(TypeAnnotationSyntax.self),
      annotation.type.id == TypeSyntax(node)?.id, let binding = annotation.parent?.as(PatternBindingSyntax.self)
    else { return true }
    // A stored property may have a type of another name that is the same.
    return binding.accessorBlock != nil
  }

  /// In a class `Self` is the dynamic type, so only member accesses in bodies are replaced.
  private func isAllowedInClass(_ node: Syntax, isType: Bool) -> Bool {
    guard !isType, let member = node.parent?.as(MemberAccessExprSyntax.self), member.declName.baseName.text != "self"
    else {
      return false
    }
    return node.isInside([.codeBlock, .accessorBlock], before: [.memberBlock])
  }
}

/// The names of the members of a type.
private struct MemberNames {
  var all: Set<String> = []
  /// Those that a subclass cannot override.
  var statics: Set<String> = []

  init(_ type: TypeDeclaration) {
    for member in type.members.members.expanded {
      let isStatic = member.decl.asProtocol((any WithModifiersSyntax).self)?.modifiers.contains(.static) ?? false
      var names = [member.decl.asProtocol((any NamedDeclSyntax).self)?.name.name].compactMap { $0 }
      names += member.decl.as(EnumCaseDeclSyntax.self)?.elements.map(\.name.name) ?? []
      names +=
        member.decl.as(VariableDeclSyntax.self)?.bindings.compactMap {
          $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.name
        } ?? []
      all.formUnion(names)
      if isStatic { statics.formUnion(names) }
    }
  }
}
