// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct ClassDelegateProtocolRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "class_delegate_protocol",
    summary: "Restrict a delegate protocol to `AnyObject`, so that references to the delegate can be weak.",
    kind: .lint,
    swiftLint: .on,
    triggering: ["↓protocol ADelegate {}", "public ↓protocol BDelegate: Shape {}"],
    nonTriggering: [
      "protocol ADelegate: AnyObject {}", "protocol BDelegate where Self: AnyObject {}", "protocol A {}",
      "protocol CDelegate: OtherDelegate {}", "@objc protocol DDelegate {}",
    ])

  func violation(of node: ProtocolDeclSyntax, in file: ParsedFile) -> Violation? {
    guard node.name.text.hasSuffix("Delegate"), !node.attributes.has("objc"),
      !(node.inheritanceClause?.names ?? []).contains(where: isClassBound), !isRestricted(node.genericWhereClause)
    else { return nil }
    return Violation(
      node.protocolKeyword, in: file, "delegate protocol is not limited to classes; inherit from AnyObject")
  }

  private func isClassBound(_ name: String) -> Bool {
    ["AnyObject", "class", "NSObjectProtocol", "Actor"].contains(name) || name.hasSuffix("Delegate")
  }

  private func isRestricted(_ clause: GenericWhereClauseSyntax?) -> Bool {
    clause?.requirements.contains { requirement in
      guard case .conformanceRequirement(let conformance) = requirement.requirement else { return false }
      return conformance.leftType.bareText == "Self"
    } ?? false
  }
}

struct DynamicInlineRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "dynamic_inline",
    summary: "Do not combine `dynamic` with `@inline(__always)`: a dynamic function can be replaced at run time.",
    kind: .lint, severity: .error,
    swiftLint: .init(isOn: true, severity: .error),
    triggering: [
      "class A {\n  @inline(__always) dynamic ↓func b() {}\n}",
      "class A {\n  @inline(__always) public dynamic ↓func b() {}\n}",
    ],
    nonTriggering: [
      "class A {\n  dynamic func b() {}\n}", "class A {\n  @inline(__always) func b() {}\n}",
      "class A {\n  @inline(never) dynamic func b() {}\n}",
    ])

  func violation(of node: FunctionDeclSyntax, in file: ParsedFile) -> Violation? {
    guard node.modifiers.contains(.dynamic), let inline = node.attributes.attribute("inline"),
      inline.arguments?.bareText == "__always"
    else { return nil }
    return Violation(node.funcKeyword, in: file, "dynamic function with @inline(__always)")
  }
}

struct StaticOverFinalClassRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "static_over_final_class",
    summary: "Write `static` instead of `final class` for members, which means the same.", kind: .idiomatic,
    swiftLint: .on,
    triggering: ["class A {\n  ↓final class func b() {}\n}", "final class A {\n  ↓class var b: Int { 1 }\n}"],
    nonTriggering: [
      "class A {\n  static func b() {}\n}", "class A {\n  class func b() {}\n}",
      "final class A: B {\n  override class func c() {}\n}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    var result: [Violation] = []
    func check(_ node: some SyntaxProtocol, _ modifiers: DeclModifierListSyntax) {
      guard modifiers.contains(.class) else { return }
      let parent = TypeDeclaration.around(node)
      let isFinal = modifiers.contains(.final)
      let isInFinal =
        parent?.node.kind == .classDecl && parent?.modifiers.contains(.final) == true && !modifiers.contains(.override)
      guard isFinal || isInFinal else { return }
      result.append(Violation(node, in: file, "use static instead of final class"))
    }
    for node in file.nodes(FunctionDeclSyntax.self) { check(node, node.modifiers) }
    for node in file.nodes(VariableDeclSyntax.self) { check(node, node.modifiers) }
    for node in file.nodes(SubscriptDeclSyntax.self) { check(node, node.modifiers) }
    return result
  }
}

struct NonOverridableClassDeclarationRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("The replacement of `class`.", choices: ["final class", "static"])
    var finalClassModifier = "final class"
  }

  static let description = RuleDescription(
    id: "non_overridable_class_declaration",
    summary: "Write `final class` or `static` for a `class` member that cannot be overridden.", kind: .style,
    swiftLint: .optIn, isCorrectable: true,
    triggering: [
      "final class A {\n  ↓class func b() {}\n  public override ↓class var c: Int { 1 }\n}",
      "class A {\n  private ↓class func b() {}\n  private(set) ↓class var c: Int {\n    get { 1 }\n    set {}\n  }\n}",
      Example("final class A {\n  ↓class func b() {}\n}", options: ["final_class_modifier": "static"]),
    ],
    nonTriggering: [
      "final class A {\n  final class func b() {}\n  static var c: Int { 1 }\n  class D {\n    class func e() {}\n  }\n}",
      "class A {\n  class func b() {}\n  fileprivate class func c() {}\n}\nprivate class D {\n  class func e() {}\n}",
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    func violation(_ node: some SyntaxProtocol, _ modifiers: DeclModifierListSyntax) -> Violation? {
      guard let keyword = modifiers.modifier(.class)?.name, !modifiers.contains(.final),
        node.parent?.kind == .memberBlockItem, modifiers.contains(.private) || isInFinalClass(node)
      else { return nil }
      // A member cannot be both open and final.
      let isOpen = options.finalClassModifier != "static" && modifiers.contains(.open)
      return Violation(
        keyword, in: file, "class member that cannot be overridden; use \(options.finalClassModifier)",
        edits: isOpen ? [] : [TextEdit(keyword.range, options.finalClassModifier)])
    }
    return file.nodes(FunctionDeclSyntax.self).compactMap { violation($0, $0.modifiers) }
      + file.nodes(VariableDeclSyntax.self).compactMap { violation($0, $0.modifiers) }
  }

  private func isInFinalClass(_ node: some SyntaxProtocol) -> Bool {
    node.nearest(SyntaxKind.typeDeclarations)?.as(ClassDeclSyntax.self)?.modifiers.contains(.final) ?? false
  }
}

struct ImplicitGetterRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "implicit_getter", summary: "Leave out `get` in a read-only property or subscript.", kind: .style,
    swiftLint: .on,
    triggering: [
      "struct A {\n  var b: Int {\n    ↓get { 1 }\n  }\n}",
      "struct A {\n  subscript(b: Int) -> Int {\n    ↓get { 1 }\n  }\n}",
    ],
    nonTriggering: [
      "struct A {\n  var b: Int { 1 }\n}", "struct A {\n  var b: Int {\n    get { 1 }\n    set { c = 2 }\n  }\n}",
      "protocol A {\n  var b: Int { get }\n}", "struct A {\n  var b: Int {\n    get async { 1 }\n  }\n}",
      "struct A {\n  var b: Int {\n    mutating get { 1 }\n  }\n}",
    ])

  func violation(of node: AccessorBlockSyntax, in file: ParsedFile) -> Violation? {
    guard case .accessors(let accessors) = node.accessors, let getter = accessors.only,
      getter.accessorSpecifier.tokenKind == .keyword(.get), getter.body != nil, getter.modifier == nil,
      getter.attributes.isEmpty, getter.effectSpecifiers == nil
    else { return nil }
    return Violation(getter, in: file, "unnecessary get in a property without set")
  }
}

struct ComputedAccessorsOrderRule: NodeRule {
  struct Options: RuleOptions {
    @RuleOption("Which accessor comes first.", choices: ["get_set", "set_get"]) var order = "get_set"
  }

  static let description = RuleDescription(
    id: "computed_accessors_order",
    summary: "Write the getter and the setter of each computed property in the same order.", kind: .style,
    swiftLint: .on,
    triggering: [
      "struct A {\n  var b: Int {\n    ↓set { c = 1 }\n    get { 1 }\n  }\n}",
      Example("struct A {\n  var b: Int {\n    ↓get { 1 }\n    set { c = 1 }\n  }\n}", options: ["order": "set_get"]),
    ],
    nonTriggering: [
      "struct A {\n  var b: Int {\n    get { 1 }\n    set { c = 1 }\n  }\n}",
      "protocol A {\n  var b: Int { set get }\n}",
    ])

  let options: Options

  func violation(of node: AccessorBlockSyntax, in file: ParsedFile) -> Violation? {
    guard case .accessors(let accessors) = node.accessors, accessors.count == 2, let first = accessors.first,
      first.body != nil, !node.isInside([.protocolDecl])
    else { return nil }
    let kinds = accessors.map(\.accessorSpecifier.text)
    let wrong = options.order == "get_set" ? ["set", "get"] : ["get", "set"]
    guard kinds == wrong else { return nil }
    return Violation(first, in: file, "accessors are not in the order \(wrong[1]), \(wrong[0])")
  }
}

struct ProtocolPropertyAccessorsOrderRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "protocol_property_accessors_order", summary: "Write property requirements as `{ get set }`, in this order.",
    kind: .style,
    swiftLint: .on, isCorrectable: true,
    triggering: [
      "protocol A {\n  var b: Int { ↓set get }\n}", "protocol A {\n  subscript(b: Int) -> Int { ↓set get }\n}",
    ],
    nonTriggering: ["protocol A {\n  var b: Int { get set }\n}", "protocol A {\n  var b: Int { get }\n}"])

  func violation(of node: AccessorBlockSyntax, in file: ParsedFile) -> Violation? {
    guard case .accessors(let accessors) = node.accessors, accessors.count == 2, let first = accessors.first,
      first.body == nil, accessors.map(\.accessorSpecifier.text) == ["set", "get"]
    else { return nil }
    let isPlain = accessors.bareText == "set get"
    return Violation(
      first, in: file, "write get before set", edits: isPlain ? [TextEdit(accessors.range, "get set")] : [])
  }
}

struct UnusedSetterValueRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "unused_setter_value", summary: "Use the new value in a setter: otherwise assignments have no effect.",
    kind: .lint, swiftLint: .on,
    triggering: [
      "struct A {\n  var b: Int {\n    get { 1 }\n    ↓set { c() }\n  }\n}",
      "struct A {\n  var b: Int {\n    get { 1 }\n    ↓set(new) { c(newValue) }\n  }\n}",
    ],
    nonTriggering: [
      "struct A {\n  var b: Int {\n    get { 1 }\n    set { c = newValue }\n  }\n}",
      "class A: C {\n  override var b: Int {\n    get { 1 }\n    set {}\n  }\n}",
      "struct A {\n  var b: Int {\n    get { 1 }\n    @available(*, unavailable) set { fatalError() }\n  }\n}",
    ])

  func violation(of node: AccessorDeclSyntax, in file: ParsedFile) -> Violation? {
    guard node.accessorSpecifier.tokenKind == .keyword(.set), let body = node.body,
      node.attributes.attribute("available")?.bareText.contains("unavailable") != true
    else { return nil }
    let name = node.parameters?.name.text ?? "newValue"
    if body.statements.isEmpty, let variable = node.enclosing(VariableDeclSyntax.self),
      variable.modifiers.contains(.override)
    {
      return nil
    }
    let isUsed = body.tokens(viewMode: .sourceAccurate).contains { $0.text == name }
    return isUsed ? nil : Violation(node, in: file, "setter does not use \(name)")
  }
}

struct SelfInPropertyInitializationRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "self_in_property_initialization",
    summary: "Do not use `self` in the initial value of a property: there it is a method of `NSObject`.",
    kind: .lint, swiftLint: .on,
    triggering: [
      "class A: NSObject {\n  let b = {\n    ↓self.c()\n  }()\n}",
      "class A {\n  private let b: Int = {\n    d(↓self)\n    return 1\n  }()\n}",
    ],
    nonTriggering: [
      "class A {\n  lazy var b = {\n    self.c()\n  }()\n}", "class A {\n  let b = 1\n}",
      "struct A {\n  let b = {\n    self.c()\n  }()\n}", "class A {\n  let b = {\n    A.self.c()\n  }()\n}",
    ])

  func violations(of node: VariableDeclSyntax, in file: ParsedFile) -> [Violation] {
    guard node.parent?.kind == .memberBlockItem, !node.modifiers.contains(.lazy), !node.modifiers.isStatic,
      TypeDeclaration.around(node)?.node.kind == .classDecl
    else { return [] }
    return node.bindings.flatMap { binding -> [Violation] in
      guard let value = binding.initializer?.value, let call = value.as(FunctionCallExprSyntax.self),
        let closure = call.calledExpression.as(ClosureExprSyntax.self)
      else { return [] }
      return closure.tokens(viewMode: .sourceAccurate).filter { token in
        guard token.tokenKind == .keyword(.self), let reference = token.parent, reference.kind == .declReferenceExpr
        else { return false }
        return reference.parent?.as(MemberAccessExprSyntax.self)?.declName.id != reference.id
      }.map { Violation($0, in: file, "self in the initial value of a property; make it lazy") }
    }
  }
}

struct NsobjectPreferIsequalRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "nsobject_prefer_isequal", name: "NSObject Prefer isEqual",
    summary: "Override `isEqual` instead of `==` in a subclass of `NSObject`: Objective-C does not call `==`.",
    kind: .lint, swiftLint: .on,
    triggering: [
      "class A: NSObject {\n  ↓static func == (lhs: A, rhs: A) -> Bool { true }\n}",
      "@objc class A: B {\n  ↓static func == (lhs: A, rhs: A) -> Bool { true }\n}",
    ],
    nonTriggering: [
      "class A: NSObject {\n  override func isEqual(_ b: Any?) -> Bool { true }\n}",
      "class A: B {\n  static func == (lhs: A, rhs: A) -> Bool { true }\n}",
    ])

  func violation(of node: FunctionDeclSyntax, in file: ParsedFile) -> Violation? {
    guard node.name.text == "==", node.modifiers.contains(.static), let type = node.enclosing(ClassDeclSyntax.self),
      type.attributes.has("objc") || type.inherits(from: ["NSObject"]),
      Set(node.signature.parameterClause.parameters.map { $0.type.bareText }) == [type.name.text]
    else { return nil }
    return Violation(node, in: file, "override isEqual instead of ==")
  }
}
