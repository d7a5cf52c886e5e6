// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct PrivateActionRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "private_action", summary: "Declare `@IBAction` methods as private: only Interface Builder calls them.",
    kind: .lint, swiftLint: .optIn,
    triggering: [
      "class A {\n  @IBAction ↓func b(_ c: Any) {}\n}", "extension A {\n  @IBAction public ↓func b(_ c: Any) {}\n}",
    ],
    nonTriggering: [
      "class A {\n  @IBAction private func b(_ c: Any) {}\n}",
      "private extension A {\n  @IBAction func b(_ c: Any) {}\n}",
    ])

  func violation(of node: FunctionDeclSyntax, in file: ParsedFile) -> Violation? {
    guard node.attributes.has("IBAction"), !node.modifiers.isPrivate else { return nil }
    if let parent = TypeDeclaration.around(node), parent.isExtension, parent.modifiers.isPrivate { return nil }
    return Violation(node.funcKeyword, in: file, "action is not private")
  }
}

struct PrivateOutletRule: NodeRule {
  struct Options: RuleOptions {
    @RuleOption("Whether `private(set)` is sufficient.") var allowPrivateSet = false
  }

  static let description = RuleDescription(
    id: "private_outlet",
    summary: "Declare `@IBOutlet` properties as private: other classes should not depend on them.", kind: .lint,
    swiftLint: .optIn,
    triggering: ["class A {\n  @IBOutlet ↓var b: C?\n}", "class A {\n  @IBOutlet private(set) ↓var b: C?\n}"],
    nonTriggering: [
      "class A {\n  @IBOutlet private var b: C?\n}",
      Example("class A {\n  @IBOutlet private(set) var b: C?\n}", options: ["allow_private_set": true]),
    ])

  let options: Options

  func violation(of node: VariableDeclSyntax, in file: ParsedFile) -> Violation? {
    guard node.attributes.has("IBOutlet"), !node.modifiers.isPrivate else { return nil }
    let hasPrivateSetter = node.modifiers.contains {
      $0.detail != nil && (AccessLevel($0) ?? .internal) <= .fileprivate
    }
    guard !options.allowPrivateSet || !hasPrivateSetter else { return nil }
    return Violation(node.bindingSpecifier, in: file, "outlet is not private")
  }
}

struct StrongIboutletRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "strong_iboutlet", name: "Strong IBOutlet",
    summary: "Declare `@IBOutlet` properties as strong: the view hierarchy keeps its views anyway.", kind: .lint,
    swiftLint: .optIn, isCorrectable: true,
    triggering: ["class A {\n  @IBOutlet ↓weak var b: C?\n}", "class A {\n  @IBOutlet ↓unowned var b: C!\n}"],
    nonTriggering: ["class A {\n  @IBOutlet var b: C?\n}", "class A {\n  weak var b: C?\n}"])

  func violation(of node: VariableDeclSyntax, in file: ParsedFile) -> Violation? {
    guard node.attributes.has("IBOutlet"),
      let modifier = node.modifiers.modifier(.weak) ?? node.modifiers.modifier(.unowned)
    else { return nil }
    return Violation(modifier, in: file, "outlet is not strong", edits: file.removal(of: modifier))
  }
}

struct IbinspectableInExtensionRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "ibinspectable_in_extension", name: "IBInspectable in Extension",
    summary: "Declare `@IBInspectable` properties in the class: Interface Builder ignores those of extensions.",
    kind: .lint, swiftLint: .optIn,
    triggering: [
      "extension A {\n  ↓@IBInspectable var b: Int { 1 }\n}",
      "extension A {\n  var c: Int { 1 }\n  ↓@IBInspectable private var b: Int { 1 }\n}",
    ],
    nonTriggering: ["class A {\n  @IBInspectable var b: Int = 1\n}", "extension A {\n  var b: Int { 1 }\n}"])

  func violation(of node: AttributeSyntax, in file: ParsedFile) -> Violation? {
    guard node.name == "IBInspectable", TypeDeclaration.around(node)?.isExtension == true else { return nil }
    return Violation(node, in: file, "inspectable property of an extension")
  }
}

struct ProhibitedInterfaceBuilderRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "prohibited_interface_builder", summary: "Create views in code instead of with Interface Builder.", kind: .lint,
    swiftLint: .optIn,
    triggering: ["class A {\n  @IBOutlet ↓var b: C?\n}", "class A {\n  @IBAction ↓func b(_ c: Any) {}\n}"],
    nonTriggering: ["class A {\n  var b: C?\n}", "class A {\n  func b(_ c: Any) {}\n}"])

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(VariableDeclSyntax.self).filter { $0.attributes.has("IBOutlet") }.map {
      Violation($0.bindingSpecifier, in: file, "outlet of Interface Builder")
    }
      + file.nodes(FunctionDeclSyntax.self).filter { $0.attributes.has("IBAction") }.map {
        Violation($0.funcKeyword, in: file, "action of Interface Builder")
      }
  }
}

struct PrivateSwiftuiStateRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "private_swiftui_state", name: "Private SwiftUI State Properties",
    summary: "Declare the state properties of SwiftUI views as private.", kind: .lint, swiftLint: .optIn,
    isCorrectable: true,
    triggering: ["struct A: View {\n  @State ↓var b = 1\n}", "struct A: App {\n  @StateObject public ↓var b = C()\n}"],
    nonTriggering: [
      "struct A: View {\n  @State private var b = 1\n}", "struct A {\n  @State var b = 1\n}",
      "struct A: View {\n  var b = 1\n}",
    ])

  func violation(of node: VariableDeclSyntax, in file: ParsedFile) -> Violation? {
    guard node.attributes.has("State") || node.attributes.has("StateObject"), !node.modifiers.isPrivate,
      let names = TypeDeclaration.around(node)?.inheritance?.names,
      names.contains(where: { ["View", "App", "Scene", "ViewModifier"].contains($0) || $0.hasPrefix("SwiftUI.") })
    else { return nil }
    let edit: TextEdit
    if let modifier = node.modifiers.accessModifier {
      edit = TextEdit(modifier.range, "private")
    } else {
      edit = .insert("private ", at: node.modifiers.first?.start ?? node.bindingSpecifier.start)
    }
    return Violation(
      node.bindingSpecifier, in: file, "state of a view is not private",
      edits: isCertain(node, in: file) ? [edit] : [])
  }

  /// Whether the property is only used in its type: it has a value, the type has its own initializer or no other property
  /// that is given to the synthesized one, and the file mentions the name nowhere else.
  private func isCertain(_ node: VariableDeclSyntax, in file: ParsedFile) -> Bool {
    guard let type = TypeDeclaration.around(node), type.modifiers.accessLevel == nil || node.modifiers.isEmpty,
      let binding = node.bindings.first, node.bindings.count == 1, binding.initializer != nil,
      let name = node.onlyName
    else { return false }
    let members = type.members.members
    let isDeclared = members.declarations(VariableDeclSyntax.self).contains { other in
      other.id != node.id && !other.modifiers.isStatic && !other.bindings.allSatisfy(\.isComputed)
        && !other.attributes.has("State") && !other.attributes.has("StateObject")
    }
    guard !isDeclared || !members.declarations(InitializerDeclSyntax.self).isEmpty else { return false }
    return !file.nodes(MemberAccessExprSyntax.self).contains {
      $0.declName.baseName.name == name && !type.node.range.contains($0.start)
    }
  }
}

struct PrivateSubjectRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "private_subject", name: "Private Combine Subject",
    summary: "Declare Combine subjects as private, and let other types subscribe to a publisher.", kind: .lint,
    swiftLint: .optIn,
    triggering: [
      "struct A {\n  let ↓b = PassthroughSubject<Int, Never>()\n}",
      "class A {\n  let ↓b: CurrentValueSubject<Int, Never>\n}",
    ],
    nonTriggering: [
      "struct A {\n  private let b = PassthroughSubject<Int, Never>()\n}", "let a = C()",
      "func f() {\n  let a = PassthroughSubject<Int, Never>()\n}",
    ])

  private static let subjects: Set<String> = ["PassthroughSubject", "CurrentValueSubject"]

  func violations(in file: ParsedFile) -> [Violation] {
    guard file.text.contains("Subject") else { return [] }
    return file.nodes(VariableDeclSyntax.self).flatMap { node -> [Violation] in
      guard !node.modifiers.isPrivate, !node.isInside([.codeBlock, .closureExpr]) else { return [] }
      return Array(node.bindings).compactMap { binding in
        let type = binding.typeAnnotation?.type.as(IdentifierTypeSyntax.self)?.name.text
        let called = binding.initializer?.value.as(FunctionCallExprSyntax.self)?.calledExpression
        let name = called?.as(GenericSpecializationExprSyntax.self)?.expression.identifier ?? called?.identifier
        guard Self.subjects.contains(type ?? "") || Self.subjects.contains(name ?? "") else { return nil }
        return Violation(binding.pattern, in: file, "subject is not private")
      }
    }
  }
}

struct OverrideInExtensionRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "override_in_extension", summary: "Do not override members in an extension.", kind: .lint, swiftLint: .optIn,
    triggering: ["extension A {\n  override ↓func b() {}\n}", "extension A {\n  override ↓var b: Int { 1 }\n}"],
    nonTriggering: [
      "class A: B {\n  override func c() {}\n}", "class A: B {}\nextension A {\n  override func c() {}\n}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    let extensions = file.nodes(ExtensionDeclSyntax.self)
    guard !extensions.isEmpty else { return [] }
    let classes = Set(file.nodes(ClassDeclSyntax.self).map(\.name.text))
    return extensions.filter { !classes.contains($0.extendedType.bareText) }.flatMap { node in
      node.memberBlock.members.expanded.compactMap { member -> Violation? in
        if let function = member.decl.as(FunctionDeclSyntax.self), function.modifiers.contains(.override) {
          return Violation(function.funcKeyword, in: file, "override in an extension")
        }
        if let variable = member.decl.as(VariableDeclSyntax.self), variable.modifiers.contains(.override) {
          return Violation(variable.bindingSpecifier, in: file, "override in an extension")
        }
        return nil
      }
    }
  }
}
