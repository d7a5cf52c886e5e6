// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct AttributesRule: NodeRule {
  struct Options: RuleOptions {
    @RuleOption("Whether attributes with arguments have a line of their own, those of variables and imports too.")
    var attributesWithArgumentsAlwaysOnLineAbove = true
    @RuleOption("Whole names of attributes, with `@`, that are written on the line of the declaration.")
    var alwaysOnSameLine = ["@IBAction", "@NSManaged"]
    @RuleOption("Whole names of attributes, with `@`, that are written on a line of their own.")
    var alwaysOnLineAbove: [String] = []
  }

  static let description = RuleDescription(
    id: "attributes",
    summary: "Write attributes of functions and types on their own lines, and those of variables on the same line.",
    kind: .style, swiftLint: .optIn,
    triggering: [
      "@a ↓func b() {}", "@a\n↓var b: Int", "@a(1) ↓var b: Int", "@a\n↓import B", "@a ↓class B {}",
      "@a @b\n↓func c() {}",
      Example("@a(1)\n↓var b: Int", options: ["attributes_with_arguments_always_on_line_above": false]),
      Example("@a(1) ↓func b() {}", options: ["attributes_with_arguments_always_on_line_above": false]),
      Example("@ab ↓func c() {}\n@b ↓func c() {}", options: ["always_on_same_line": ["@a", "b"]]),
      Example("@a ↓var b: Int", options: ["always_on_line_above": ["@a"]]),
    ],
    nonTriggering: [
      "@a\nfunc b() {}", "@a var b: Int", "@a(1)\nvar b: Int", "@IBAction func b() {}", "@testable import A",
      "@a\n@b\nfunc c() {}",
      Example("@a(1) var b: Int", options: ["attributes_with_arguments_always_on_line_above": false]),
      Example("@a(1) func b() {}", options: ["always_on_same_line": ["@a"]]),
      Example("@ab var c: Int", options: ["always_on_line_above": ["@a"]]),
    ])

  let options: Options

  func violation(of list: AttributeListSyntax, in file: ParsedFile) -> Violation? {
    guard let first = list.first, first.is(AttributeSyntax.self), let (keyword, isBeside) = keyword(of: list.parent)
    else { return nil }
    let line = file.line(keyword)
    let attributes = list.all
    var lines: [Int] = []
    var isWrong = false
    for attribute in attributes {
      let end = file.endLine(attribute)
      if stands(attribute, besideByDefault: isBeside) {
        // On the line of the declaration's keyword.
        if end != line { isWrong = true }
      } else {
        if end == line || lines.contains(file.line(attribute)) { isWrong = true }
        lines.append(end)
      }
    }
    return isWrong ? Violation(keyword, in: file, "attribute is on the wrong line") : nil
  }

  private func stands(_ attribute: AttributeSyntax, besideByDefault isBeside: Bool) -> Bool {
    let name = "@" + attribute.name
    if options.alwaysOnSameLine.contains(name) { return true }
    if options.alwaysOnLineAbove.contains(name) { return false }
    return isBeside && (attribute.leftParen == nil || !options.attributesWithArgumentsAlwaysOnLineAbove)
  }

  private func keyword(of node: Syntax?) -> (TokenSyntax, Bool)? {
    guard let node else { return nil }
    if let type = TypeDeclaration(node) { return (type.keyword, false) }
    switch node.kind {
    case .functionDecl: return node.as(FunctionDeclSyntax.self).map { ($0.funcKeyword, false) }
    case .initializerDecl: return node.as(InitializerDeclSyntax.self).map { ($0.initKeyword, false) }
    case .associatedTypeDecl: return node.as(AssociatedTypeDeclSyntax.self).map { ($0.associatedtypeKeyword, false) }
    case .variableDecl: return node.as(VariableDeclSyntax.self).map { ($0.bindingSpecifier, true) }
    case .importDecl: return node.as(ImportDeclSyntax.self).map { ($0.importKeyword, true) }
    default: return nil
    }
  }
}

struct AttributeNameSpacingRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "attribute_name_spacing",
    summary: "Write attributes and modifiers without spaces in them, such as `@available(…)` and `private(set)`.",
    kind: .style,
    severity: .error, swiftLint: .init(isOn: true, severity: .error), isCorrectable: true,
    triggering: ["@↓ MainActor class A {}", "@available↓ (*, deprecated) func f() {}", "private↓ (set) var a = 1"],
    nonTriggering: [
      "@MainActor class A {}", "@available(*, deprecated) func f() {}", "private(set) var a = 1",
      "let a: @Sendable () -> Void",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    var gaps: [Range<Int>] = []
    for node in file.nodes(AttributeSyntax.self) {
      gaps.append(node.atSign.end..<node.attributeName.start)
      if let left = node.leftParen { gaps.append(node.attributeName.end..<left.start) }
    }
    for node in file.nodes(DeclModifierSyntax.self) {
      if let detail = node.detail { gaps.append(node.name.end..<detail.leftParen.start) }
    }
    return gaps.filter { !$0.isEmpty && file.isBlank($0) }.map {
      Violation($0, "unnecessary space", edits: [.remove($0)])
    }
  }
}
