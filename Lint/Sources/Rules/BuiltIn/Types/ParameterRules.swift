// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct UnusedParameterRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "unused_parameter", summary: "Name an unused parameter of a function `_`.", kind: .lint, swiftLint: .optIn,
    isCorrectable: true,
    triggering: [
      "func f(↓a: Int) {}", "func f(a ↓b: Int) { a() }", "struct A {\n  init(↓a: Int) {}\n}",
      "struct A {\n  subscript(↓a: Int) -> Int { 1 }\n}",
    ],
    nonTriggering: [
      "func f(a: Int) { b(a) }", "func f(_: Int) {}", "protocol A {\n  func f(a: Int)\n}",
      "func f(a: Int) { \"\\(a)\" }",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    var result: [Violation] = []
    /// - Parameter hasLabels: whether the only name of a parameter is its label too.
    func check(
      _ parameters: FunctionParameterListSyntax, _ body: Syntax?, _ attributes: AttributeListSyntax,
      hasLabels: Bool = true
    ) {
      guard let body, !parameters.isEmpty else { return }
      // An attribute such as a macro can read a parameter.
      let arguments = Set(attributes.all.flatMap { $0.arguments?.tokens(viewMode: .sourceAccurate).map(\.name) ?? [] })
      let range = file.range(of: body)
      for parameter in parameters {
        let name = parameter.secondName ?? parameter.firstName
        let isWrapped = !parameter.attributes.isEmpty
        guard name.isIdentifier, !file.variableUses.containParameter(name.name, isWrapped: isWrapped, in: range),
          !arguments.contains(name.name)
        else { continue }
        let hasLabel = hasLabels && parameter.secondName == nil
        let edit = hasLabel ? TextEdit.insert(" _", at: name.end) : TextEdit(name.range, "_")
        // A wrapper needs the name, and an isolated parameter has an effect without being read.
        let isCertain = !isWrapped && !parameter.type.bareText.contains("isolated")
        result.append(Violation(name, in: file, "unused parameter \(name.text)", edits: isCertain ? [edit] : []))
      }
    }
    for node in file.nodes(FunctionDeclSyntax.self) {
      check(
        node.signature.parameterClause.parameters, node.body.map { Syntax($0) }, node.attributes,
        hasLabels: node.name.isIdentifier)
    }
    for node in file.nodes(InitializerDeclSyntax.self) {
      check(node.signature.parameterClause.parameters, node.body.map { Syntax($0) }, node.attributes)
    }
    for node in file.nodes(ClosureExprSyntax.self) {
      result += node.unusedParameters(in: file) { "unused parameter \($0)" }
    }
    for node in file.nodes(SubscriptDeclSyntax.self) where !node.isInside([.protocolDecl]) {
      check(
        node.parameterClause.parameters, node.accessorBlock.map { Syntax($0) }, node.attributes, hasLabels: false)
    }
    return result
  }
}

struct FunctionDefaultParameterAtEndRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("Whether a first parameter `isolation` may have a default value.")
    var ignoreFirstIsolationInheritanceParameter = true
  }

  static let description = RuleDescription(
    id: "function_default_parameter_at_end", summary: "Write parameters with default values after those without.",
    kind: .idiomatic, swiftLint: .optIn,
    triggering: ["func f(↓a: Int = 1, b: Int) {}", "class A {\n  private init(a: Int = 1, ↓b: Int = 2, c: Int) {}\n}"],
    nonTriggering: [
      "func f(a: Int, b: Int = 1) {}", "func f(a: Int = 1, b: () -> Void) {}",
      "func f(a: isolated (any Actor)? = #isolation, b: Int) {}", "override func f(a: Int = 1, b: Int) {}",
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(FunctionDeclSyntax.self).flatMap { node in
      node.modifiers.contains(.override) ? [] : violations(in: node.signature, file)
    }
      + file.nodes(InitializerDeclSyntax.self).flatMap { node in
        node.modifiers.contains(.override) ? [] : violations(in: node.signature, file)
      }
  }

  private func violations(in signature: FunctionSignatureSyntax, _ file: ParsedFile) -> [Violation] {
    var parameters = Array(signature.parameterClause.parameters).filter { !isFunction($0.type) }
    if options.ignoreFirstIsolationInheritanceParameter, let first = parameters.first,
      first.defaultValue?.value.bareText == "#isolation"
    {
      parameters = parameters.filter { $0.id != first.id }
    }
    return zip(parameters, parameters.dropFirst()).filter { $0.defaultValue != nil && $1.defaultValue == nil }.map {
      Violation($0.0, in: file, "parameter with a default value before one without")
    }
  }

  private func isFunction(_ type: TypeSyntax) -> Bool {
    if let attributed = type.as(AttributedTypeSyntax.self) {
      return attributed.attributes.has("escaping") || isFunction(attributed.baseType)
    }
    if let optional = type.as(OptionalTypeSyntax.self) { return isFunction(optional.wrappedType) }
    if let tuple = type.as(TupleTypeSyntax.self), let only = tuple.elements.only {
      return isFunction(only.type)
    }
    return type.is(FunctionTypeSyntax.self)
  }
}

struct DiscouragedOptionalCollectionRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "discouraged_optional_collection", summary: "Use an empty collection instead of an optional one.",
    kind: .idiomatic, swiftLint: .optIn,
    triggering: [
      "var a: ↓[Int]?", "func f() -> ↓[Int: Int]? { nil }", "var a: ↓Set<Int>?", "var a: ↓Optional<[Int]>",
      "let a = ↓Optional<[Int]>()",
    ],
    nonTriggering: ["var a: [Int]", "var a: [Int?]", "var a: Optional<Int>"])

  func violations(in file: ParsedFile) -> [Violation] {
    var result = file.nodes(OptionalTypeSyntax.self).filter { isCollection($0.wrappedType) }.map {
      Violation($0, in: file, "optional collection; use an empty one")
    }
    for clause in file.nodes(GenericArgumentClauseSyntax.self) {
      guard let previous = clause.previousToken(viewMode: .sourceAccurate), previous.text == "Optional",
        let type = clause.arguments.only?.argument.as(TypeSyntax.self), isCollection(type)
      else { continue }
      result.append(Violation(previous, in: file, "optional collection; use an empty one"))
    }
    return result
  }

  private func isCollection(_ type: TypeSyntax) -> Bool {
    if type.is(ArrayTypeSyntax.self) || type.is(DictionaryTypeSyntax.self) { return true }
    return ["Array", "Dictionary", "Set"].contains(type.as(IdentifierTypeSyntax.self)?.name.text ?? "")
  }
}

struct DiscouragedOptionalBooleanRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "discouraged_optional_boolean",
    summary: "Use an enumeration instead of an optional `Bool`, so that each of its three values has a name.",
    kind: .idiomatic, swiftLint: .optIn,
    triggering: ["var a: ↓Bool?", "func f() -> ↓Optional<Bool> { nil }", "let a = ↓Optional.some(true)"],
    nonTriggering: ["var a: Bool", "var a: [Bool: Int]?", "let a = Optional.some(1)"])

  func violations(in file: ParsedFile) -> [Violation] {
    var result = file.nodes(OptionalTypeSyntax.self).filter {
      $0.wrappedType.as(IdentifierTypeSyntax.self)?.name.text == "Bool"
    }.map { Violation($0, in: file, "optional Boolean; use an enumeration") }
    for clause in file.nodes(GenericArgumentClauseSyntax.self) {
      guard let previous = clause.previousToken(viewMode: .sourceAccurate), previous.text == "Optional",
        clause.arguments.bareText == "Bool"
      else { continue }
      result.append(Violation(previous, in: file, "optional Boolean; use an enumeration"))
    }
    result += file.calls("some").filter { call in
      call.receiver?.identifier == "Optional" && call.arguments.count == 1
        && call.arguments.first?.expression.is(BooleanLiteralExprSyntax.self) == true
    }.map { Violation($0, in: file, "optional Boolean; use an enumeration") }
    return result
  }
}

struct DiscouragedNoneNameRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "discouraged_none_name",
    summary: "Do not name a case or a static member `none`: it can be mistaken for `Optional.none`.", kind: .idiomatic,
    swiftLint: .optIn,
    triggering: [
      "enum A {\n  case ↓none\n}", "struct A {\n  ↓static let none = A()\n}",
      "class A {\n  ↓class var none: A { A() }\n}",
    ],
    nonTriggering: [
      "enum A {\n  case nothing\n}", "struct A {\n  let none = 1\n}", "enum A {\n  case none(Int)\n}", "let none = 1",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    var result = file.nodes(EnumCaseElementSyntax.self).filter {
      $0.name.name == "none" && $0.parameterClause?.parameters.isEmpty ?? true
    }.map { Violation($0, in: file, "name none can be mistaken for Optional.none") }
    for node in file.nodes(VariableDeclSyntax.self) where node.modifiers.isStatic {
      guard node.bindings.contains(where: { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.name == "none" })
      else { continue }
      result.append(Violation(node, in: file, "name none can be mistaken for Optional.none"))
    }
    return result
  }
}

struct UnavailableFunctionRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "unavailable_function",
    summary: "Mark a function that is not implemented as unavailable, so that the compiler rejects calls of it.",
    kind: .idiomatic, swiftLint: .optIn,
    triggering: [
      "class A {\n  ↓func b() {\n    fatalError(\"c\")\n  }\n}",
      "class A {\n  required ↓init?(coder: NSCoder) {\n    fatalError(\"c\")\n  }\n}",
    ],
    nonTriggering: [
      "class A {\n  @available(*, unavailable)\n  func b() {\n    fatalError(\"c\")\n  }\n}",
      "func f() -> Never {\n  fatalError(\"a\")\n}", "func f() -> Int {\n  if a { return 1 }\n  fatalError(\"b\")\n}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(FunctionDeclSyntax.self).compactMap { node in
      guard isWrong(node.body, node.attributes), node.signature.returnClause?.type.bareText != "Never" else {
        return nil
      }
      return Violation(node.funcKeyword, in: file, "function only fails; mark it as unavailable")
    }
      + file.nodes(InitializerDeclSyntax.self).compactMap { node in
        guard isWrong(node.body, node.attributes) else { return nil }
        return Violation(node.initKeyword, in: file, "initializer only fails; mark it as unavailable")
      }
  }

  private func isWrong(_ body: CodeBlockSyntax?, _ attributes: AttributeListSyntax) -> Bool {
    guard let body,
      !attributes.all.contains(where: { $0.name == "available" && $0.bareText.contains("unavailable") })
    else { return false }
    let fails = body.statements.contains { item in
      guard let call = item.item.as(FunctionCallExprSyntax.self) else { return false }
      return ["abort", "fatalError", "preconditionFailure"].contains(call.calledExpression.identifier ?? "")
    }
    return fails && !body.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.return) }
  }
}

struct ImplicitlyUnwrappedOptionalRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("Which uses are reported.", choices: ["all", "all_except_iboutlets", "weak_except_iboutlets"])
    var mode = "all_except_iboutlets"
  }

  static let description = RuleDescription(
    id: "implicitly_unwrapped_optional",
    summary: "Avoid implicitly unwrapped optionals: each use is a force unwrap that is not visible.", kind: .idiomatic,
    swiftLint: .optIn,
    triggering: [
      "var label: ↓Label!", "func make() -> ↓Shape! { nil }",
      Example("@IBOutlet var label: ↓Label!", options: ["mode": "all"]),
    ],
    nonTriggering: ["var label: Label?", "@IBOutlet var label: Label!", "let isSame = left! == right!"])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(ImplicitlyUnwrappedOptionalTypeSyntax.self).filter { node in
      switch options.mode {
      case "all": true
      case "weak_except_iboutlets":
        !isOutlet(node) && node.enclosing(VariableDeclSyntax.self)?.modifiers.contains(.weak) == true
      default: !isOutlet(node)
      }
    }.map { Violation($0, in: file, "implicitly unwrapped optional; use an optional or an initial value") }
  }

  private func isOutlet(_ node: ImplicitlyUnwrappedOptionalTypeSyntax) -> Bool {
    let owner = node.nearest([.variableDecl, .codeBlockItem, .memberBlockItem])
    return owner?.as(VariableDeclSyntax.self)?.attributes.has("IBOutlet") == true
  }
}
