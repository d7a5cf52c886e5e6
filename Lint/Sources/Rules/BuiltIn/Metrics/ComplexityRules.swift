// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct CyclomaticComplexityRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption(maximum: "cyclomatic complexity of a function") var warning = 10
    @RuleOption(errorAbove: "cyclomatic complexity of a function") var error = 0
    @RuleOption("Whether the cases of a switch are not counted.") var ignoresCaseStatements = false
  }

  static let description = RuleDescription(
    id: "cyclomatic_complexity",
    summary: "Keep the number of branches in a function small: each one is a path to understand and to test.",
    kind: .metrics,
    swiftLint: .init(isOn: true, options: ["error": 20]),
    triggering: [
      Example("↓func run() {\n  if a { b() } else if c { d() }\n  for e in f { e() }\n}", options: ["warning": 2]),
      Example(
        "func outer() {\n  ↓func inner() {\n    while a {}\n    guard b else { return }\n  }\n  if c {}\n}",
        options: ["warning": 1]),
      Example("↓init() {\n  switch a {\n  case 1: b()\n  case 2: c()\n  default: d()\n  }\n}", options: ["warning": 2]),
    ],
    nonTriggering: [
      Example("func run() {\n  if a { b() }\n}", options: ["warning": 1]),
      Example(
        "func run() {\n  switch a {\n  case 1: b()\n  case 2: c()\n  default: d()\n  }\n}",
        options: ["warning": 1, "ignores_case_statements": true]),
      Example("func one() {\n  if a {}\n}\nfunc two() {\n  if a {}\n}", options: ["warning": 1]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    let counts = branches(in: file)
    guard !counts.isEmpty else { return [] }
    let limits = Limits(warning: options.warning, error: options.error)
    func check(_ node: some SyntaxProtocol, _ keyword: TokenSyntax) -> Violation? {
      let complexity = counts[node.id, default: 0]
      guard let excess = limits.excess(of: complexity) else { return nil }
      return Violation(
        keyword.start..<node.end, "cyclomatic complexity is \(complexity), more than \(excess.limit)",
        severity: excess.severity)
    }
    return file.nodes(FunctionDeclSyntax.self).compactMap { check($0, $0.funcKeyword) }
      + file.nodes(InitializerDeclSyntax.self).compactMap { check($0, $0.initKeyword) }
  }

  /// The number of branches of each function, without those of nested functions.
  private func branches(in file: ParsedFile) -> [SyntaxIdentifier: Int] {
    var counts: [SyntaxIdentifier: Int] = [:]
    func count<Node: SyntaxProtocol>(_ type: Node.Type, _ value: Int = 1) {
      for node in file.nodes(type) {
        guard let function = node.nearest([.functionDecl, .initializerDecl]) else { continue }
        counts[function.id, default: 0] += value
      }
    }
    count(IfExprSyntax.self)
    count(GuardStmtSyntax.self)
    count(ForStmtSyntax.self)
    count(WhileStmtSyntax.self)
    count(RepeatStmtSyntax.self)
    count(CatchClauseSyntax.self)
    guard !options.ignoresCaseStatements else { return counts }
    count(SwitchCaseSyntax.self)
    count(FallThroughStmtSyntax.self, -1)
    return counts
  }
}

struct LargeTupleRule: NodeRule {
  struct Options: RuleOptions {
    @RuleOption(maximum: "number of members of a tuple", allowed: 1...100) var warning = 3
    @RuleOption(errorAbove: "number of members of a tuple") var error = 0
  }

  static let description = RuleDescription(
    id: "large_tuple", summary: "Replace a tuple with many members with a structure.", kind: .metrics,
    swiftLint: .init(isOn: true, options: ["warning": 2, "error": 3]),
    triggering: [
      "var box: ↓(Int, Int, Int, Int)",
      Example("func corner() -> ↓(x: Int, y: Int, z: Int) { (0, 0, 0) }", options: ["warning": 2]),
    ],
    nonTriggering: ["var point: (Int, Int, Int)", "var run: (Int, Int, Int, Int) -> Void", "let values = (1, 2, 3, 4)"])

  let options: Options

  func violation(of node: TupleTypeSyntax, in file: ParsedFile) -> Violation? {
    let count = node.elements.count
    guard let excess = Limits(warning: options.warning, error: options.error).excess(of: count) else { return nil }
    return Violation(
      node, in: file, "tuple has \(count) members, more than \(excess.limit); use a struct",
      severity: excess.severity)
  }
}

struct FunctionParameterCountRule: NodeRule {
  struct Options: RuleOptions {
    @RuleOption(maximum: "number of parameters of a function", allowed: 1...100) var warning = 5
    @RuleOption(errorAbove: "number of parameters of a function") var error = 0
    @RuleOption("Whether parameters with a default value are not counted.") var ignoresDefaultParameters = true
  }

  static let description = RuleDescription(
    id: "function_parameter_count",
    summary: "Keep the number of parameters small: calls with many arguments are easy to get wrong.",
    kind: .metrics, isOptIn: true, swiftLint: .init(isOn: true, options: ["error": 8]),
    triggering: [
      Example("↓func draw(x: Int, y: Int, z: Int) {}", options: ["warning": 2]),
      Example(
        "private ↓func draw(x: Int, y: Int = 0) {}", options: ["warning": 1, "ignores_default_parameters": false]),
      Example("↓func draw(x: Int, y: Int) {}", options: ["warning": 9, "error": 1]),
    ],
    nonTriggering: [
      Example("func draw(x: Int, y: Int = 0) {}", options: ["warning": 1]),
      Example("init(x: Int, y: Int, z: Int) {}\nsubscript(x: Int, y: Int) -> Int { 0 }", options: ["warning": 1]),
      Example("override func draw(x: Int, y: Int) {}", options: ["warning": 1]),
    ])

  let options: Options

  func violation(of node: FunctionDeclSyntax, in file: ParsedFile) -> Violation? {
    let parameters = node.signature.parameterClause.parameters
    let limits = Limits(warning: options.warning, error: options.error)
    guard parameters.count > limits.lowest, !node.modifiers.contains(.override) else { return nil }
    let count =
      options.ignoresDefaultParameters ? Array(parameters).filter { $0.defaultValue == nil }.count : parameters.count
    guard let excess = limits.excess(of: count) else { return nil }
    return Violation(
      node.funcKeyword, in: file, "function has \(count) parameters, more than \(excess.limit)",
      severity: excess.severity)
  }
}

struct EnumCaseAssociatedValuesCountRule: NodeRule {
  struct Options: RuleOptions {
    @RuleOption("The smallest number of associated values that is reported.", allowed: 1...100) var warning = 5
    @RuleOption("The smallest number of associated values that is an error; 0 for none.", allowed: 0...100)
    var error = 0
  }

  static let description = RuleDescription(
    id: "enum_case_associated_values_count", summary: "Replace a large number of associated values with a structure.",
    kind: .metrics, swiftLint: .init(isOn: false, options: ["error": 6]),
    triggering: [
      "enum Shape {\n  case ↓box(Int, Int, Int, Int, Int)\n}",
      Example("enum Shape {\n  case a, ↓b(x: Int, y: Int)\n}", options: ["warning": 2]),
    ],
    nonTriggering: [
      "enum Shape {\n  case box(Int, Int, Int, Int)\n}",
      Example("enum Shape {\n  case line, point\n}", options: ["warning": 1]),
    ])

  let options: Options

  func violation(of node: EnumCaseElementSyntax, in file: ParsedFile) -> Violation? {
    guard let count = node.parameterClause?.parameters.count, count >= options.warning else { return nil }
    let isError = options.error > 0 && count >= options.error
    return Violation(
      node, in: file, "enum case has \(count) associated values; use a struct", severity: isError ? .error : nil)
  }
}

struct NestingRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("The maximum nesting depth of a type.", allowed: 0...100) var typeLevelWarning = 1
    @RuleOption("The maximum nesting depth of a type that is not an error; 0 for no limit.", allowed: 0...100)
    var typeLevelError = 0
    @RuleOption("The maximum nesting depth of a function.", allowed: 0...100) var functionLevelWarning = 2
    @RuleOption("The maximum nesting depth of a function that is not an error; 0 for no limit.", allowed: 0...100)
    var functionLevelError = 0
    @RuleOption("Whether to check inside closures, `if` and `switch`; other statements are always checked.")
    var checkNestingInClosuresAndStatements = true
    @RuleOption("Whether a type may be declared directly in a function at any depth; type aliases are not types here.")
    var alwaysAllowOneTypeInFunctions = false
    @RuleOption("Whether type aliases and associated types do not count.")
    var ignoreTypealiasesAndAssociatedtypes = false
  }

  static let description = RuleDescription(
    id: "nesting", summary: "Avoid deeply nested types and functions: they are hard to find.", kind: .metrics,
    isOptIn: true,
    swiftLint: .on,
    triggering: [
      "struct A {\n  struct B {\n    ↓struct C {}\n  }\n}",
      "func a() {\n  func b() {\n    func c() {\n      ↓func d() {}\n    }\n  }\n}",
      "enum A {\n  enum B {\n    ↓typealias C = Int\n  }\n}",
      Example(
        "struct A {\n  struct B {\n    func c() {\n      for d in e {\n        ↓struct F {}\n      }\n    }\n  }\n}",
        options: ["check_nesting_in_closures_and_statements": false]),
      Example(
        "struct A {\n  struct B {\n    func c() {\n      ↓typealias D = Int\n      struct E {\n        ↓struct F {}\n      }\n    }\n  }\n}",
        options: ["always_allow_one_type_in_functions": true]),
    ],
    nonTriggering: [
      Example(
        "struct A {\n  struct B {\n    func c() {\n      if d { struct E {} }\n      f { struct G {} }\n    }\n  }\n}",
        options: ["check_nesting_in_closures_and_statements": false]),
      Example(
        "extension A {\n  struct B {\n    func c() {\n      struct D {}\n    }\n  }\n}",
        options: ["always_allow_one_type_in_functions": true]),
      "struct A {\n  struct B {}\n}", "func a() {\n  func b() {\n    func c() {}\n  }\n}",
      Example(
        "enum A {\n  enum B {\n    typealias C = Int\n  }\n}", options: ["ignore_typealiases_and_associatedtypes": true]
      ),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    var nodes: [(node: Syntax, keyword: TokenSyntax)] = TypeDeclaration.all(in: file).map { ($0.node, $0.keyword) }
    if !options.ignoreTypealiasesAndAssociatedtypes {
      nodes += file.nodes(TypeAliasDeclSyntax.self).map { (Syntax($0), $0.typealiasKeyword) }
      nodes += file.nodes(AssociatedTypeDeclSyntax.self).map { (Syntax($0), $0.associatedtypeKeyword) }
    }
    let types = Limits(warning: options.typeLevelWarning, error: options.typeLevelError)
    let functions = Limits(warning: options.functionLevelWarning, error: options.functionLevelError)
    return nodes.compactMap { violation($0.node, $0.keyword, types, isFunction: false, in: file) }
      + file.nodes(FunctionDeclSyntax.self).compactMap {
        violation(Syntax($0), $0.funcKeyword, functions, isFunction: true, in: file)
      }
  }

  private func violation(
    _ node: Syntax, _ keyword: TokenSyntax, _ limits: Limits, isFunction: Bool, in file: ParsedFile
  ) -> Violation? {
    var level = 0
    var isInnermost = true
    for current in node.ancestors.dropFirst() {
      let isType = SyntaxKind.typesAndExtensions.contains(current.kind)
      if isType || current.kind == .functionDecl {
        if isInnermost, !isType, node.kind != .functionDecl, node.kind != .typeAliasDecl,
          options.alwaysAllowOneTypeInFunctions
        {
          return nil
        }
        isInnermost = false
        if isType != isFunction { level += 1 }
      } else if !options.checkNestingInClosuresAndStatements, isStatement(current) {
        return nil
      }
    }
    guard let excess = limits.excess(of: level) else { return nil }
    let subject = isFunction ? "function" : "type"
    return Violation(
      keyword, in: file, "\(subject) is nested \(level) levels deep, more than \(excess.limit)",
      severity: excess.severity)
  }

  private func isStatement(_ node: Syntax) -> Bool { node.kind == .closureExpr || node.kind == .expressionStmt }
}
