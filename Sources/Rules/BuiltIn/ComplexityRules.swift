// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import SwiftSource
import SwiftSyntax

struct CyclomaticComplexityRule: SyntaxRule {
  struct Options: RuleOptions {
    var limit = 10
    var ignoresCaseStatements = false

    static let descriptions = [
      RuleOption("limit", "The largest cyclomatic complexity of a function."),
      RuleOption("ignores_case_statements", "Whether the cases of a switch are not counted."),
    ]
  }

  static let description = RuleDescription(
    id: "cyclomatic_complexity", name: "Cyclomatic Complexity",
    summary: "A function with many branches has more paths than tests.",
    kind: .metrics,
    triggering: [
      Example("↓func run() {\n  if a { b() } else if c { d() }\n  for e in f { e() }\n}", options: ["limit": 3]),
      Example(
        "func outer() {\n  ↓func inner() {\n    while a {}\n    guard b else { return }\n  }\n  if c {}\n}",
        options: ["limit": 2]),
      Example("↓init() {\n  switch a {\n  case 1: b()\n  case 2: c()\n  default: d()\n  }\n}", options: ["limit": 3]),
    ],
    nonTriggering: [
      Example("func run() {\n  if a { b() }\n}", options: ["limit": 2]),
      Example(
        "func run() {\n  switch a {\n  case 1: b()\n  case 2: c()\n  default: d()\n  }\n}",
        options: ["limit": 1, "ignores_case_statements": true]),
      Example("func one() {\n  if a {}\n}\nfunc two() {\n  if a {}\n}", options: ["limit": 2]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    let decisions = decisions(in: file)
    return FunctionBody.all(in: file).compactMap { function in
      let complexity = 1 + decisions[function.node.id, default: 0]
      guard complexity > options.limit else { return nil }
      return Violation(
        function.range, "cyclomatic complexity is \(complexity), more than \(options.limit)")
    }
  }

  /// How many branches each function has itself, without those of the functions in it.
  private func decisions(in file: ParsedFile) -> [SyntaxIdentifier: Int] {
    var counts: [SyntaxIdentifier: Int] = [:]
    func count<Node: SyntaxProtocol>(_ type: Node.Type) {
      for node in file.nodes(type) {
        if let function = function(around: Syntax(node)) { counts[function, default: 0] += 1 }
      }
    }
    count(IfExprSyntax.self)
    count(GuardStmtSyntax.self)
    count(ForStmtSyntax.self)
    count(WhileStmtSyntax.self)
    count(RepeatStmtSyntax.self)
    count(CatchClauseSyntax.self)
    if !options.ignoresCaseStatements { count(SwitchCaseSyntax.self) }
    return counts
  }

  private func function(around node: Syntax) -> SyntaxIdentifier? {
    var parent = node.parent
    while let current = parent {
      switch current.kind {
      case .functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl: return current.id
      default: parent = current.parent
      }
    }
    return nil
  }
}

struct LargeTupleRule: SyntaxRule {
  struct Options: RuleOptions {
    var limit = 3

    static let descriptions = [RuleOption("limit", "The largest number of members of a tuple.", allowed: 2...100)]
  }

  static let description = RuleDescription(
    id: "large_tuple", name: "Large Tuple",
    summary: "A tuple with many members should be a named type.",
    kind: .metrics,
    triggering: [
      Example("var box: ↓(Int, Int, Int, Int)"),
      Example("func corner() -> ↓(x: Int, y: Int, z: Int) { (0, 0, 0) }", options: ["limit": 2]),
    ],
    nonTriggering: [
      Example("var point: (Int, Int, Int)"),
      Example("var run: (Int, Int, Int, Int) -> Void"),
      Example("let values = (1, 2, 3, 4)"),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(TupleTypeSyntax.self).compactMap { node in
      let count = node.elements.count
      guard count > options.limit else { return nil }
      return Violation(node, in: file, "tuple has \(count) members, more than \(options.limit); use a struct")
    }
  }
}
