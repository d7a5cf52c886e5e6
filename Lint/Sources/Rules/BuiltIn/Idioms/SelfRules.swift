// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct PreferSelfTypeOverTypeOfSelfRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "prefer_self_type_over_type_of_self", summary: "Use `Self` instead of `type(of: self)`.", kind: .style,
    swiftLint: .optIn, isCorrectable: true,
    triggering: [
      "class A {\n  func b() { ↓type(of: self).c() }\n}", "class A {\n  func b() { ↓Swift.type(of: self).c() }\n}",
    ],
    nonTriggering: [
      "class A {\n  func b() { Self.c() }\n}", "class A {\n  func b(c: Int) { type(of: c).d() }\n}",
      "class A {\n  func b() { print(type(of: self)) }\n}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    file.calls("type").compactMap { call in
      guard call.parent?.is(MemberAccessExprSyntax.self) == true, let argument = call.arguments.only,
        argument.label?.text == "of", argument.expression.bareText == "self",
        call.receiver == nil || call.receiver?.identifier == "Swift"
      else { return nil }
      let isCertain = isCertain(call, in: file) && !file.hasInnerComment(call)
      return Violation(call, in: file, "use Self", edits: isCertain ? [TextEdit(call.range, "Self")] : [])
    }
  }

  /// Whether `Self` is the dynamic type of `self`. In a protocol it is the static type, and in a static member
  /// `type(of: self)` is the type of the type.
  private func isCertain(_ call: FunctionCallExprSyntax, in file: ParsedFile) -> Bool {
    guard let type = TypeDeclaration.around(call), type.node.kind != .protocolDecl,
      !file.localNames.all.contains("type"), !file.localNames.hide("self", at: call)
    else { return false }
    if let extended = type.node.as(ExtensionDeclSyntax.self)?.extendedType.bareText {
      // The extended type can be a protocol.
      let isType = TypeDeclaration.all(in: file).contains {
        $0.node.kind != .protocolDecl && $0.name?.text == extended
      }
      guard isType else { return false }
    }
    let member = call.ancestors.first { $0.parent?.kind == .memberBlockItem }
    return member?.asProtocol((any WithModifiersSyntax).self)?.modifiers.isStatic == false
  }
}

struct StaticOperatorRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "static_operator", summary: "Declare operators as static members of a type instead of as global functions.",
    kind: .idiomatic, swiftLint: .optIn,
    triggering: ["↓func == (a: A, b: A) -> Bool { true }", "public ↓func + (a: A, b: A) -> A { a }"],
    nonTriggering: [
      "struct A {\n  static func == (a: A, b: A) -> Bool { true }\n}", "func f(a: A) {}",
      "private func == (a: A, b: A) -> Bool { true }",
    ])

  func violation(of node: FunctionDeclSyntax, in file: ParsedFile) -> Violation? {
    guard !node.name.isIdentifier, !node.isInside([.memberBlock, .codeBlock]), !node.modifiers.isPrivate else {
      return nil
    }
    return Violation(node.funcKeyword, in: file, "declare the operator as a static function of its type")
  }
}

struct SelfBindingRule: NodeRule {
  struct Options: RuleOptions {
    @RuleOption("The name that `self` is bound to.") var bindIdentifier = "self"
  }

  static let description = RuleDescription(
    id: "self_binding", summary: "Bind `self` to the same name everywhere.", kind: .style, swiftLint: .optIn,
    triggering: [
      "if let ↓this = self {}", "guard let ↓strongSelf = self else { return }",
      Example("if let ↓self = self {}", options: ["bind_identifier": "this"]),
    ],
    nonTriggering: ["if let self = self {}", "if let self {}", "if let this = that {}"])

  let options: Options

  func violation(of node: OptionalBindingConditionSyntax, in file: ParsedFile) -> Violation? {
    guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier, name.name != options.bindIdentifier,
      node.initializer?.value.identifier == "self" || (node.initializer == nil && name.text == "self")
    else { return nil }
    return Violation(name, in: file, "bind self to \(options.bindIdentifier)")
  }
}

struct DiscardedNotificationCenterObserverRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "discarded_notification_center_observer",
    summary: "Store the token that `addObserver(forName:…)` returns: the observer cannot be removed without it.",
    kind: .lint, swiftLint: .optIn,
    triggering: [
      "↓nc.addObserver(forName: a, object: nil, queue: nil) { _ in }",
      "func f() {\n  ↓NotificationCenter.default.addObserver(forName: a, object: nil, queue: nil) { _ in }\n  b()\n}",
    ],
    nonTriggering: [
      "let a = nc.addObserver(forName: b, object: nil, queue: nil) { _ in }",
      "nc.addObserver(self, selector: a, name: b, object: nil)",
      "func f() -> Any {\n  return nc.addObserver(forName: a, object: nil, queue: nil) { _ in }\n}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    file.calls("addObserver").compactMap { call in
      guard call.arguments.prefix(3).map({ $0.label?.text ?? "" }) == ["forName", "object", "queue"],
        call.parent?.as(CodeBlockItemSyntax.self)?.isImplicitResult == false
      else { return nil }
      return Violation(call, in: file, "token of the observer is discarded")
    }
  }
}
