// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct ExplicitACLRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "explicit_acl", name: "Explicit ACL", summary: "State the access level of each declaration.", kind: .idiomatic,
    swiftLint: .optIn,
    triggering: [
      "↓struct Box {}", "public struct Box {\n  ↓let a = 1\n  ↓init() {}\n}", "↓func run() {\n  let a = 1\n}",
      "extension Box {\n  ↓static var b: Int { 1 }\n}",
    ],
    nonTriggering: [
      "private struct Box {\n  let a = 1\n}", "public extension Box {\n  func run() {}\n}",
      "internal protocol Shape {\n  func draw()\n}", "extension Box {}", "internal enum Kind {\n  case a\n}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    var result: [Violation] = []
    func check(_ node: some SyntaxProtocol, _ modifiers: DeclModifierListSyntax, _ keyword: TokenSyntax) {
      guard modifiers.accessModifier == nil, isChecked(Syntax(node)) else { return }
      let place = (modifiers.modifier(.static) ?? modifiers.modifier(.class))?.name ?? keyword
      result.append(Violation(place, in: file, "missing access level"))
    }
    for type in TypeDeclaration.all(in: file) where !type.isExtension { check(type.node, type.modifiers, type.keyword) }
    for node in file.nodes(FunctionDeclSyntax.self) { check(node, node.modifiers, node.funcKeyword) }
    for node in file.nodes(InitializerDeclSyntax.self) { check(node, node.modifiers, node.initKeyword) }
    for node in file.nodes(SubscriptDeclSyntax.self) { check(node, node.modifiers, node.subscriptKeyword) }
    for node in file.nodes(TypeAliasDeclSyntax.self) { check(node, node.modifiers, node.typealiasKeyword) }
    for node in file.nodes(VariableDeclSyntax.self) { check(node, node.modifiers, node.bindingSpecifier) }
    return result
  }

  /// Whether the declaration needs an explicit access level, judged by the declarations around it.
  private func isChecked(_ node: Syntax) -> Bool {
    var isDecided = false
    for current in node.ancestors.dropFirst() {
      switch current.kind {
      case .codeBlock, .closureExpr, .protocolDecl, .accessorBlock: return false
      case .classDecl, .structDecl, .enumDecl, .actorDecl, .extensionDecl:
        if !isDecided, let type = TypeDeclaration(current) {
          isDecided = true
          if type.isExtension, type.modifiers.accessModifier != nil { return false }
        }
        // Nothing in a private type is visible elsewhere.
        if TypeDeclaration(current)?.modifiers.isPrivate == true { return false }
      default: break
      }
    }
    return true
  }
}

struct ExplicitTopLevelACLRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "explicit_top_level_acl", name: "Explicit Top Level ACL",
    summary: "State the access level of each declaration at the top level of a file.", kind: .idiomatic,
    swiftLint: .optIn,
    triggering: [
      "↓struct Box {}", "↓func run() {}", "↓let a = 1", "↓protocol Shape {}\n#if DEBUG\n↓enum A {}\n#endif",
    ],
    nonTriggering: [
      "private struct Box {\n  let a = 1\n}", "extension Box {\n  func run() {}\n}",
      "internal func run() { let a = 1 }",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    var result: [Violation] = []
    func check(_ node: some SyntaxProtocol, _ modifiers: DeclModifierListSyntax, _ keyword: TokenSyntax) {
      guard modifiers.accessModifier == nil, isTopLevel(Syntax(node)) else { return }
      result.append(Violation(keyword, in: file, "missing access level"))
    }
    for type in TypeDeclaration.all(in: file) where !type.isExtension { check(type.node, type.modifiers, type.keyword) }
    for node in file.nodes(FunctionDeclSyntax.self) { check(node, node.modifiers, node.funcKeyword) }
    for node in file.nodes(TypeAliasDeclSyntax.self) { check(node, node.modifiers, node.typealiasKeyword) }
    for node in file.nodes(VariableDeclSyntax.self) { check(node, node.modifiers, node.bindingSpecifier) }
    return result
  }

  private func isTopLevel(_ node: Syntax) -> Bool {
    guard node.parent?.kind == .codeBlockItem else { return false }
    return !node.isInside([.codeBlock, .memberBlock, .closureExpr, .accessorBlock, .switchCase])
  }
}

struct ExtensionAccessModifierRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "extension_access_modifier",
    summary: "State an access level that all members of an extension share on the extension itself.", kind: .idiomatic,
    swiftLint: .optIn,
    triggering: [
      "↓extension Box {\n  public func a() {}\n  public func b() {}\n}",
      "public extension Box {\n  ↓public func a() {}\n}", "↓extension Box {\n  fileprivate var a: Int { 1 }\n}",
    ],
    nonTriggering: [
      "extension Box: Shape {\n  public func a() {}\n}", "extension Box {\n  public func a() {}\n  func b() {}\n}",
      "private extension Box {\n  func a() {}\n}", "extension Box {\n  internal func a() {}\n}",
    ])

  func violations(of node: ExtensionDeclSyntax, in file: ParsedFile) -> [Violation] {
    guard node.inheritanceClause == nil else { return [] }
    let members = node.memberBlock.members.expanded.map(\.decl)
    let modifiers = members.map { $0.asProtocol((any WithModifiersSyntax).self)?.modifiers.accessModifier }
    let levels = Set(modifiers.map { $0.flatMap(AccessLevel.init) })
    guard let only = levels.only, let level = only else { return [] }
    if let access = node.modifiers.accessLevel {
      guard access == level else { return [] }
      return modifiers.compactMap { $0 }.map {
        Violation($0, in: file, "access level repeats that of the extension")
      }
    }
    guard level != .internal, level != .open, level != .private else { return [] }
    return [
      Violation(node.extensionKeyword, in: file, "declare the extension as \(level.name) instead of its members")
    ]
  }
}

struct NoExtensionAccessModifierRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "no_extension_access_modifier",
    summary: "State access levels on the members of an extension, not on the extension.", kind: .idiomatic,
    swiftLint: .init(isOn: false, severity: .error),
    triggering: ["↓private extension Box {}", "↓public extension Box {\n  func a() {}\n}"],
    nonTriggering: ["extension Box {}", "extension Box {\n  public func a() {}\n}"])

  func violation(of node: ExtensionDeclSyntax, in file: ParsedFile) -> Violation? {
    guard let first = node.modifiers.first else { return nil }
    return Violation(first, in: file, "access level on an extension")
  }
}

struct StrictFileprivateRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "strict_fileprivate", summary: "Use `private` instead of `fileprivate`.", kind: .idiomatic, swiftLint: .optIn,
    triggering: [
      "↓fileprivate extension Box {}",
      "struct Box {\n  ↓fileprivate let a = 1\n  public ↓fileprivate(set) var b = 1\n}",
    ],
    nonTriggering: ["private extension Box {}", "struct Box {\n  private let a = 1\n}"])

  func violations(in file: ParsedFile) -> [Violation] {
    let modifiers = file.nodes(DeclModifierSyntax.self).filter { $0.name.tokenKind == .keyword(.fileprivate) }
    guard !modifiers.isEmpty else { return [] }
    // The implementation of a protocol's requirement cannot be less visible than the type.
    let protocols = file.nodes(ProtocolDeclSyntax.self)
    let requirements = Set(protocols.flatMap { $0.memberBlock.members.expanded.compactMap(name) })
    return modifiers.compactMap { modifier in
      if let declaration = modifier.parent?.parent, let member = declaration.parent?.as(MemberBlockItemSyntax.self),
        let name = name(of: member), requirements.contains(name), TypeDeclaration.around(member)?.inheritance != nil
      {
        return nil
      }
      return Violation(modifier, in: file, "use private instead of fileprivate")
    }
  }

  private func name(of member: MemberBlockItemSyntax) -> String? {
    member.decl.as(FunctionDeclSyntax.self)?.name.text ?? member.decl.as(VariableDeclSyntax.self)?.onlyName
  }
}

struct PrivateOverFileprivateRule: NodeRule {
  struct Options: RuleOptions {
    @RuleOption("Whether extensions are checked too.") var validateExtensions = false
  }

  static let description = RuleDescription(
    id: "private_over_fileprivate",
    summary: "Use `private` instead of `fileprivate` at the top level of a file, where they mean the same.",
    kind: .idiomatic, swiftLint: .on, isCorrectable: true,
    triggering: [
      "↓fileprivate enum Kind {}", "↓fileprivate let a = 1",
      Example("↓fileprivate extension A {}", options: ["validate_extensions": true]),
    ],
    nonTriggering: [
      "private enum Kind {}", "extension Box {\n  fileprivate func a() {}\n}", "fileprivate extension A {}",
    ])

  let options: Options

  func violation(of node: DeclModifierSyntax, in file: ParsedFile) -> Violation? {
    guard node.name.tokenKind == .keyword(.fileprivate), node.detail == nil,
      let declaration = node.parent?.parent, declaration.parent?.kind == .codeBlockItem,
      !declaration.isInside([.memberBlock, .codeBlock, .closureExpr, .accessorBlock]),
      declaration.kind != .extensionDecl || options.validateExtensions
    else { return nil }
    return Violation(
      node, in: file, "use private instead of fileprivate", edits: [TextEdit(node.name.range, "private")])
  }
}

struct RedundantSetAccessControlRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "redundant_set_access_control",
    summary: "Leave out a setter's access level if it is the same as the property's.",
    kind: .idiomatic, swiftLint: .on,
    triggering: [
      "private ↓private(set) var a = 1", "fileprivate struct Box {\n  ↓fileprivate(set) var a = 1\n}",
      "struct A {\n  ↓internal(set) var b = 1\n}",
    ],
    nonTriggering: [
      "public private(set) var a = 1", "struct Box {\n  private(set) var a = 1\n}",
      "public struct A {\n  public internal(set) var b = 1\n}",
    ])

  func violation(of node: VariableDeclSyntax, in file: ParsedFile) -> Violation? {
    guard let setter = node.modifiers.first(where: { $0.detail?.detail.text == "set" }),
      let level = AccessLevel(setter)
    else { return nil }
    let access = node.modifiers.accessLevel
    let isRedundant: Bool
    if let access {
      isRedundant = access == level
    } else {
      let parent = TypeDeclaration.around(node)?.modifiers.accessLevel
      switch level {
      case .fileprivate: isRedundant = parent == .fileprivate
      case .internal:
        isRedundant = TypeDeclaration.around(node).map { $0.modifiers.isEmpty || parent == .internal } ?? false
      default: isRedundant = false
      }
    }
    return isRedundant ? Violation(setter, in: file, "access level of the setter repeats that of the property") : nil
  }
}

struct LowerACLThanParentRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "lower_acl_than_parent", name: "Lower ACL Than Parent",
    summary: "Do not give a member a higher access level than its type: it has no effect.", kind: .lint,
    swiftLint: .optIn, isCorrectable: true,
    triggering: [
      "struct Box {\n  ↓public let a = 1\n}", "private enum Kind {\n  ↓internal func a() {}\n}",
      "extension Box {\n  struct A {\n    ↓public let b = 1\n  }\n}",
    ],
    nonTriggering: [
      "public struct Box {\n  public let a = 1\n}", "extension Box {\n  public func a() {}\n}",
      "struct Box {\n  private let a = 1\n}",
    ])

  func violation(of node: DeclModifierSyntax, in file: ParsedFile) -> Violation? {
    guard node.detail == nil, let level = AccessLevel(node), let declaration = node.parent?.parent,
      TypeDeclaration(declaration) == nil, let parent = TypeDeclaration.around(declaration), !parent.isExtension,
      exceeds(level, parent)
    else { return nil }
    return Violation(
      node, in: file, "access level \(level.name) exceeds that of the type",
      edits: edits(node, level, of: declaration, in: parent, in: file))
  }

  private func edits(
    _ node: DeclModifierSyntax, _ level: AccessLevel, of declaration: Syntax, in parent: TypeDeclaration,
    in file: ParsedFile
  ) -> [TextEdit] {
    // An attribute such as `@inlinable` or `@usableFromInline` makes the level count.
    let attributes = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes
    guard attributes?.isEmpty != false, parent.attributes.isEmpty else { return [] }
    if level == .open {
      switch parent.modifiers.accessLevel {
      case .public: return [TextEdit(node.name.range, "public")]
      case .package: return []
      default: break
      }
    }
    return file.removal(of: node)
  }

  private func exceeds(_ level: AccessLevel, _ parent: TypeDeclaration) -> Bool {
    let access = parent.modifiers.accessLevel
    // Without an explicit level the type is internal, or has the level of the enclosing extension.
    let outer = TypeDeclaration.around(parent.node).flatMap { $0.isExtension ? $0.modifiers : nil }
    switch level {
    case .internal: return access.map { $0 <= .fileprivate } ?? (outer?.isPrivate ?? false)
    case .public: return access.map { $0 <= .internal } ?? (outer?.accessLevel != .public)
    case .open: return access != .open
    default: return false
    }
  }
}
