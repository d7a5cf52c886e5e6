// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct RedundantOptionalInitializationRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "redundant_optional_initialization", summary: "Leave out `= nil`: an optional variable is `nil` initially.",
    kind: .idiomatic, swiftLint: .on, isCorrectable: true,
    triggering: ["var a: Int?↓ = nil", "class A {\n  var b: Optional<Int>↓ = nil\n}"],
    nonTriggering: [
      "var a: Int?", "let a: Int? = nil", "var a: Int? = 1", "class A {\n  lazy var b: Int? = nil\n}",
      "var a: Int! = nil",
    ])

  func violations(of node: VariableDeclSyntax, in file: ParsedFile) -> [Violation] {
    guard node.bindingSpecifier.tokenKind == .keyword(.var), !node.modifiers.contains(.lazy) else { return [] }
    return node.bindings.compactMap { binding in
      guard let initializer = binding.initializer, initializer.value.isNil, let type = binding.typeAnnotation?.type,
        type.is(OptionalTypeSyntax.self) || type.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
      else { return nil }
      let range = type.end..<initializer.end
      let isCertain = !file.hasComment(range) && isCertain(binding, in: node)
      return Violation(range, "unnecessary initialization with nil", edits: isCertain ? [.remove(range)] : [])
    }
  }
}

extension RedundantOptionalInitializationRule {
  /// Whether the variable is nil without the value. A wrapper or a macro can require one, and so can a result builder.
  private func isCertain(_ binding: PatternBindingSyntax, in node: VariableDeclSyntax) -> Bool {
    guard node.attributes.isEmpty, binding.pattern.is(IdentifierPatternSyntax.self) else { return false }
    if node.parent?.kind == .memberBlockItem { return TypeDeclaration.around(node)?.attributes.hasUnknown == false }
    return node.nearest([.codeBlock, .closureExpr, .accessorBlock]) == nil || !node.mayBeInResultBuilder
  }
}

struct RedundantVoidReturnRule: NodeRule {
  struct Options: RuleOptions {
    @RuleOption("Whether closures are checked too.") var includeClosures = true
  }

  static let description = RuleDescription(
    id: "redundant_void_return", summary: "Leave out `-> Void` and `-> ()` in declarations.", kind: .idiomatic,
    swiftLint: .on, isCorrectable: true,
    triggering: [
      "func f()↓ -> Void {}", "func f()↓ -> () {}", "protocol A {\n  func b()↓ -> Void\n}",
      "run { (a)↓ -> Void in b(a) }",
    ],
    nonTriggering: [
      "func f() {}", "func f() -> Int { 1 }", "let a: () -> Void = b",
      Example("run { (a) -> Void in b(a) }", options: ["include_closures": false]), "func f() -> Void? { nil }",
      "subscript(a: Int) -> Void { }",
    ])

  let options: Options

  func violation(of node: ReturnClauseSyntax, in file: ParsedFile) -> Violation? {
    switch node.parent?.kind {
    case .functionSignature: break
    case .closureSignature: if !options.includeClosures { return nil }
    default: return nil
    }
    guard node.isVoid, let previous = node.previousToken(viewMode: .sourceAccurate) else { return nil }
    let range = previous.end..<node.end
    let isCertain = isCertain(node) && !file.localNames.all.contains("Void") && !file.hasComment(range)
    return Violation(range, "unnecessary return type Void", edits: isCertain ? [.remove(range)] : [])
  }

  /// Whether the result is the same without the type. A closure with a single expression returns its value, and a macro
  /// needs its type.
  private func isCertain(_ node: ReturnClauseSyntax) -> Bool {
    guard let closure = node.parent?.parent?.as(ClosureExprSyntax.self) else {
      return node.parent?.parent?.kind != .macroDecl
    }
    guard !closure.isInMacro else { return false }
    guard let item = closure.statements.only?.item else { return true }
    switch item {
    case .expr(let expression):
      return expression.as(SequenceExprSyntax.self)?.elements.contains { $0.is(AssignmentExprSyntax.self) } ?? false
    case .stmt(let statement): return !statement.is(ExpressionStmtSyntax.self)
    case .decl: return true
    }
  }
}

extension ReturnClauseSyntax {
  fileprivate var isVoid: Bool {
    if let tuple = type.as(TupleTypeSyntax.self) { return tuple.elements.isEmpty }
    guard let name = type.as(IdentifierTypeSyntax.self) else { return false }
    return name.name.text == "Void" && name.genericArgumentClause == nil
  }
}

struct VoidReturnRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "void_return", summary: "Write `-> Void` instead of `-> ()`.", kind: .style, swiftLint: .on,
    isCorrectable: true,
    triggering: ["let a: () -> ↓() = b", "func f(a: (Int) -> ↓( )) {}", "func f() -> ↓() {}"],
    nonTriggering: ["let a: () -> Void = b", "func f(a: () -> () -> Void) {}", "let a = { () in b }"])

  func violation(of node: ReturnClauseSyntax, in file: ParsedFile) -> Violation? {
    guard let tuple = node.type.as(TupleTypeSyntax.self), tuple.elements.isEmpty else { return nil }
    let isCertain = !file.localNames.all.contains("Void") && !file.hasInnerComment(tuple)
    return Violation(
      tuple, in: file, "use Void as the return type", edits: isCertain ? [TextEdit(tuple.range, "Void")] : [])
  }
}

struct RedundantDiscardableLetRule: NodeRule {
  struct Options: RuleOptions {
    @RuleOption("Whether to ignore the bodies of SwiftUI views.") var ignoreSwiftuiViewBodies = false
  }

  static let description = RuleDescription(
    id: "redundant_discardable_let", summary: "Write `_ = a` instead of `let _ = a`.", kind: .style, swiftLint: .on,
    isCorrectable: true,
    triggering: ["↓let _ = a()", "func f() {\n  ↓let _ = a()\n}"],
    nonTriggering: ["_ = a()", "let _: Int = a()", "async let _ = a()", "if let _ = a() {}", "let (_, b) = a()"])

  let options: Options

  func violation(of node: VariableDeclSyntax, in file: ParsedFile) -> Violation? {
    guard node.bindingSpecifier.tokenKind == .keyword(.let), let binding = node.bindings.only,
      binding.pattern.is(WildcardPatternSyntax.self), binding.typeAnnotation == nil, !node.modifiers.contains(.async),
      node.attributes.isEmpty
    else { return nil }
    if options.ignoreSwiftuiViewBodies, isInViewBody(node) { return nil }
    let range = node.bindingSpecifier.start..<binding.start
    // A result builder accepts declarations, but no assignments.
    let isCertain =
      node.parent?.kind == .codeBlockItem && node.modifiers.isEmpty && !node.mayBeInResultBuilder
      && !file.hasComment(range)
    return Violation(
      node.bindingSpecifier, in: file, "unnecessary let", edits: isCertain ? [.remove(range)] : [])
  }

  private func isInViewBody(_ node: VariableDeclSyntax) -> Bool {
    node.ancestors.contains { ancestor in
      guard let body = ancestor.as(VariableDeclSyntax.self) else { return false }
      return body.attributes.has("ViewBuilder")
        || body.bindings.contains { $0.typeAnnotation?.type.bareText == "some View" }
    }
  }
}

struct RedundantNilCoalescingRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "redundant_nil_coalescing", summary: "Remove `?? nil`: it has no effect.", kind: .idiomatic, swiftLint: .optIn,
    isCorrectable: true,
    triggering: ["let a = b ↓?? nil", "f(a ↓?? nil)", "let a = b?.c ↓?? nil"],
    nonTriggering: ["let a = b ?? 1", "let a: Int? = nil"])

  func violations(in file: ParsedFile) -> [Violation] {
    lazy var types = DeclaredTypes(file)
    return file.operations.compactMap { operation in
      guard operation.symbol == "??", operation.right.isNil else { return nil }
      let range = operation.left.end..<operation.right.end
      // With an optional of an optional, the operator removes one level.
      let isCertain =
        operation.isAlone && !operation.hasEffect && types.isSimplyOptional(operation.left) && !file.hasComment(range)
      return Violation(operation.node, in: file, "unnecessary ?? nil", edits: isCertain ? [.remove(range)] : [])
    }
  }
}

struct RedundantObjcAttributeRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "redundant_objc_attribute", summary: "Remove `@objc` where another attribute implies it.", kind: .idiomatic,
    swiftLint: .on,
    isCorrectable: true,
    triggering: [
      "class A {\n  ↓@objc @IBAction private func b() {}\n}", "@objcMembers class A {\n  ↓@objc var b: Int?\n}",
      "@objc extension A {\n  ↓@objc func b() {}\n}",
    ],
    nonTriggering: [
      "class A {\n  @objc func b() {}\n}", "class A {\n  @objc(c) @IBAction func b() {}\n}",
      "@objcMembers class A {\n  @objc class B {}\n}", "@objcMembers class A {\n  @objc private func b() {}\n}",
    ])

  private static let implying: Set<String> = [
    "IBAction", "IBOutlet", "IBInspectable", "GKInspectable", "NSManaged", "IBDesignable",
  ]

  func violation(of node: AttributeSyntax, in file: ParsedFile) -> Violation? {
    guard node.name == "objc", node.arguments == nil, let list = node.parent?.as(AttributeListSyntax.self) else {
      return nil
    }
    let implying = Self.implying.intersection(list.all.map(\.name))
    guard !implying.isEmpty || isImpliedByType(list) else { return nil }
    // The attribute of a class does not determine its name in Objective-C.
    let isCertain = implying != ["IBDesignable"]
    return Violation(node, in: file, "unnecessary @objc", edits: isCertain ? file.removal(of: node) : [])
  }

  private func isImpliedByType(_ list: AttributeListSyntax) -> Bool {
    guard let declaration = list.parent,
      [.functionDecl, .variableDecl, .subscriptDecl, .initializerDecl].contains(declaration.kind),
      declaration.parent?.kind == .memberBlockItem, let parent = TypeDeclaration.around(declaration)
    else { return false }
    if parent.node.kind == .classDecl {
      // The attribute does not reach private members, unlike that of an extension.
      let modifiers = declaration.asProtocol((any WithModifiersSyntax).self)?.modifiers
      return parent.attributes.has("objcMembers") && modifiers?.isPrivate == false
    }
    return parent.isExtension && parent.attributes.has("objc")
  }
}

struct RedundantStringEnumValueRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "redundant_string_enum_value", summary: "Leave out a raw value that is the name of its case.", kind: .idiomatic,
    swiftLint: .on,
    triggering: ["enum A: String {\n  case b = ↓\"b\"\n}", "enum A: String {\n  case b = ↓\"b\", c = ↓\"c\"\n}"],
    nonTriggering: [
      "enum A: String {\n  case b = \"B\"\n}", "enum A: String {\n  case b = \"b\"\n  case c = \"d\"\n}",
      "enum A: Int {\n  case b = 1\n}", "enum A: String {\n  case b\n}",
    ])

  func violations(of node: EnumDeclSyntax, in file: ParsedFile) -> [Violation] {
    guard node.inheritanceClause?.names.contains("String") == true else { return [] }
    let elements = node.memberBlock.members.declarations(EnumCaseDeclSyntax.self).flatMap { Array($0.elements) }
    let valued = elements.filter { $0.rawValue != nil }
    let redundant = valued.filter {
      $0.rawValue?.value.as(StringLiteralExprSyntax.self)?.segments.bareText == $0.name.name
    }
    guard redundant.count == valued.count else { return [] }
    return redundant.compactMap { $0.rawValue }.map {
      Violation($0.value, in: file, "raw value is the name of the case")
    }
  }
}

struct RedundantSendableRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("Whole names of global actors, without `@`, in addition to `MainActor`.")
    var globalActors: [String] = []
  }

  static let description = RuleDescription(
    id: "redundant_sendable", summary: "Leave out `Sendable` where an actor or a global actor implies it.", kind: .lint,
    swiftLint: .on, isCorrectable: true,
    triggering: [
      "actor ↓A: Sendable {}", "@MainActor struct ↓A: B, Sendable {}",
      Example("@Own enum ↓A: Sendable {}", options: ["global_actors": ["Own"]]),
    ],
    nonTriggering: [
      "actor A {}", "struct A: Sendable {}", "actor A: B {}", "@MainActor protocol A: Sendable {}",
      Example("@MyOwn enum A: Sendable {}", options: ["global_actors": ["Own"]]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    let actors = Set(options.globalActors + ["MainActor"])
    return TypeDeclaration.all(in: file).compactMap { type in
      guard let clause = type.inheritance, let name = type.name,
        let inherited = clause.inheritedTypes.first(where: { $0.type.bareText == "Sendable" }),
        type.node.kind != .protocolDecl,
        type.node.kind == .actorDecl || type.attributes.all.contains(where: { actors.contains($0.name) })
      else { return nil }
      let edits = edits(inherited, clause, in: file)
      return Violation(
        name, in: file, "unnecessary conformance to Sendable",
        edits: edits.contains { file.hasComment($0.range) } ? [] : edits)
    }
  }

  private func edits(_ type: InheritedTypeSyntax, _ clause: InheritanceClauseSyntax, in file: ParsedFile) -> [TextEdit]
  {
    if clause.inheritedTypes.count == 1 {
      guard let before = clause.previousToken(viewMode: .sourceAccurate) else { return [] }
      return [.remove(before.end..<clause.end)]
    }
    if type.trailingComma == nil {
      guard let comma = type.previousToken(viewMode: .sourceAccurate) else { return [] }
      return [.remove(comma.start..<type.end)]
    }
    guard let next = type.nextToken(viewMode: .sourceAccurate) else { return [] }
    return [.remove(type.start..<next.start)]
  }
}
