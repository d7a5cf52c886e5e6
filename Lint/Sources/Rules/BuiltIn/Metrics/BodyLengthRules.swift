// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct FunctionBodyLengthRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption(maximum: "number of lines of code in a function body") var warning = 50
    @RuleOption(errorAbove: "number of lines of code in a function body") var error = 0
  }

  static let description = RuleDescription(
    id: "function_body_length", summary: "Split long functions: they usually have more than one responsibility.",
    kind: .metrics,
    swiftLint: .init(isOn: true, options: ["error": 100]),
    triggering: [
      Example("func ↓run() {\n  a()\n  b()\n  c()\n}", options: ["warning": 2]),
      Example("struct S {\n  ↓init() {\n    a(\n      1)\n  }\n}", options: ["warning": 1]),
      Example("func ↓run() {\n  a()\n  b()\n}", options: ["warning": 9, "error": 1]),
    ],
    nonTriggering: [
      Example("func run() {\n  a()\n\n  // Then b.\n  b()\n}", options: ["warning": 2]),
      Example("func run() { a(); b(); c() }", options: ["warning": 1]),
      Example("protocol P {\n  func run()\n}", options: ["warning": 1]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    let check = BodyLength(
      limits: Limits(warning: options.warning, error: options.error), subject: "function body", file: file)
    return file.nodes(FunctionDeclSyntax.self).compactMap { check.violation(at: $0.name, $0.body) }
      + file.nodes(InitializerDeclSyntax.self).compactMap { check.violation(at: $0.initKeyword, $0.body) }
      + file.nodes(DeinitializerDeclSyntax.self).compactMap { check.violation(at: $0.deinitKeyword, $0.body) }
      + file.nodes(SubscriptDeclSyntax.self).compactMap { node in
        node.accessorBlock.flatMap { check.violation(at: node.subscriptKeyword, $0.leftBrace, $0.rightBrace) }
      }
  }
}

struct ClosureBodyLengthRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption(maximum: "number of lines of code in a closure") var warning = 30
    @RuleOption(errorAbove: "number of lines of code in a closure") var error = 0
  }

  static let description = RuleDescription(
    id: "closure_body_length", summary: "Keep closures short: a long one hides the call that it is an argument of.",
    kind: .metrics, swiftLint: .init(isOn: false, options: ["error": 100]),
    triggering: [
      Example("run ↓{\n  a()\n  b()\n  c()\n}", options: ["warning": 2]),
      Example("let f = ↓{ (x: Int) in\n  a(\n    x)\n}", options: ["warning": 1]),
    ],
    nonTriggering: [
      Example("run {\n  a()\n  // B.\n\n  b()\n}", options: ["warning": 2]),
      Example("func run() {\n  a()\n  b()\n}", options: ["warning": 1]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    let check = BodyLength(
      limits: Limits(warning: options.warning, error: options.error), subject: "closure", file: file)
    return file.nodes(ClosureExprSyntax.self).compactMap {
      check.violation(at: $0.leftBrace, $0.leftBrace, $0.rightBrace)
    }
  }
}

struct TypeBodyLengthRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption(maximum: "number of lines of code in the body of a type") var warning = 250
    @RuleOption(errorAbove: "number of lines of code in the body of a type") var error = 0
  }

  static let description = RuleDescription(
    id: "type_body_length", summary: "Split long types: they usually have more than one responsibility.",
    kind: .metrics, isOptIn: true,
    swiftLint: .init(isOn: true, options: ["error": 350]),
    triggering: [
      Example("↓struct S {\n  let a = 1\n  let b = 2\n}", options: ["warning": 1]),
      Example("final ↓class C {\n  func f() {\n  }\n}", options: ["warning": 1]),
    ],
    nonTriggering: [
      Example("struct S {\n  // A.\n  let a = 1\n\n}", options: ["warning": 1]),
      Example("extension S {\n  var a: Int { 1 }\n  var b: Int { 2 }\n}", options: ["warning": 1]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    let check = BodyLength(
      limits: Limits(warning: options.warning, error: options.error), subject: "type body", file: file)
    return TypeDeclaration.all(in: file).compactMap { type in
      guard !type.isExtension, type.node.kind != .protocolDecl else { return nil }
      return check.violation(at: type.keyword, type.members.leftBrace, type.members.rightBrace)
    }
  }
}

/// Counts the lines of code between two braces, without the lines of the braces.
private struct BodyLength {
  let limits: Limits
  let subject: String
  let file: ParsedFile

  func violation(at place: TokenSyntax, _ body: CodeBlockSyntax?) -> Violation? {
    body.flatMap { violation(at: place, $0.leftBrace, $0.rightBrace) }
  }

  func violation(at place: TokenSyntax, _ left: TokenSyntax, _ right: TokenSyntax) -> Violation? {
    let first = file.line(left)
    let last = file.line(right)
    guard last - first - 1 > limits.lowest else { return nil }
    let count = file.codeLines.count(in: (first + 1)...(last - 1))
    guard let excess = limits.excess(of: count) else { return nil }
    return Violation(
      place.start..<right.end, "\(subject) has \(count) lines of code, more than \(excess.limit)",
      severity: excess.severity)
  }
}
