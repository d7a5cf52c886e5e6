// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import SwiftSource
import SwiftSyntax

struct TrailingClosureRule: SyntaxRule {
  struct Options: RuleOptions {
    var onlySingleMutedParameter = false

    static let descriptions = [
      RuleOption("only_single_muted_parameter", "Whether to report only a single argument without a label.")
    ]
  }

  static let description = RuleDescription(
    id: "trailing_closure", summary: "Use a trailing closure for the last argument.", kind: .style,
    isOptIn: true, swiftLint: .optIn, isCorrectable: true,
    triggering: [
      "a.map(↓{ $0 })", "run(a, b: ↓{ c() })",
      Example("a.map(↓{ $0 })", options: ["only_single_muted_parameter": true]),
    ],
    nonTriggering: [
      "a.map { $0 }", "run(a: { b() }, c: { d() })", "if a.map({ $0 }) {}", "run({ a() }, b)",
      Example("run(a: { b() })", options: ["only_single_muted_parameter": true]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(FunctionCallExprSyntax.self).compactMap { node in
      guard node.trailingClosure == nil, let last = node.arguments.last,
        let closure = last.expression.as(ClosureExprSyntax.self),
        let left = node.leftParen, let right = node.rightParen
      else { return nil }
      if options.onlySingleMutedParameter {
        guard node.arguments.count == 1, last.label == nil else { return nil }
      } else if node.arguments.count > 1 {
        let before = node.arguments[node.arguments.index(node.arguments.endIndex, offsetBy: -2)]
        guard !before.expression.is(ClosureExprSyntax.self) else { return nil }
      }
      guard !isInHead(node) else { return nil }
      var edits: [TextEdit] = []
      let tail = closure.end..<right.end
      if !file.hasComment(left.start..<left.end), !file.text.bytes[tail].contains(UInt8(ascii: "/")) {
        if node.arguments.count == 1 {
          edits = [TextEdit(left.start..<closure.start, " "), .remove(tail)]
        } else if let comma = last.previousToken(viewMode: .sourceAccurate) {
          edits = [TextEdit(comma.start..<closure.start, ") "), .remove(tail)]
        }
        if file.hasComment(left.end..<closure.start) { edits = [] }
      }
      return Violation(closure, in: file, "closure should follow the parentheses", edits: edits)
    }
  }
}

extension TrailingClosureRule {
  /// Whether the call is in the head of a statement, where the brace of a trailing closure would begin the body.
  private func isInHead(_ node: FunctionCallExprSyntax) -> Bool {
    var child = Syntax(node)
    while let parent = child.parent {
      switch parent.kind {
      case .conditionElementList: return true
      case .forStmt: return parent.as(ForStmtSyntax.self)?.sequence.id == ExprSyntax(child)?.id
      case .codeBlockItem, .memberBlockItem: return false
      default: child = parent
      }
    }
    return false
  }
}

struct PreferKeyPathRule: SyntaxRule {
  struct Options: RuleOptions {
    var restrictToStandardFunctions = true

    static let descriptions = [
      RuleOption("restrict_to_standard_functions", "Whether only functions such as `map` and `filter` are checked.")
    ]
  }

  static let description = RuleDescription(
    id: "prefer_key_path", summary: "Use a key path instead of a closure that only reads a property.", kind: .idiomatic,
    isOptIn: true,
    swiftLint: .optIn, isCorrectable: true,
    triggering: [
      "a.map ↓{ $0.b }", "a.filter(↓{ $0.b.c })", "a.first ↓{ $0.b }?.c", "a.contains(where: ↓{ (b) in b.c })",
      "a.map ↓{ $0 }", Example("run ↓{ $0.b }", options: ["restrict_to_standard_functions": false]),
    ],
    nonTriggering: ["a.map(\\.b)", "a.map { $0.b() }", "run { $0.b }", "a.map { $0.b + 1 }", "a.map { $0?.b }"])

  private static let functions: Set<String> = [
    "allSatisfy", "contains", "filter", "first", "flatMap", "map", "compactMap", "drop", "partition", "prefix", "last",
  ]

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(ClosureExprSyntax.self).compactMap { node in
      guard node.statements.count == 1, let path = path(of: node), let call = call(of: node) else { return nil }
      if options.restrictToStandardFunctions {
        guard Self.functions.contains(call.lastName),
          call.arguments.count + (call.trailingClosure == nil ? 0 : 1) == 1, call.additionalTrailingClosures.isEmpty
        else { return nil }
      } else if call.additionalTrailingClosures.isEmpty == false || call.calledExpression.id == ExprSyntax(node).id {
        return nil
      }
      var edits = [TextEdit(node.range, path)]
      if call.trailingClosure?.id == node.id {
        let labels = [
          "first": "where: ", "contains": "where: ", "last": "where: ", "drop": "while: ", "prefix": "while: ",
          "partition": "by: ",
        ]
        guard call.leftParen == nil else { return Violation(node, in: file, "use a key path instead of a closure") }
        edits = [TextEdit(call.calledExpression.end..<node.end, "(\(labels[call.lastName] ?? "")\(path))")]
      }
      return Violation(
        node, in: file, "use a key path instead of a closure", edits: options.restrictToStandardFunctions ? edits : [])
    }
  }

  private func call(of node: ClosureExprSyntax) -> FunctionCallExprSyntax? {
    if let call = node.parent?.as(FunctionCallExprSyntax.self), call.trailingClosure?.id == node.id { return call }
    return node.parent?.as(LabeledExprSyntax.self)?.parent?.parent?.as(FunctionCallExprSyntax.self)
  }

  /// The equivalent key path; nil if there is none.
  private func path(of node: ClosureExprSyntax) -> String? {
    var name = "$0"
    if let signature = node.signature {
      guard signature.capture == nil, signature.attributes.isEmpty, signature.effectSpecifiers == nil,
        signature.returnClause == nil
      else { return nil }
      switch signature.parameterClause {
      case .simpleInput(let names) where names.count == 1: name = names.first?.name.text ?? ""
      case .parameterClause(let clause) where clause.parameters.count == 1:
        guard let only = clause.parameters.first, only.type == nil else { return nil }
        name = (only.secondName ?? only.firstName).text
      default: return nil
      }
    }
    guard let item = node.statements.first?.item else { return nil }
    var expression = item.as(ExprSyntax.self) ?? item.as(ReturnStmtSyntax.self)?.expression
    var names: [String] = []
    while let member = expression?.as(MemberAccessExprSyntax.self) {
      guard member.declName.argumentNames == nil, member.declName.baseName.text != "self" || !names.isEmpty else {
        return nil
      }
      names.insert(member.declName.baseName.text, at: 0)
      expression = member.base
    }
    guard expression?.identifier == name else { return nil }
    return names.isEmpty ? "\\.self" : "\\." + names.joined(separator: ".")
  }
}

struct RedundantSelfInClosureRule: PlainRule {
  static let description = RuleDescription(
    id: "redundant_self_in_closure",
    summary: "Leave out `self.` in a closure that captures `self` explicitly or does not escape.",
    kind: .style,
    isOptIn: true, swiftLint: .optIn, isCorrectable: true,
    triggering: [
      "struct A {\n  func b() {\n    run { ↓self.c() }\n  }\n}",
      "class A {\n  func b() {\n    run { [self] in ↓self.c() }\n  }\n}",
      "class A {\n  func b() {\n    { ↓self.c() }()\n  }\n}",
    ],
    nonTriggering: [
      "class A {\n  func b() {\n    run { self.c() }\n  }\n}", "struct A {\n  func b() {\n    run { c() }\n  }\n}",
      "struct A {\n  func b(c: Int) {\n    run { c in self.c = c }\n  }\n}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    file.tokens(startingWith: "self").compactMap { token in
      guard token.tokenKind == .keyword(.self), let base = token.parent,
        let node = base.parent?.as(MemberAccessExprSyntax.self), node.base?.id == ExprSyntax(base)?.id,
        let closure = node.enclosing(ClosureExprSyntax.self),
        isRedundant(closure, node), !isDeclared(node.declName.baseName.name, around: node)
      else { return nil }
      return Violation(
        node, in: file, "unnecessary self in a closure", edits: [.remove(base.start..<node.declName.start)])
    }
  }

  private func isRedundant(_ closure: ClosureExprSyntax, _ node: MemberAccessExprSyntax) -> Bool {
    guard let type = closure.nearest([.structDecl, .enumDecl, .classDecl, .actorDecl, .extensionDecl, .protocolDecl]),
      closure.isInside([.functionCallExpr], before: [type.kind])
    else { return false }
    if type.kind == .structDecl || type.kind == .enumDecl { return true }
    if closure.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == ExprSyntax(closure).id { return true }
    let capture = closure.signature?.capture?.items.first { $0.name.tokenKind == .keyword(.self) }
    guard let capture else { return false }
    return capture.specifier == nil || capture.specifier?.specifier.tokenKind == .keyword(.weak)
  }

  /// Whether a variable of that name is in scope.
  private func isDeclared(_ name: String, around node: MemberAccessExprSyntax) -> Bool {
    var current = Syntax(node)
    while let parent = current.parent {
      switch parent.kind {
      case .codeBlockItemList:
        for item in parent.as(CodeBlockItemListSyntax.self) ?? [] where item.start < current.start {
          if let variable = item.item.as(VariableDeclSyntax.self), declares(Syntax(variable.bindings), name) {
            return true
          }
          if let guarded = item.item.as(GuardStmtSyntax.self), declares(Syntax(guarded.conditions), name) {
            return true
          }
          if let function = item.item.as(FunctionDeclSyntax.self), function.name.name == name { return true }
        }
      case .closureExpr:
        switch parent.as(ClosureExprSyntax.self)?.signature?.parameterClause {
        case .simpleInput(let names): if names.contains(where: { $0.name.name == name }) { return true }
        case .parameterClause(let clause):
          if clause.parameters.contains(where: { ($0.secondName ?? $0.firstName).name == name }) { return true }
        case nil: break
        }
        if parent.as(ClosureExprSyntax.self)?.signature?.capture?.items.contains(where: { $0.name.name == name })
          == true
        {
          return true
        }
      case .functionDecl, .initializerDecl:
        let signature =
          parent.as(FunctionDeclSyntax.self)?.signature ?? parent.as(InitializerDeclSyntax.self)?.signature
        if signature?.parameterClause.parameters.contains(where: { ($0.secondName ?? $0.firstName).name == name })
          == true
        {
          return true
        }
      case .ifExpr:
        // A condition can only use the declarations of earlier conditions.
        let place = node.start
        if parent.as(IfExprSyntax.self)?.conditions.contains(where: { $0.end <= place && declares(Syntax($0), name) })
          == true
        {
          return true
        }
      case .whileStmt:
        if let node = parent.as(WhileStmtSyntax.self), declares(Syntax(node.conditions), name) { return true }
      case .forStmt: if let node = parent.as(ForStmtSyntax.self), declares(Syntax(node.pattern), name) { return true }
      case .switchCase:
        if let node = parent.as(SwitchCaseSyntax.self), declares(Syntax(node.label), name) { return true }
      case .catchClause: if name == "error" { return true }
      case .classDecl, .structDecl, .enumDecl, .actorDecl, .extensionDecl: return false
      default: break
      }
      current = parent
    }
    return false
  }

  private func declares(_ node: Syntax, _ name: String) -> Bool {
    node.tokens(viewMode: .sourceAccurate).contains {
      $0.isIdentifier && $0.name == name && $0.parent?.kind == .identifierPattern
    }
  }
}
