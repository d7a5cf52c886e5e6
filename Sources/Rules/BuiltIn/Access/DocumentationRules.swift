// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import SwiftSource
import SwiftSyntax

struct MissingDocsRule: SyntaxRule {
  struct Options: RuleOptions {
    var warning = ["open", "public"]
    var excludesExtensions = true
    var excludesInheritedTypes = true
    var excludesTrivialInit = false
    var evaluateEffectiveAccessControlLevel = false

    static let descriptions = [
      RuleOption("warning", "Access levels that need documentation."),
      RuleOption("excludes_extensions", "Whether extensions need no documentation."),
      RuleOption("excludes_inherited_types", "Whether members of types that inherit need no documentation."),
      RuleOption("excludes_trivial_init", "Whether initializers without parameters need no documentation."),
      RuleOption(
        "evaluate_effective_access_control_level", "Whether the access levels of enclosing types are considered."),
    ]
  }

  static let description = RuleDescription(
    id: "missing_docs", summary: "Document declarations that are visible outside the module.", kind: .lint,
    isOptIn: true, swiftLint: .optIn,
    triggering: [
      "public ↓func f() {}", "/// A.\npublic struct A {\n  public ↓let b = 1\n}",
      "/// A.\npublic enum A {\n  ↓case b\n}", "public extension A {\n  ↓func b() {}\n}",
    ],
    nonTriggering: [
      "/// A.\npublic func f() {}", "func f() {}", "/// A.\npublic struct A: B {\n  public let c = 1\n}",
      "public extension A {}",
      Example("/// A.\npublic struct A {\n  public init() {}\n}", options: ["excludes_trivial_init": true]),
    ])

  private let levels: Set<AccessLevel>
  private let options: Options

  init(options: Options) {
    self.options = options
    let all: [AccessLevel] = [.private, .fileprivate, .internal, .package, .public, .open]
    levels = Set(all.filter { options.warning.contains($0.name) })
  }

  func violations(in file: ParsedFile) -> [Violation] {
    var result: [Violation] = []
    func check(
      _ node: some SyntaxProtocol, _ modifiers: DeclModifierListSyntax, _ keyword: TokenSyntax, isCase: Bool = false
    ) {
      guard isChecked(Syntax(node), modifiers, isCase: isCase), !hasDocumentation(Syntax(node), in: file) else {
        return
      }
      result.append(Violation(keyword, in: file, "missing documentation"))
    }
    for type in TypeDeclaration.all(in: file) where !type.isExtension || !options.excludesExtensions {
      check(type.node, type.modifiers, type.keyword)
    }
    for node in file.nodes(FunctionDeclSyntax.self) { check(node, node.modifiers, node.funcKeyword) }
    for node in file.nodes(InitializerDeclSyntax.self) {
      if options.excludesTrivialInit, node.signature.parameterClause.parameters.isEmpty { continue }
      check(node, node.modifiers, node.initKeyword)
    }
    for node in file.nodes(SubscriptDeclSyntax.self) { check(node, node.modifiers, node.subscriptKeyword) }
    for node in file.nodes(VariableDeclSyntax.self) { check(node, node.modifiers, node.bindingSpecifier) }
    for node in file.nodes(TypeAliasDeclSyntax.self) { check(node, node.modifiers, node.typealiasKeyword) }
    for node in file.nodes(AssociatedTypeDeclSyntax.self) { check(node, node.modifiers, node.associatedtypeKeyword) }
    for node in file.nodes(EnumCaseDeclSyntax.self) { check(node, node.modifiers, node.caseKeyword, isCase: true) }
    return result
  }

  private func isChecked(_ node: Syntax, _ modifiers: DeclModifierListSyntax, isCase: Bool) -> Bool {
    var level = modifiers.accessLevel
    // Cases and requirements have the access level of their type, members of an extension that of the extension.
    if level == nil, let parent = TypeDeclaration.around(node),
      isCase || parent.node.kind == .protocolDecl || parent.isExtension
    {
      level = parent.modifiers.accessLevel
    }
    // The level first: most declarations do not have it, which saves the search of their ancestors.
    return levels.contains(level ?? .internal) && !modifiers.contains(.override)
      && !node.isInside([.codeBlock, .closureExpr, .accessorBlock])
      && !(options.excludesInheritedTypes && inherits(node))
  }

  /// Whether the declaration or a type around it inherits from something.
  private func inherits(_ node: Syntax) -> Bool {
    node.ancestors.contains { ancestor in
      TypeDeclaration(ancestor)?.inheritance?.inheritedTypes.contains { !$0.type.is(SuppressedTypeSyntax.self) }
        ?? false
    }
  }

  private func hasDocumentation(_ node: Syntax, in file: ParsedFile) -> Bool {
    node.leadingTrivia.contains { piece in
      switch piece {
      case .docLineComment, .docBlockComment: true
      default: false
      }
    }
  }
}

struct ImplicitReturnRule: SyntaxRule {
  struct Options: RuleOptions {
    var includedNames = ["closure", "function", "getter", "initializer", "subscript"]

    static let descriptions = [
      RuleOption(
        "included_names", "Where `return` is redundant: `closure`, `function`, `getter`, `initializer`, `subscript`.")
    ]
  }

  static let description = RuleDescription(
    id: "implicit_return", summary: "Leave out `return` in a body that consists of a single expression.", kind: .style,
    isOptIn: true,
    swiftLint: .optIn,
    isCorrectable: true,
    triggering: [
      "func f() -> Int {\n  ↓return 1\n}", "let a = b.map { ↓return $0 }", "var a: Int { ↓return 1 }",
      "var a: Int {\n  get { ↓return 1 }\n}",
    ],
    nonTriggering: [
      "func f() -> Int { 1 }", "func f() {\n  return\n}", "func f() -> Int {\n  a()\n  return 1\n}",
      Example("func f() -> Int { return 1 }", options: ["included_names": ["closure"]]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(ReturnStmtSyntax.self).compactMap { node in
      guard let value = node.expression, let item = node.parent?.as(CodeBlockItemSyntax.self),
        let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1, let kind = kind(of: list.parent),
        options.includedNames.contains(kind)
      else { return nil }
      let range = node.returnKeyword.start..<value.start
      return Violation(node, in: file, "unnecessary return", edits: file.hasComment(range) ? [] : [.remove(range)])
    }
  }

  private func kind(of owner: Syntax?) -> String? {
    guard let owner else { return nil }
    switch owner.kind {
    case .closureExpr: return "closure"
    case .accessorBlock: return owner.parent?.kind == .subscriptDecl ? "subscript" : "getter"
    case .codeBlock:
      switch owner.parent?.kind {
      case .functionDecl: return "function"
      case .initializerDecl: return "initializer"
      case .accessorDecl:
        guard owner.parent?.as(AccessorDeclSyntax.self)?.accessorSpecifier.tokenKind == .keyword(.get) else {
          return nil
        }
        return owner.parent?.isInside([.subscriptDecl], before: [.patternBinding]) == true ? "subscript" : "getter"
      default: return nil
      }
    default: return nil
    }
  }
}
