// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import SwiftSource
import SwiftSyntax

struct RedundantOptionalInitializationRule: PlainRule {
  static let description = RuleDescription(
    id: "redundant_optional_initialization", summary: "Leave out `= nil`: an optional variable is `nil` initially.",
    kind: .idiomatic, swiftLint: .on, isCorrectable: true,
    triggering: ["var a: Int?↓ = nil", "class A {\n  var b: Optional<Int>↓ = nil\n}"],
    nonTriggering: [
      "var a: Int?", "let a: Int? = nil", "var a: Int? = 1", "class A {\n  lazy var b: Int? = nil\n}",
      "var a: Int! = nil",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(VariableDeclSyntax.self).flatMap { node -> [Violation] in
      guard node.bindingSpecifier.tokenKind == .keyword(.var), !node.modifiers.contains(.lazy) else { return [] }
      return node.bindings.compactMap { binding in
        guard let initializer = binding.initializer, initializer.value.isNil, let type = binding.typeAnnotation?.type,
          type.is(OptionalTypeSyntax.self) || type.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
        else { return nil }
        let range = type.end..<initializer.end
        let isCertain = !file.hasComment(range) && node.attributes.isEmpty
        return Violation(range, "unnecessary initialization with nil", edits: isCertain ? [.remove(range)] : [])
      }
    }
  }
}

struct RedundantVoidReturnRule: SyntaxRule {
  struct Options: RuleOptions {
    var includeClosures = true

    static let descriptions = [RuleOption("include_closures", "Whether closures are checked too.")]
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

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(ReturnClauseSyntax.self).compactMap { node in
      switch node.parent?.kind {
      case .functionSignature: break
      case .closureSignature: if !options.includeClosures { return nil }
      default: return nil
      }
      guard node.isVoid, let previous = node.previousToken(viewMode: .sourceAccurate) else { return nil }
      let range = previous.end..<node.end
      return Violation(range, "unnecessary return type Void", edits: file.hasComment(range) ? [] : [.remove(range)])
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

struct VoidReturnRule: PlainRule {
  static let description = RuleDescription(
    id: "void_return", summary: "Write `-> Void` instead of `-> ()`.", kind: .style, swiftLint: .on,
    isCorrectable: true,
    triggering: ["let a: () -> ↓() = b", "func f(a: (Int) -> ↓( )) {}", "func f() -> ↓() {}"],
    nonTriggering: ["let a: () -> Void = b", "func f(a: () -> () -> Void) {}", "let a = { () in b }"])

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(ReturnClauseSyntax.self).compactMap { node in
      guard let tuple = node.type.as(TupleTypeSyntax.self), tuple.elements.isEmpty else { return nil }
      return Violation(tuple, in: file, "use Void as the return type", edits: [TextEdit(tuple.range, "Void")])
    }
  }
}

struct RedundantDiscardableLetRule: SyntaxRule {
  struct Options: RuleOptions {
    var ignoreSwiftuiViewBodies = false

    static let descriptions = [
      RuleOption("ignore_swiftui_view_bodies", "Whether to ignore the bodies of SwiftUI views.")
    ]
  }

  static let description = RuleDescription(
    id: "redundant_discardable_let", summary: "Write `_ = a` instead of `let _ = a`.", kind: .style, swiftLint: .on,
    isCorrectable: true,
    triggering: ["↓let _ = a()", "func f() {\n  ↓let _ = a()\n}"],
    nonTriggering: ["_ = a()", "let _: Int = a()", "async let _ = a()", "if let _ = a() {}", "let (_, b) = a()"])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(VariableDeclSyntax.self).compactMap { node in
      guard node.bindingSpecifier.tokenKind == .keyword(.let), node.bindings.count == 1,
        let binding = node.bindings.first,
        binding.pattern.is(WildcardPatternSyntax.self), binding.typeAnnotation == nil, !node.modifiers.contains(.async),
        node.attributes.isEmpty
      else { return nil }
      if options.ignoreSwiftuiViewBodies, isInViewBody(node) { return nil }
      return Violation(
        node.bindingSpecifier, in: file, "unnecessary let",
        edits: [.remove(node.bindingSpecifier.start..<binding.start)])
    }
  }

  private func isInViewBody(_ node: VariableDeclSyntax) -> Bool {
    node.ancestors.contains { ancestor in
      guard let body = ancestor.as(VariableDeclSyntax.self) else { return false }
      return body.attributes.has("ViewBuilder")
        || body.bindings.contains { $0.typeAnnotation?.type.bareText == "some View" }
    }
  }
}

struct RedundantNilCoalescingRule: PlainRule {
  static let description = RuleDescription(
    id: "redundant_nil_coalescing", summary: "Remove `?? nil`: it has no effect.", kind: .idiomatic, isOptIn: true,
    swiftLint: .optIn, isCorrectable: true,
    triggering: ["let a = b ↓?? nil", "f(a ↓?? nil)"],
    nonTriggering: ["let a = b ?? 1", "let a: Int? = nil"])

  func violations(in file: ParsedFile) -> [Violation] {
    file.operations.compactMap { operation in
      guard operation.symbol == "??", operation.right.isNil else { return nil }
      return Violation(
        operation.node, in: file, "unnecessary ?? nil", edits: [.remove(operation.left.end..<operation.right.end)])
    }
  }
}

struct RedundantObjcAttributeRule: PlainRule {
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
      "@objcMembers class A {\n  @objc class B {}\n}",
    ])

  private static let implying: Set<String> = [
    "IBAction", "IBOutlet", "IBInspectable", "GKInspectable", "NSManaged", "IBDesignable",
  ]

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(AttributeSyntax.self).compactMap { node in
      guard node.name == "objc", node.arguments == nil, let list = node.parent?.as(AttributeListSyntax.self) else {
        return nil
      }
      let names = Set(list.all.map(\.name))
      guard !names.isDisjoint(with: Self.implying) || isImpliedByType(list) else { return nil }
      let next = node.nextToken(viewMode: .sourceAccurate)?.start ?? node.end
      return Violation(
        node, in: file, "unnecessary @objc", edits: file.hasComment(node.end..<next) ? [] : [.remove(node.start..<next)]
      )
    }
  }

  private func isImpliedByType(_ list: AttributeListSyntax) -> Bool {
    guard let declaration = list.parent,
      [.functionDecl, .variableDecl, .subscriptDecl, .initializerDecl].contains(declaration.kind),
      declaration.parent?.kind == .memberBlockItem, let parent = TypeDeclaration.around(declaration)
    else { return false }
    if parent.node.kind == .classDecl { return parent.attributes.has("objcMembers") }
    return parent.isExtension && parent.attributes.has("objc")
  }
}

struct RedundantStringEnumValueRule: PlainRule {
  static let description = RuleDescription(
    id: "redundant_string_enum_value", summary: "Leave out a raw value that is the name of its case.", kind: .idiomatic,
    swiftLint: .on,
    triggering: ["enum A: String {\n  case b = ↓\"b\"\n}", "enum A: String {\n  case b = ↓\"b\", c = ↓\"c\"\n}"],
    nonTriggering: [
      "enum A: String {\n  case b = \"B\"\n}", "enum A: String {\n  case b = \"b\"\n  case c = \"d\"\n}",
      "enum A: Int {\n  case b = 1\n}", "enum A: String {\n  case b\n}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(EnumDeclSyntax.self).flatMap { node -> [Violation] in
      guard node.inheritanceClause?.names.contains("String") == true else { return [] }
      let elements = node.memberBlock.members.expanded.flatMap {
        $0.decl.as(EnumCaseDeclSyntax.self)?.elements.map { $0 } ?? []
      }
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
}

struct RedundantSendableRule: SyntaxRule {
  struct Options: RuleOptions {
    var globalActors: [String] = []

    static let descriptions = [
      RuleOption("global_actors", "Whole names of global actors, without `@`, in addition to `MainActor`.")
    ]
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
      return Violation(name, in: file, "unnecessary conformance to Sendable", edits: edits(inherited, clause, in: file))
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

struct RedundantTypeAnnotationRule: SyntaxRule {
  struct Options: RuleOptions {
    var ignoreAttributes = ["IBInspectable"]
    var ignoreProperties = false
    var considerDefaultLiteralTypesRedundant = false

    static let descriptions = [
      RuleOption("ignore_attributes", "Whole names of attributes, without `@`, whose variables are not checked."),
      RuleOption("ignore_properties", "Whether properties are not checked, only local and global variables."),
      RuleOption(
        "consider_default_literal_types_redundant",
        "Whether `Int`, `Double`, `String` and `Bool` before a literal are reported."),
    ]
  }

  static let description = RuleDescription(
    id: "redundant_type_annotation", summary: "Leave out a type annotation where the initial value shows the type.",
    kind: .idiomatic, isOptIn: true,
    swiftLint: .optIn, isCorrectable: true,
    triggering: [
      "let a↓: Box = Box()", "var a↓: Box = Box.b", "let a↓: A.Box = A.Box.init(1)", "if let a↓: Box = Box() {}",
      Example("let a↓: Int = 1", options: ["consider_default_literal_types_redundant": true]),
      Example("@Ab let c↓: Box = Box()", options: ["ignore_attributes": ["A"]]),
      Example("func f() {\n  let a↓: Box = Box()\n}", options: ["ignore_properties": true]),
    ],
    nonTriggering: [
      "let a: Box = .init()", "let a: Shape = Box()", "let a: Int = 1", "let a = Box()", "let a: Box? = Box()",
      Example("struct A {\n  let a: Box = Box()\n}", options: ["ignore_properties": true]),
      Example("@A let b: Box = Box()", options: ["ignore_attributes": ["A"]]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(PatternBindingSyntax.self).compactMap { node -> Violation? in
      guard let variable = node.parent?.parent?.as(VariableDeclSyntax.self),
        !variable.attributes.all.contains(where: { options.ignoreAttributes.contains($0.name) }),
        !options.ignoreProperties || variable.parent?.kind != .memberBlockItem,
        let annotation = node.typeAnnotation, let value = node.initializer?.value
      else { return nil }
      return violation(annotation, value, in: file)
    }
      + file.nodes(OptionalBindingConditionSyntax.self).compactMap { node in
        guard let annotation = node.typeAnnotation, let value = node.initializer?.value else { return nil }
        return violation(annotation, value, in: file)
      }
  }

  private func violation(_ annotation: TypeAnnotationSyntax, _ value: ExprSyntax, in file: ParsedFile) -> Violation? {
    let type = annotation.type.bareText
    var value = value
    if let tried = value.as(TryExprSyntax.self), tried.questionOrExclamationMark == nil { value = tried.expression }
    if let awaited = value.as(AwaitExprSyntax.self) { value = awaited.expression }
    guard matches(type, value, isOutermost: true) else { return nil }
    guard let before = annotation.previousToken(viewMode: .sourceAccurate) else { return nil }
    let range = before.end..<annotation.end
    return Violation(range, "unnecessary type annotation", edits: file.hasComment(range) ? [] : [.remove(range)])
  }

  private func matches(_ type: String, _ value: ExprSyntax, isOutermost: Bool) -> Bool {
    switch value.kind {
    case .integerLiteralExpr: return options.considerDefaultLiteralTypesRedundant && type == "Int"
    case .floatLiteralExpr: return options.considerDefaultLiteralTypesRedundant && type == "Double"
    case .stringLiteralExpr: return options.considerDefaultLiteralTypesRedundant && type == "String"
    case .booleanLiteralExpr: return options.considerDefaultLiteralTypesRedundant && type == "Bool"
    case .functionCallExpr:
      guard let call = value.as(FunctionCallExprSyntax.self) else { return false }
      if call.calledExpression.bareText == type { return true }
      guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else { return false }
      return member.base?.bareText == type
    case .memberAccessExpr:
      guard let member = value.as(MemberAccessExprSyntax.self) else { return false }
      return member.base?.bareText == type
    case .sequenceExpr:
      let elements = value.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? []
      guard elements.count == 3, elements[1].is(UnresolvedAsExprSyntax.self), elements[1].bareText == "as"
      else { return false }
      return elements[2].bareText == type
    default: return false
    }
  }
}
