// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

struct AccessibilityLabelForImageRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "accessibility_label_for_image",
    summary: "Give an image a label for VoiceOver, or hide it: its file name is read otherwise.", kind: .lint,
    swiftLint: .optIn,
    triggering: [
      "struct A: View {\n  var body: some View {\n    ↓Image(\"rocket\").resizable()\n  }\n}",
      "struct A: View {\n  var body: some View {\n    HStack { ↓Image(systemName: \"star\") }.padding()\n  }\n}",
    ],
    nonTriggering: [
      "struct A: View {\n  var body: some View {\n    Image(\"rocket\").accessibilityLabel(\"Launch\")\n  }\n}",
      "struct A: View {\n  var body: some View {\n    Image(decorative: \"line\")\n  }\n}",
      "struct A: View {\n  var body: some View {\n    HStack { Image(\"b\") }.accessibilityHidden(true)\n  }\n}",
      "struct A {\n  let image = Image(\"rocket\")\n}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    file.calls("Image").filter { call in
      guard call.isPlainCall("Image") || call.receiver?.identifier == "SwiftUI",
        !call.arguments.contains(where: { ["label", "decorative"].contains($0.label?.text) }), call.isInView
      else { return false }
      return !call.modifiers.contains { $0.isLabel || $0.isHidden || $0.replacesContent }
    }.map { Violation($0, in: file, "image without an accessibility label") }
  }
}

struct AccessibilityTraitForButtonRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "accessibility_trait_for_button",
    summary: "Add the trait of a button or link to a view that reacts to taps: VoiceOver does not offer it otherwise.",
    kind: .lint, swiftLint: .optIn,
    triggering: [
      "struct A: View {\n  var body: some View {\n    ↓Text(\"Open\").onTapGesture { open() }\n  }\n}",
      "struct A: View {\n  let b = ↓Text(\"Open\").gesture(TapGesture().onEnded { open() })\n}",
    ],
    nonTriggering: [
      "struct A: View {\n  let b = Text(\"Open\").onTapGesture { open() }.accessibilityAddTraits(.isLink)\n}",
      "struct A: View {\n  var body: some View {\n    Text(\"Like\").onTapGesture(count: 2) { like() }\n  }\n}",
      "struct A: View {\n  var body: some View {\n    Button(\"Open\") { open() }\n  }\n}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    let names = ["onTapGesture", "gesture", "simultaneousGesture", "highPriorityGesture"]
    let taps = names.flatMap { file.calls($0) }.filter { $0.receiver != nil && $0.isTap && $0.isInView }
    // A chain before those in it.
    let chains = taps.map { (tap: $0, range: $0.chain.range) }.sorted {
      ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
    }
    var end = 0
    return chains.compactMap { tap, range in
      guard range.lowerBound >= end, !tap.chain.callsOfChain.contains(where: { $0.addsButtonTrait || $0.isHiding }),
        !tap.modifiers.contains(where: { $0.isHidden || $0.replacesContent })
      else { return nil }
      end = range.upperBound
      return Violation(range, "view with a tap gesture, but without the trait of a button or link")
    }
  }
}

/// A call after a view, on the view or on one that contains it.
private struct ViewModifierCall {
  let call: FunctionCallExprSyntax
  let isOfContainer: Bool

  var isLabel: Bool {
    call.lastName == "accessibilityLabel" || call.lastName == "accessibility" && call.argument("label") != nil
  }

  var isHidden: Bool { call.isHiding }

  /// Whether the views in a container are hidden: the element of the container replaces them.
  var replacesContent: Bool {
    guard isOfContainer, call.lastName == "accessibilityElement" else { return false }
    return call.arguments.isEmpty || call.argument("children")?.bareText == ".ignore"
  }
}

extension FunctionCallExprSyntax {
  fileprivate func argument(_ label: String) -> ExprSyntax? {
    arguments.first { $0.label?.text == label }?.expression
  }

  /// Whether a structure around the call is a view.
  fileprivate var isInView: Bool {
    ancestors.contains { $0.as(StructDeclSyntax.self)?.inheritanceClause?.names.contains("View") == true }
  }

  /// The calls after this one in its chain and after the calls whose arguments contain it, innermost first.
  fileprivate var modifiers: [ViewModifierCall] {
    var result: [ViewModifierCall] = []
    var isOfContainer = false
    for (node, parent) in zip(ancestors, ancestors.dropFirst()) {
      guard let call = parent.as(FunctionCallExprSyntax.self) else { continue }
      if call.calledExpression.id == node.id {
        result.append(ViewModifierCall(call: call, isOfContainer: isOfContainer))
      } else {
        isOfContainer = true
      }
    }
    return result
  }

  /// Whether it hides a view.
  fileprivate var isHiding: Bool {
    let value =
      switch lastName {
      case "accessibilityHidden": arguments.first?.expression
      case "accessibility": argument("hidden")
      default: ExprSyntax?.none
      }
    return value?.bareText == "true"
  }

  fileprivate var addsButtonTrait: Bool {
    let value =
      switch lastName {
      case "accessibilityAddTraits": arguments.first?.expression
      case "accessibility": argument("addTraits")
      default: ExprSyntax?.none
      }
    let traits = value?.as(ArrayExprSyntax.self)?.elements.map(\.expression) ?? value.map { [$0] } ?? []
    return traits.contains { $0.is(MemberAccessExprSyntax.self) && ["isButton", "isLink"].contains($0.lastName) }
  }

  /// Whether the gesture is one tap.
  fileprivate var isTap: Bool {
    if lastName == "onTapGesture" { return isOnce }
    guard var gesture = arguments.first?.expression.as(FunctionCallExprSyntax.self) else { return false }
    while let receiver = gesture.receiver?.as(FunctionCallExprSyntax.self) { gesture = receiver }
    return gesture.isPlainCall("TapGesture") && gesture.isOnce
  }

  private var isOnce: Bool { argument("count").map { $0.bareText == "1" } ?? true }

  /// The whole chain of calls and members that the call belongs to.
  fileprivate var chain: ExprSyntax {
    var chain = ExprSyntax(self)
    while let parent = chain.parent {
      switch parent.kind {
      case .memberAccessExpr, .optionalChainingExpr, .forceUnwrapExpr: break
      case .functionCallExpr where parent.as(FunctionCallExprSyntax.self)?.calledExpression.id == chain.id: break
      default: return chain
      }
      guard let next = parent.as(ExprSyntax.self) else { return chain }
      chain = next
    }
    return chain
  }
}

extension ExprSyntax {
  /// The calls of a chain, last one first.
  fileprivate var callsOfChain: [FunctionCallExprSyntax] {
    var calls: [FunctionCallExprSyntax] = []
    var next: ExprSyntax? = self
    while let expression = next {
      switch expression.as(ExprSyntaxEnum.self) {
      case .functionCallExpr(let call):
        calls.append(call)
        next = call.calledExpression
      case .memberAccessExpr(let node): next = node.base
      case .optionalChainingExpr(let node): next = node.expression
      case .forceUnwrapExpr(let node): next = node.expression
      default: next = nil
      }
    }
    return calls
  }
}
