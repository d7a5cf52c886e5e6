// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct TrailingClosureRule: NodeRule {
  struct Options: RuleOptions {
    @RuleOption("Whether to report only a single argument without a label.") var onlySingleMutedParameter = false
  }

  static let description = RuleDescription(
    id: "trailing_closure", summary: "Use a trailing closure for the last argument.", kind: .style, swiftLint: .optIn,
    isCorrectable: true,
    triggering: [
      "a.map(↓{ $0 })", "run(a, b: ↓{ c() })", "switch a.map(↓{ $0 }) { default: break }",
      Example("a.map(↓{ $0 })", options: ["only_single_muted_parameter": true]),
    ],
    nonTriggering: [
      "a.map { $0 }", "run(a: { b() }, c: { d() })", "if a.map({ $0 }) {}", "run({ a() }, b)",
      Example("run(a: { b() })", options: ["only_single_muted_parameter": true]),
    ])

  let options: Options

  func violation(of node: FunctionCallExprSyntax, in file: ParsedFile) -> Violation? {
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
    let place = place(of: node)
    guard place != .condition else { return nil }
    var edits: [TextEdit] = []
    let tail = closure.end..<right.end
    let start = node.arguments.count == 1 ? left : last.previousToken(viewMode: .sourceAccurate) ?? left
    let isWithoutComments = !file.hasComment(start.end..<closure.start) && !file.hasComment(tail)
    if place == .elsewhere, isWithoutComments, isCertain(last, of: node, in: file) {
      let isOnly = node.arguments.count == 1
      edits = [TextEdit(start.start..<closure.start, isOnly ? " " : ") "), .remove(tail)]
    }
    return Violation(closure, in: file, "closure should follow the parentheses", edits: edits)
  }

  /// Labels of the standard library's functions with one closure.
  private static let labels: Set<String> = ["where", "by", "while", "into", "uniquingKeysWith", "whereSeparator"]

  /// Whether the closure is for the same parameter without its label. With default values, a trailing closure can be for
  /// an earlier parameter.
  private func isCertain(_ argument: LabeledExprSyntax, of call: FunctionCallExprSyntax, in file: ParsedFile) -> Bool {
    // The closure would be an argument of the call whose result is called.
    guard !call.calledExpression.is(FunctionCallExprSyntax.self) else { return false }
    guard let label = argument.label?.text else { return true }
    return Self.labels.contains(label) && call.receiver != nil && !file.localNames.all.contains(call.lastName)
  }
}

extension TrailingClosureRule {
  /// The place of a call in a statement.
  private enum Place {
    case elsewhere
    /// In a condition or the sequence of a loop, where the brace of a trailing closure would begin the body.
    case condition
    /// In another head. Moving the closure there changes the code, or depends on its parentheses.
    case otherHead
  }

  private func place(of node: FunctionCallExprSyntax) -> Place {
    var child = Syntax(node)
    while let parent = child.parent {
      switch parent.kind {
      case .conditionElementList: return .condition
      case .forStmt: return parent.as(ForStmtSyntax.self)?.sequence.id == child.id ? .condition : .elsewhere
      case .switchExpr: return parent.as(SwitchExprSyntax.self)?.subject.id == child.id ? .otherHead : .elsewhere
      case .repeatStmt: return parent.as(RepeatStmtSyntax.self)?.condition.id == child.id ? .otherHead : .elsewhere
      case .whereClause, .catchItem: return .otherHead
      case .codeBlockItem, .memberBlockItem: return .elsewhere
      default: child = parent
      }
    }
    return .elsewhere
  }
}

struct PreferKeyPathRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("Whether only functions such as `map` and `filter` are checked.") var restrictToStandardFunctions = true
  }

  static let description = RuleDescription(
    id: "prefer_key_path", summary: "Use a key path instead of a closure that only reads a property.", kind: .idiomatic,
    swiftLint: .optIn, isCorrectable: true,
    triggering: [
      "a.map ↓{ $0.b }", "a.filter(↓{ $0.b.c })", "a.first ↓{ $0.b }?.c", "a.contains(where: ↓{ (b) in b.c })",
      "a.map ↓{ $0 }", "a.filter ↓{ $0.isEmpty }",
      Example("run ↓{ $0.b }", options: ["restrict_to_standard_functions": false]),
    ],
    nonTriggering: ["a.map(\\.b)", "a.map { $0.b() }", "run { $0.b }", "a.map { $0.b + 1 }", "a.map { $0?.b }"])

  private static let functions: Set<String> = [
    "allSatisfy", "contains", "filter", "first", "flatMap", "map", "compactMap", "drop", "partition", "prefix", "last",
  ]

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    lazy var usable = propertiesWithKeyPath(in: file)
    return file.nodes(ClosureExprSyntax.self).compactMap { node in
      guard node.statements.count == 1, let path = path(of: node), let call = call(of: node) else { return nil }
      if options.restrictToStandardFunctions {
        guard Self.functions.contains(call.lastName),
          call.arguments.count + (call.trailingClosure == nil ? 0 : 1) == 1, call.additionalTrailingClosures.isEmpty
        else { return nil }
      } else if call.additionalTrailingClosures.isEmpty == false || call.calledExpression.id == ExprSyntax(node).id {
        return nil
      }
      let names = path.dropFirst(2).split(separator: ".").map(String.init)
      var edits =
        isCertain(path, call, node, in: file) && usable.isSuperset(of: names) ? [TextEdit(node.range, path)] : []
      if call.trailingClosure?.id == node.id {
        let labels = [
          "first": "where: ", "contains": "where: ", "last": "where: ", "drop": "while: ", "prefix": "while: ",
          "partition": "by: ",
        ]
        guard call.leftParen == nil else { return Violation(node, in: file, "use a key path instead of a closure") }
        let gap = call.calledExpression.end..<node.start
        let label = labels[call.lastName] ?? ""
        edits =
          edits.isEmpty || file.hasComment(gap) ? [] : [TextEdit(gap.lowerBound..<node.end, "(\(label)\(path))")]
      }
      return Violation(
        node, in: file, "use a key path instead of a closure", edits: options.restrictToStandardFunctions ? edits : [])
    }
  }

  /// Whether the key path can be used as the function, which tells the compiler less about the type of the result.
  private func isCertain(
    _ path: String, _ call: FunctionCallExprSyntax, _ closure: ClosureExprSyntax, in file: ParsedFile
  ) -> Bool {
    path != "\\.self" && call.lastName != "compactMap" && call.lastName != "flatMap" && !closure.isInMacro
      && !file.localNames.all.contains(call.lastName) && !file.hasInnerComment(closure)
  }

  /// Properties of the standard library's types.
  private static let properties: Set<String> = [
    "count", "description", "element", "first", "isEmpty", "isLetter", "isLowercase", "isNewline", "isNumber",
    "isUppercase", "isWhitespace", "key", "last", "lowerBound", "magnitude", "offset", "rawValue", "upperBound", "utf8",
    "value",
  ]

  /// The names that certainly are those of properties with a key path. Methods, static members, and properties that
  /// throw, wait or are isolated have none.
  private func propertiesWithKeyPath(in file: ParsedFile) -> Set<String> {
    var names = Self.properties
    var others = Set(file.nodes(FunctionDeclSyntax.self).map(\.name.name))
    for variable in file.nodes(VariableDeclSyntax.self) where variable.parent?.kind == .memberBlockItem {
      let type = TypeDeclaration.around(variable)
      let isIsolated =
        type?.node.kind == .actorDecl || type?.attributes.hasGlobalActor == true || variable.attributes.hasGlobalActor
      for binding in variable.bindings {
        var hasEffects = false
        if case .accessors(let accessors) = binding.accessorBlock?.accessors {
          hasEffects = accessors.contains { $0.effectSpecifiers != nil }
        }
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.name ?? ""
        if isIsolated || hasEffects || variable.modifiers.isStatic { others.insert(name) } else { names.insert(name) }
      }
    }
    return names.subtracting(others)
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

struct RedundantSelfInClosureRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "redundant_self_in_closure",
    summary: "Leave out `self.` in a closure that captures `self` explicitly or does not escape.", kind: .style,
    swiftLint: .optIn, isCorrectable: true,
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
        isRedundant(node), !file.localNames.hide(node.declName.baseName.name, at: node),
        !file.localNames.hide("self", at: node)
      else { return nil }
      return Violation(
        node, in: file, "unnecessary self in a closure",
        edits: isCertain(node, in: file) ? [.remove(base.start..<node.declName.start)] : [])
    }
  }

  private func isRedundant(_ node: MemberAccessExprSyntax) -> Bool {
    guard let closure = closures(around: node).first,
      let type = closure.nearest([.structDecl, .enumDecl, .classDecl, .actorDecl, .extensionDecl, .protocolDecl]),
      closure.isInside([.functionCallExpr], before: [type.kind])
    else { return false }
    if type.kind == .structDecl || type.kind == .enumDecl { return true }
    // A closure that is called at once needs self if a closure around it does.
    for closure in closures(around: node) where !isCalledAtOnce(closure) { return captures(closure) }
    return true
  }

  /// The closures around the node, innermost first. An expression in a capture list is outside the closure.
  private func closures(around node: MemberAccessExprSyntax) -> [ClosureExprSyntax] {
    var closures: [ClosureExprSyntax] = []
    var child = Syntax(node)
    while let parent = child.parent {
      switch parent.kind {
      case .closureExpr:
        if child.kind != .closureSignature, let closure = parent.as(ClosureExprSyntax.self) { closures.append(closure) }
      case .memberBlock: return closures
      default: break
      }
      child = parent
    }
    return closures
  }

  private func isCalledAtOnce(_ closure: ClosureExprSyntax) -> Bool {
    closure.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == ExprSyntax(closure).id
  }

  private func captures(_ closure: ClosureExprSyntax) -> Bool {
    let capture = closure.signature?.capture?.items.first { $0.name.tokenKind == .keyword(.self) }
    guard let capture else { return false }
    return capture.specifier == nil || capture.specifier?.specifier.tokenKind == .keyword(.weak)
  }

  /// Whether a function is between the node and the closure, in a type that can be a class.
  private func isInLocalFunctionOfClass(_ node: MemberAccessExprSyntax) -> Bool {
    guard let type = TypeDeclaration.around(node), type.node.kind != .structDecl, type.node.kind != .enumDecl else {
      return false
    }
    return node.isInside([.functionDecl], before: [.closureExpr])
  }

  /// Names with another meaning at the start of an expression or statement.
  private static let keywords: Set<String> = [
    "actor", "any", "async", "await", "borrow", "consume", "convenience", "copy", "didSet", "discard", "distributed",
    "dynamic", "each", "final", "get", "indirect", "infix", "isolated", "lazy", "left", "macro", "mutating",
    "nonisolated", "nonmutating", "open", "operator", "optional", "override", "package", "postfix", "precedencegroup",
    "prefix", "required", "right", "set", "some", "then", "unowned", "unsafe", "weak", "willSet", "yield",
  ]

  private func isCertain(_ node: MemberAccessExprSyntax, in file: ParsedFile) -> Bool {
    let name = node.declName.baseName
    // `let` in a pattern would declare the name.
    return name.isIdentifier && !Self.keywords.contains(name.text) && !node.isInMacro
      && !node.isInside([.valueBindingPattern], before: [.codeBlockItem, .closureExpr])
      && !file.hasComment(node.start..<node.declName.start) && !isInLocalFunctionOfClass(node)
      && TypeDeclaration.around(node)?.attributes.has("dynamicMemberLookup") != true
  }
}
