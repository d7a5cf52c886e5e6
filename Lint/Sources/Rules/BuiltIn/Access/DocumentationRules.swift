// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct MissingDocsRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("Access levels that need documentation.", choices: AccessLevel.allCases.map(\.name))
    var warning = ["open", "public"]
    @RuleOption("Access levels whose missing documentation is an error.", choices: AccessLevel.allCases.map(\.name))
    var error: [String] = []
    @RuleOption("Whether extensions need no documentation; their members do.") var excludesExtensions = true
    @RuleOption(
      "Whether types, protocols and extensions with an inheritance clause, and all inside them, need no documentation.")
    var excludesInheritedTypes = true
    @RuleOption("Whether initializers without parameters need no documentation.") var excludesTrivialInit = false
    @RuleOption("Whether a declaration has at most the access level of the types around it.")
    var evaluateEffectiveAccessControlLevel = false
  }

  static let description = RuleDescription(
    id: "missing_docs", summary: "Document declarations that are visible outside the module.", kind: .lint,
    swiftLint: .optIn,
    triggering: [
      "public ↓func f() {}", "/// A.\npublic struct A {\n  public ↓let b = 1\n}",
      "/// A.\npublic enum A {\n  ↓case b\n}", "public extension A {\n  ↓func b() {}\n}",
      "struct A {\n  public ↓func b() {}\n}", "extension A {\n  public ↓init() {}\n}",
      Example("↓struct A {\n  ↓func b() {}\n  private func c() {}\n}", options: ["warning": ["internal"]]),
      Example("open ↓class A {}\npublic struct B {}", options: ["warning": [], "error": ["open"]]),
      Example("public ↓extension A {}", options: ["excludes_extensions": false]),
      Example("public ↓struct A: B {\n  public ↓let c = 1\n}", options: ["excludes_inherited_types": false]),
      Example("extension A {\n  public ↓init(b: Int) {}\n}", options: ["excludes_trivial_init": true]),
    ],
    nonTriggering: [
      "/// A.\npublic func f() {}", "func f() {}", "/// A.\npublic struct A: B {\n  public let c = 1\n}",
      "public extension A {}",
      Example("/// A.\npublic struct A {\n  public init() {}\n}", options: ["excludes_trivial_init": true]),
      Example(
        "struct A {\n  public func b() {}\n  public struct C {\n    public let d = 1\n  }\n}",
        options: ["evaluate_effective_access_control_level": true]),
    ])

  private let levels: Set<AccessLevel>
  private let errors: Set<AccessLevel>
  private let options: Options

  init(options: Options) {
    self.options = options
    errors = Set(AccessLevel.allCases.filter { options.error.contains($0.name) })
    levels = errors.union(AccessLevel.allCases.filter { options.warning.contains($0.name) })
  }

  func violations(in file: ParsedFile) -> [Violation] {
    var result: [Violation] = []
    func check(
      _ node: some SyntaxProtocol, _ modifiers: DeclModifierListSyntax, _ keyword: TokenSyntax, isCase: Bool = false
    ) {
      let level = level(of: Syntax(node), modifiers, isCase: isCase)
      guard isChecked(Syntax(node), modifiers, level), !node.isDocumented else { return }
      let severity: Severity? = errors.contains(level) ? .error : nil
      result.append(Violation(keyword, in: file, "missing documentation", severity: severity))
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

  private func isChecked(_ node: Syntax, _ modifiers: DeclModifierListSyntax, _ level: AccessLevel) -> Bool {
    // The level first: most declarations do not have it, which saves the search of their ancestors.
    levels.contains(level) && !modifiers.contains(.override)
      && !node.isInside([.codeBlock, .closureExpr, .accessorBlock])
      && !(options.excludesInheritedTypes && inherits(node))
  }

  private func level(of node: Syntax, _ modifiers: DeclModifierListSyntax, isCase: Bool) -> AccessLevel {
    let access = isCase ? nil : modifiers.accessLevel
    guard let parent = TypeDeclaration.around(node) else { return access ?? .internal }
    // Cases and requirements have the access level of their type, members of an extension that of the extension.
    if isCase || parent.node.kind == .protocolDecl { return level(of: parent) }
    if parent.isExtension { return access ?? level(of: parent) }
    if let access, !options.evaluateEffectiveAccessControlLevel { return access }
    return min(access ?? .internal, level(of: parent))
  }

  private func level(of type: TypeDeclaration) -> AccessLevel {
    let access = type.modifiers.accessLevel
    guard let parent = TypeDeclaration.around(type.node) else { return access ?? .internal }
    if parent.isExtension || parent.node.kind == .protocolDecl { return access ?? level(of: parent) }
    return options.evaluateEffectiveAccessControlLevel
      ? min(access ?? .internal, level(of: parent)) : access ?? .internal
  }

  /// Whether the declaration or a type around it inherits from something.
  private func inherits(_ node: Syntax) -> Bool {
    node.ancestors.contains { ancestor in
      TypeDeclaration(ancestor)?.inheritance?.inheritedTypes.contains { !$0.type.is(SuppressedTypeSyntax.self) }
        ?? false
    }
  }
}

struct ImplicitReturnRule: NodeRule {
  struct Options: RuleOptions {
    @RuleOption(
      "The bodies in which `return` is redundant.",
      choices: ["closure", "function", "getter", "initializer", "subscript"])
    var includedNames = ["closure", "function", "getter", "initializer", "subscript"]
  }

  static let description = RuleDescription(
    id: "implicit_return", summary: "Leave out `return` in a body that consists of a single expression.", kind: .style,
    swiftLint: .optIn, isCorrectable: true,
    triggering: [
      "func f() -> Int {\n  ↓return 1\n}", "let a = b.map { ↓return $0 }", "var a: Int { ↓return 1 }",
      "var a: Int {\n  get { ↓return 1 }\n}",
    ],
    nonTriggering: [
      "func f() -> Int { 1 }", "func f() {\n  return\n}", "func f() -> Int {\n  a()\n  return 1\n}",
      Example("func f() -> Int { return 1 }", options: ["included_names": ["closure"]]),
    ])

  let options: Options

  func violation(of node: ReturnStmtSyntax, in file: ParsedFile) -> Violation? {
    guard let value = node.expression, let item = node.parent?.as(CodeBlockItemSyntax.self),
      let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1, let kind = kind(of: list.parent),
      options.includedNames.contains(kind)
    else { return nil }
    let range = node.returnKeyword.start..<value.start
    let isCertain = !file.hasComment(range) && !node.mayBeInResultBuilder && !isAccessor(value, of: list)
    return Violation(node, in: file, "unnecessary return", edits: isCertain ? [.remove(range)] : [])
  }

  /// Whether the value begins like an accessor or a closure, which it would be at the start of a body.
  private func isAccessor(_ value: ExprSyntax, of list: CodeBlockItemListSyntax) -> Bool {
    guard let first = value.firstToken(viewMode: .sourceAccurate) else { return true }
    if first.tokenKind == .leftBrace { return true }
    return list.parent?.kind == .accessorBlock
      && ["get", "set", "willSet", "didSet", "init", "_read", "_modify", "yield", "mutating", "nonmutating"].contains(
        first.text)
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
