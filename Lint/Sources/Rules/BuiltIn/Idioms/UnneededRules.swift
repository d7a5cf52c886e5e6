// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

struct UnneededBreakInSwitchRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "unneeded_break_in_switch", summary: "Leave out `break` at the end of a case.", kind: .idiomatic,
    swiftLint: .on,
    isCorrectable: true,
    triggering: [
      "switch a {\ncase 1:\n  b()\n  ↓break\ndefault: c()\n}", "switch a {\ncase 1: b()\ndefault:\n  c()\n  ↓break\n}",
    ],
    nonTriggering: [
      "switch a {\ncase 1: break\ndefault: c()\n}",
      "switch a {\ncase 1:\n  for b in c {\n    break\n  }\ndefault: d()\n}",
      "d: switch a {\ncase 1:\n  b()\n  break d\ndefault: c()\n}",
    ])

  func violation(of node: SwitchCaseSyntax, in file: ParsedFile) -> Violation? {
    guard node.statements.count > 1, let last = node.statements.last,
      let statement = last.item.as(BreakStmtSyntax.self),
      statement.label == nil, let previous = statement.previousToken(viewMode: .sourceAccurate)
    else { return nil }
    let gap = previous.end..<statement.start
    return Violation(
      statement, in: file, "unnecessary break",
      edits: isCertain(node) && !file.hasComment(gap) ? [.remove(previous.end..<statement.end)] : [])
  }

  /// Whether the case still has a statement without the `break`, and does not become a value: the result of a closure
  /// that only consists of a `switch` with expressions is their result.
  private func isCertain(_ node: SwitchCaseSyntax) -> Bool {
    guard node.statements.dropLast().contains(where: { !$0.item.is(IfConfigDeclSyntax.self) }) else { return false }
    guard node.statements.count == 2, let list = node.nearest([.codeBlockItemList]), list.parent?.kind == .closureExpr
    else { return true }
    return list.as(CodeBlockItemListSyntax.self)?.count != 1
  }
}

struct NoFallthroughOnlyRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "no_fallthrough_only",
    summary: "List several patterns in one case instead of cases that contain only `fallthrough`.", kind: .idiomatic,
    swiftLint: .on,
    triggering: [
      "switch a {\ncase 1:\n  ↓fallthrough\ncase 2: b()\ndefault: c()\n}",
      "switch a {\ncase .b: ↓fallthrough\ndefault: c()\n}",
    ],
    nonTriggering: [
      "switch a {\ncase 1, 2: b()\ndefault: c()\n}", "switch a {\ncase 1:\n  b()\n  fallthrough\ndefault: c()\n}",
      "switch a {\ncase 1:\n  fallthrough\n@unknown default: c()\n}",
    ])

  func violation(of node: SwitchCaseSyntax, in file: ParsedFile) -> Violation? {
    guard let statement = node.statements.only?.item.as(FallThroughStmtSyntax.self)
    else { return nil }
    if let list = node.parent?.as(SwitchCaseListSyntax.self),
      let index = list.firstIndex(where: { $0.id == SwitchCaseListSyntax.Element(node).id })
    {
      let next = list.index(after: index)
      if next < list.endIndex, list[next].as(SwitchCaseSyntax.self)?.attribute != nil { return nil }
    }
    return Violation(statement, in: file, "case only falls through; write both patterns in one case")
  }
}

struct FallthroughRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "fallthrough", summary: "Avoid `fallthrough`: it is easy to overlook that a case continues in the next one.",
    kind: .idiomatic, swiftLint: .optIn,
    triggering: [
      "switch a {\ncase 1:\n  b()\n  ↓fallthrough\ndefault: c()\n}",
      "switch a {\ncase 1: ↓fallthrough\ncase 2: b()\ndefault: c()\n}",
    ],
    nonTriggering: ["switch a {\ncase 1, 2: b()\ndefault: c()\n}", "let a = \"fallthrough\""])

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(FallThroughStmtSyntax.self).map { Violation($0, in: file, "case falls through") }
  }
}

struct UnneededOverrideRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("Whether initializers are checked too.") var affectInitializers = false
  }

  static let description = RuleDescription(
    id: "unneeded_override", summary: "Remove an override that only calls the method of the superclass.", kind: .lint,
    swiftLint: .on, isCorrectable: true,
    triggering: [
      "class A: B {\n  ↓override func c() {\n    super.c()\n  }\n}",
      "class A: B {\n  ↓override func c(_ d: Int, e f: Int) throws -> Int {\n    return try super.c(d, e: f)\n  }\n}",
    ],
    nonTriggering: [
      "class A: B {\n  override func c() {\n    super.c()\n    d()\n  }\n}",
      "class A: B {\n  override func c(d: Int) {\n    super.c(d: 1)\n  }\n}",
      "class A: B {\n  @available(iOS 13, *) override func c() { super.c() }\n}",
      "class A: B {\n  override init() { super.init() }\n}",
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    var result = file.nodes(FunctionDeclSyntax.self).compactMap { node -> Violation? in
      guard node.attributes.isEmpty, node.modifiers.contains(.override) else { return nil }
      return violation(node, node.modifiers, node.body, node.name.text, node.signature, isCertain: true, in: file)
    }
    guard options.affectInitializers else { return result }
    result += file.nodes(InitializerDeclSyntax.self).compactMap { node in
      guard node.attributes.isEmpty, node.modifiers.contains(.override) else { return nil }
      return violation(
        node, node.modifiers, node.body, "init", node.signature, isCertain: isInherited(node), in: file)
    }
    return result
  }

  /// Whether the class inherits the initializer without the override: it must have no other initializer, and initial
  /// values for its properties.
  private func isInherited(_ node: InitializerDeclSyntax) -> Bool {
    guard let members = TypeDeclaration.around(node)?.members.members, !members.hasConditionalStorage,
      members.declarations(InitializerDeclSyntax.self).count == 1
    else { return false }
    return members.declarations(VariableDeclSyntax.self).allSatisfy { variable in
      variable.modifiers.isStatic || variable.modifiers.contains(.lazy)
        || variable.bindings.allSatisfy { $0.initializer != nil || $0.isComputed || $0.isImplicitlyNil(in: variable) }
    }
  }

  private func violation(
    _ node: some SyntaxProtocol, _ modifiers: DeclModifierListSyntax, _ body: CodeBlockSyntax?, _ name: String,
    _ signature: FunctionSignatureSyntax, isCertain: Bool, in file: ParsedFile
  ) -> Violation? {
    guard modifiers.allSatisfy({ $0.name.text == "override" || AccessLevel($0) != nil || $0.name.text == "class" }),
      let statements = body?.statements, let item = statements.only?.item,
      var expression = item.as(ExprSyntax.self) ?? item.as(ReturnStmtSyntax.self)?.expression,
      !signature.parameterClause.parameters.contains(where: { $0.defaultValue != nil })
    else { return nil }
    if let tried = expression.as(TryExprSyntax.self) {
      // `try?` and `try!` handle the error in another way than the superclass.
      guard tried.questionOrExclamationMark == nil else { return nil }
      expression = tried.expression
    }
    if let awaited = expression.as(AwaitExprSyntax.self) { expression = awaited.expression }
    guard let call = expression.as(FunctionCallExprSyntax.self), call.receiver?.is(SuperExprSyntax.self) == true,
      call.lastName == name, call.trailingClosure == nil,
      call.arguments.count == signature.parameterClause.parameters.count
    else { return nil }
    for (argument, parameter) in zip(call.arguments, signature.parameterClause.parameters) {
      let label = parameter.firstName.text == "_" ? nil : parameter.firstName.text
      guard argument.label?.text == label, parameter.ellipsis == nil, !parameter.attributes.hasUnknown,
        argument.expression.identifier == (parameter.secondName ?? parameter.firstName).text
      else { return nil }
    }
    // An access level can differ from that of the superclass.
    let isRemovable = isCertain && modifiers.accessModifier == nil
    return Violation(
      node, in: file, "override only calls the superclass", edits: isRemovable ? file.removal(ofDeclaration: node) : [])
  }
}

struct UnusedEnumeratedRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "unused_enumerated", summary: "Leave out `enumerated()` where the index or the element is not used.",
    kind: .idiomatic,
    swiftLint: .on,
    triggering: [
      "for (↓_, a) in b.enumerated() {}", "for (a, ↓_) in b.enumerated() {}",
      "let c = b.enumerated().map { ↓_, a in a }", "let c = b.↓enumerated().map { $0.element }",
    ],
    nonTriggering: [
      "for (a, c) in b.enumerated() {}", "for a in b {}", "for (_, a) in b {}",
      "let c = b.enumerated().map { $0.offset + $0.element }", "let c = b.enumerated().map { a, d in a + d }",
      "let c = b.enumerated().map { $0 }",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    file.calls("enumerated").compactMap { call in
      guard call.arguments.isEmpty, call.receiver != nil else { return nil }
      if let loop = call.parent?.as(ForStmtSyntax.self), loop.sequence.id == ExprSyntax(call).id {
        guard let tuple = loop.pattern.as(TuplePatternSyntax.self), tuple.elements.count == 2 else { return nil }
        return violation(
          tuple.elements.map { Syntax($0.pattern) }, tuple.elements.map { $0.pattern.is(WildcardPatternSyntax.self) },
          in: file)
      }
      guard let outer = call.parent?.parent?.as(FunctionCallExprSyntax.self),
        let closure = outer.trailingClosure ?? outer.arguments.first?.expression.as(ClosureExprSyntax.self)
      else { return nil }
      return violation(closure, call, in: file)
    }
  }

  private func violation(_ nodes: [Syntax], _ areUnused: [Bool], in file: ParsedFile) -> Violation? {
    guard nodes.count == 2, areUnused[0] != areUnused[1] else { return nil }
    return Violation(
      areUnused[0] ? nodes[0] : nodes[1], in: file,
      areUnused[0] ? "unused index of enumerated" : "unused element of enumerated")
  }

  private func violation(_ closure: ClosureExprSyntax, _ call: FunctionCallExprSyntax, in file: ParsedFile)
    -> Violation?
  {
    switch closure.signature?.parameterClause {
    case .simpleInput(let names):
      return violation(names.map { Syntax($0) }, names.map { $0.name.tokenKind == .wildcard }, in: file)
    case .parameterClause(let clause):
      return violation(
        clause.parameters.map { Syntax($0) },
        clause.parameters.map { $0.firstName.tokenKind == .wildcard && $0.secondName == nil }, in: file)
    case nil:
      var uses: Set<String> = []
      for token in closure.statements.tokens(viewMode: .sourceAccurate) {
        switch token.tokenKind {
        case .dollarIdentifier("$1"): uses.insert("element")
        case .dollarIdentifier("$0"):
          guard let name = token.parent?.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text else {
            uses.insert("offset")
            // `$0` is the index if `$1` is used as well; otherwise it is the pair of both.
            if !closure.statements.tokens(viewMode: .sourceAccurate).contains(where: {
              $0.tokenKind == .dollarIdentifier("$1")
            }) {
              return nil
            }
            continue
          }
          uses.insert(
            ["offset", "0"].contains(name) ? "offset" : ["element", "1"].contains(name) ? "element" : "other")
        default: break
        }
      }
      guard uses == ["offset"] || uses == ["element"],
        let name = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName
      else { return nil }
      return Violation(
        name, in: file, uses == ["element"] ? "unused index of enumerated" : "unused element of enumerated")
    }
  }
}
