// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct WeakDelegateRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "weak_delegate", summary: "Declare delegates as `weak`, to avoid reference cycles.", kind: .lint,
    swiftLint: .optIn,
    triggering: ["class A {\n  ↓var delegate: B?\n}", "class A {\n  private ↓var someDelegate: B?\n}"],
    nonTriggering: [
      "class A {\n  weak var delegate: B?\n}", "struct A {\n  var delegate: B?\n}",
      "class A {\n  var delegate: B? { nil }\n}", "protocol A {\n  var delegate: B? { get }\n}",
      "class A {\n  @UIApplicationDelegateAdaptor private var delegate: B\n}",
    ])

  func violation(of node: VariableDeclSyntax, in file: ParsedFile) -> Violation? {
    guard node.parent?.kind == .memberBlockItem,
      node.onlyName?.lowercased().hasSuffix("delegate") == true,
      !node.modifiers.contains(.weak), !node.modifiers.contains(.unowned),
      node.nearest(SyntaxKind.typesAndExtensions)?.kind == .classDecl,
      !node.attributes.all.contains(where: {
        ["UIApplicationDelegateAdaptor", "NSApplicationDelegateAdaptor", "WKExtensionDelegateAdaptor"].contains(
          $0.name)
      })
    else { return nil }
    if let block = node.bindings.first?.accessorBlock {
      guard case .accessors(let accessors) = block.accessors,
        accessors.allSatisfy({ ["willSet", "didSet"].contains($0.accessorSpecifier.text) })
      else { return nil }
    }
    return Violation(node.bindingSpecifier, in: file, "delegate is not weak")
  }
}

struct ConvenienceTypeRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "convenience_type",
    summary:
      "Declare a type with only static members as an enumeration without cases, so that it cannot be initialized.",
    kind: .idiomatic, swiftLint: .optIn,
    triggering: ["↓struct A {\n  static let b = 1\n}", "final ↓class A {\n  static func b() {}\n}"],
    nonTriggering: [
      "enum A {\n  static let b = 1\n}", "struct A {\n  static let b = 1\n  let c: Int\n}", "struct A {}",
      "class A: B {\n  static let c = 1\n}", "class A {\n  class func b() {}\n}",
      "@objc class A {\n  static let b = 1\n}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    TypeDeclaration.all(in: file).compactMap { type in
      guard type.node.kind == .structDecl || type.node.kind == .classDecl, type.inheritance == nil,
        !type.attributes.all.contains(where: { $0.name.hasPrefix("objc") }) || type.node.kind == .structDecl,
        !hasMacro(type)
      else { return nil }
      let members = type.members.members.map(\.decl)
      guard !members.isEmpty, members.allSatisfy(isStatic) else { return nil }
      return Violation(type.keyword, in: file, "type of static members; use an enum without cases")
    }
  }

  private func hasMacro(_ type: TypeDeclaration) -> Bool {
    type.attributes.all.contains {
      ["globalActor", "resultBuilder", "propertyWrapper", "dynamicMemberLookup"].contains($0.name)
    }
  }

  private func isStatic(_ node: DeclSyntax) -> Bool {
    switch node.kind {
    case .enumDecl, .structDecl, .classDecl, .actorDecl, .typeAliasDecl: return true
    case .functionDecl:
      guard let function = node.as(FunctionDeclSyntax.self) else { return false }
      return function.modifiers.contains(.static) && !function.attributes.has("objc")
    case .variableDecl: return node.as(VariableDeclSyntax.self)?.modifiers.contains(.static) ?? false
    case .subscriptDecl: return node.as(SubscriptDeclSyntax.self)?.modifiers.contains(.static) ?? false
    case .initializerDecl:
      return node.as(InitializerDeclSyntax.self)?.attributes.bareText.contains("unavailable") ?? false
    default: return false
    }
  }
}

struct JoinedDefaultParameterRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "joined_default_parameter",
    summary: "Leave out the separator of `joined` when it is the default, an empty string.", kind: .idiomatic,
    swiftLint: .optIn, isCorrectable: true,
    triggering: ["let a = b.joined(↓separator: \"\")", "let a = b.c().joined(↓separator: \"\")"],
    nonTriggering: ["let a = b.joined()", "let a = b.joined(separator: \",\")"])

  func violations(in file: ParsedFile) -> [Violation] {
    file.calls("joined").compactMap { call in
      guard let argument = call.arguments.only, argument.label?.text == "separator",
        let literal = argument.expression.as(StringLiteralExprSyntax.self), literal.segments.bareText.isEmpty
      else { return nil }
      return Violation(argument, in: file, "unnecessary separator", edits: [.remove(argument.range)])
    }
  }
}

struct PeriodSpacingRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "period_spacing", summary: "Write one space after a sentence in a comment.", kind: .style, swiftLint: .optIn,
    isCorrectable: true,
    triggering: ["// A.↓  B.\n", "/// A.↓  B.↓   C.\n"],
    nonTriggering: ["// A. B.\n", "// A.  \n", "let a = \"B.  C\"", "//  - 1.  A\n"])

  func violations(in file: ParsedFile) -> [Violation] {
    let bytes = file.text.bytes
    return file.comments.flatMap { comment -> [Violation] in
      guard comment.kind == .line || comment.kind == .documentationLine else { return [] }
      var result: [Violation] = []
      var index = comment.range.lowerBound
      while index + 2 < comment.range.upperBound {
        guard bytes[index] == UInt8(ascii: "."), bytes[index + 1] == 0x20, bytes[index + 2] == 0x20 else {
          index += 1
          continue
        }
        var end = index + 1
        while end < comment.range.upperBound, bytes[end] == 0x20 { end += 1 }
        // Spaces after the number of a list align its text.
        if end < comment.range.upperBound, !isListNumber(before: index, comment, in: file) {
          result.append(
            Violation(
              (index + 1)..<end, "more than one space after a period", edits: [TextEdit((index + 1)..<end, " ")]))
        }
        index = end
      }
      return result
    }
  }

  private func isListNumber(before index: Int, _ comment: Comment, in file: ParsedFile) -> Bool {
    let text = file.text.text(in: (comment.range.lowerBound + 2)..<index)
    return text.allSatisfy { " -*/0123456789".contains($0) }
  }
}

struct AsyncWithoutAwaitRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "async_without_await",
    summary: "A function that never awaits should not be `async`: each caller has to await it.", kind: .lint,
    swiftLint: .optIn,
    triggering: [
      "func f() ↓async {\n  a()\n}", "func f() ↓async {}", "let a = { () ↓async in b() }",
      "struct A {\n  var b: Int {\n    get ↓async { 1 }\n  }\n}",
    ],
    nonTriggering: [
      "func f() async {\n  await a()\n}", "protocol A {\n  func b() async\n}", "override func f() async {\n  a()\n}",
      "func f() async {\n  for await a in b {}\n}", "func f() async {\n  async let a = b()\n}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    var result: [Violation] = []
    func check(_ keyword: TokenSyntax?, _ body: Syntax?) {
      guard let keyword, keyword.text == "async", let body, !waits(body) else { return }
      result.append(Violation(keyword, in: file, "asynchronous function without await"))
    }
    for node in file.nodes(FunctionDeclSyntax.self) where !node.modifiers.contains(.override) {
      guard let body = node.body else { continue }
      check(node.signature.effectSpecifiers?.asyncSpecifier, Syntax(body))
    }
    for node in file.nodes(InitializerDeclSyntax.self) where !node.modifiers.contains(.override) {
      guard let body = node.body else { continue }
      check(node.signature.effectSpecifiers?.asyncSpecifier, Syntax(body))
    }
    for node in file.nodes(AccessorDeclSyntax.self) {
      check(node.effectSpecifiers?.asyncSpecifier, node.body.map { Syntax($0) })
    }
    for node in file.nodes(ClosureExprSyntax.self) {
      check(node.signature?.effectSpecifiers?.asyncSpecifier, Syntax(node.statements))
    }
    return result
  }

  private func waits(_ body: Syntax) -> Bool {
    for token in body.tokens(viewMode: .sourceAccurate) {
      switch token.tokenKind {
      case .keyword(.await), .keyword(.async):
        // In a nested function it is the nested function that waits.
        guard let inner = token.nearest([.functionDecl, .closureExpr, .accessorDecl, .initializerDecl]),
          inner.start > body.start, inner.end <= body.end,
          inner.id != body.id
        else { return true }
        if inner.as(ClosureExprSyntax.self)?.signature?.effectSpecifiers?.asyncSpecifier == nil,
          inner.kind == .closureExpr
        {
          return true
        }
      default: break
      }
    }
    return false
  }
}

struct UnhandledThrowingTaskRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "unhandled_throwing_task",
    summary: "Handle errors inside a task whose result is not used: otherwise they are lost.", kind: .lint,
    severity: .error, swiftLint: .init(isOn: false, severity: .error),
    triggering: ["↓Task {\n  try await a()\n}", "↓Task.detached {\n  try a()\n}", "↓Task {\n  throw a\n}"],
    nonTriggering: [
      "Task {\n  try? a()\n}", "let a = Task {\n  try b()\n}", "Task<Void, Never> {\n  try b()\n}",
      "Task {\n  do {\n    try a()\n  } catch {}\n}", "try await Task {\n  try b()\n}.value", "a = Task { try b() }",
      "func f() -> Task<Int, Error> {\n  return Task { try b() }\n}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    (file.calls("Task") + file.calls("detached")).compactMap { call in
      guard call.isPlainCall("Task") || call.receiver?.identifier == "Task",
        let closure = call.trailingClosure ?? call.arguments.last?.expression.as(ClosureExprSyntax.self),
        throwsErrors(closure), isDropped(call)
      else { return nil }
      return Violation(call, in: file, "error of the task is lost; catch it or store the task")
    }
  }

  private func throwsErrors(_ closure: ClosureExprSyntax) -> Bool {
    closure.statements.tokens(viewMode: .sourceAccurate).contains { token in
      switch token.tokenKind {
      case .keyword(.try):
        if token.parent?.as(TryExprSyntax.self)?.questionOrExclamationMark != nil { return false }
      case .keyword(.throw): break
      default: return false
      }
      var child = Syntax(token)
      while let parent = child.parent, parent.id != closure.id {
        if parent.kind == .functionDecl || parent.kind == .closureExpr { return false }
        if let statement = parent.as(DoStmtSyntax.self), statement.body.id == CodeBlockSyntax(child)?.id,
          catchesAll(statement)
        {
          return false
        }
        child = parent
      }
      return true
    }
  }

  private func catchesAll(_ node: DoStmtSyntax) -> Bool {
    node.catchClauses.contains { clause in
      clause.catchItems.isEmpty
        || clause.catchItems.contains {
          $0.pattern?.is(ValueBindingPatternSyntax.self) == true && $0.whereClause == nil
            && $0.pattern?.bareText.contains(" as ") != true
        }
    }
  }

  private func isDropped(_ call: FunctionCallExprSyntax) -> Bool {
    guard let item = call.parent?.as(CodeBlockItemSyntax.self), let list = item.parent?.as(CodeBlockItemListSyntax.self)
    else {
      guard let list = call.parent?.as(ExprListSyntax.self), list.count == 3 else { return false }
      return list.first?.is(DiscardAssignmentExprSyntax.self) == true
    }
    guard list.count == 1, let owner = list.parent else { return true }
    // The only expression of a function with a result is its implicit result.
    switch owner.kind {
    case .codeBlock: return owner.parent?.as(FunctionDeclSyntax.self)?.signature.returnClause == nil
    case .accessorBlock: return false
    default: return true
    }
  }
}
