// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct MultilineArgumentsBracketsRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "multiline_arguments_brackets",
    summary: "Write the parentheses around arguments that span several lines on their own lines.", kind: .style,
    swiftLint: .optIn,
    triggering: ["f(↓a,\n  b\n)", "f(\n  a,\n  b↓)"],
    nonTriggering: ["f(a, b)", "f(\n  a,\n  b\n)", "f(a, {\n  b()\n})", "f([\n  a\n])"])

  func violations(of node: FunctionCallExprSyntax, in file: ParsedFile) -> [Violation] {
    guard let left = node.leftParen, let right = node.rightParen, let first = node.arguments.first,
      file.line(left) != file.line(right)
    else { return [] }
    func isBroken(_ token: TokenSyntax?) -> Bool { token.map { $0.leadingTrivia.containsNewline } ?? false }
    let isFirstBroken = first.firstToken(viewMode: .sourceAccurate).map { $0.leadingTrivia.containsNewline } ?? false
    let isAnyBroken = node.arguments.contains { isBroken($0.firstToken(viewMode: .sourceAccurate)) }
    let isRightBroken = isBroken(right)
    var result: [Violation] = []
    if !isFirstBroken && isAnyBroken || !isAnyBroken && isRightBroken {
      result.append(Violation(at: left.end, "arguments should begin on a new line"))
    }
    if !isRightBroken, isAnyBroken {
      result.append(Violation(at: right.start, "closing parenthesis should be on a new line"))
    }
    return result
  }
}

extension Trivia {
  var containsNewline: Bool { contains { $0.isNewline } }
}

struct MultilineLiteralBracketsRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "multiline_literal_brackets",
    summary: "Write the brackets around a literal that spans several lines on their own lines.", kind: .style,
    swiftLint: .optIn,
    triggering: ["let a = [↓1,\n  2\n]", "let a = [\n  1,\n  2↓]", "let a = [↓b: 1,\n  c: 2↓]"],
    nonTriggering: ["let a = [1, 2]", "let a = [\n  1,\n  2,\n]", "let a = [:]"])

  func violations(in file: ParsedFile) -> [Violation] {
    var result: [Violation] = []
    func check(_ left: TokenSyntax, _ first: Syntax?, _ last: Syntax?, _ right: TokenSyntax) {
      guard file.line(left) != file.line(right), let first, let last else { return }
      if file.line(first) == file.line(left) {
        result.append(Violation(first, in: file, "elements should begin on a new line"))
      }
      if file.endLine(last) == file.line(right) {
        result.append(Violation(right, in: file, "closing bracket should be on a new line"))
      }
    }
    for node in file.nodes(ArrayExprSyntax.self) {
      check(
        node.leftSquare, node.elements.first.map { Syntax($0) }, node.elements.last.map { Syntax($0) }, node.rightSquare
      )
    }
    for node in file.nodes(DictionaryExprSyntax.self) {
      guard case .elements(let elements) = node.content else { continue }
      check(node.leftSquare, elements.first.map { Syntax($0) }, elements.last.map { Syntax($0) }, node.rightSquare)
    }
    return result
  }
}

struct MultilineParametersRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("Whether all parameters may be on one line.") var allowsSingleLine = true
  }

  static let description = RuleDescription(
    id: "multiline_parameters", summary: "Write all parameters on one line, or each on a line of its own.",
    kind: .style, swiftLint: .optIn,
    triggering: [
      "func ↓f(a: Int,\n  b: Int, c: Int) {}", "class A {\n  ↓init(a: Int, b: Int,\n    c: Int) {}\n}",
      Example("func ↓f(a: Int, b: Int) {}", options: ["allows_single_line": false]),
    ],
    nonTriggering: ["func f(a: Int, b: Int) {}", "func f(a: Int,\n  b: Int,\n  c: Int) {}"])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    func check(_ parameters: FunctionParameterListSyntax, _ place: TokenSyntax) -> Violation? {
      guard parameters.count > 1 else { return nil }
      let lines = Set(parameters.map { file.line($0) })
      guard lines.count > (options.allowsSingleLine ? 1 : 0), lines.count != parameters.count else { return nil }
      return Violation(place, in: file, "parameters are neither on one line nor each on its own line")
    }
    return file.nodes(FunctionDeclSyntax.self).compactMap { check($0.signature.parameterClause.parameters, $0.name) }
      + file.nodes(InitializerDeclSyntax.self).compactMap {
        check($0.signature.parameterClause.parameters, $0.initKeyword)
      }
  }
}

struct MultilineParametersBracketsRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "multiline_parameters_brackets",
    summary: "Write the parentheses around parameters that span several lines on their own lines.", kind: .style,
    swiftLint: .optIn,
    triggering: [
      "func f(↓a: Int,\n  b: Int\n) {}", "func f(\n  a: Int,\n  b: Int↓) {}", "class A {\n  init(\n    a: Int↓) {}\n}",
    ],
    nonTriggering: [
      "func f(a: Int, b: Int) {}", "func f(\n  a: Int,\n  b: Int\n) {}", "func f(a: Int, b: [Int] = [\n  1\n]) {}",
      "let f = { (\n  a: Int) in }",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(FunctionDeclSyntax.self).flatMap { check($0.signature.parameterClause, after: $0.name, in: file) }
      + file.nodes(InitializerDeclSyntax.self).flatMap {
        check($0.signature.parameterClause, after: $0.initKeyword, in: file)
      }
      + file.nodes(SubscriptDeclSyntax.self).flatMap { check($0.parameterClause, after: $0.subscriptKeyword, in: file) }
  }

  private func check(
    _ clause: FunctionParameterClauseSyntax, after name: TokenSyntax, in file: ParsedFile
  ) -> [Violation] {
    let lineBreaks = file.line(clause.rightParen) - file.line(name)
    guard lineBreaks > 0 else { return [] }
    let ranges = clause.parameters.map { $0.firstName.start..<$0.lastNode.end }
    guard let first = ranges.first, let last = ranges.last,
      lineBreaks > ranges.reduce(0, { $0 + file.line(at: $1.upperBound) - file.line(at: $1.lowerBound) })
    else { return [] }
    var result: [Violation] = []
    if file.isBlank(clause.leftParen.end..<first.lowerBound) {
      result.append(Violation(first, "parameters should begin on a new line"))
    }
    if file.isBlank(last.upperBound..<clause.rightParen.start) {
      result.append(Violation(at: last.upperBound, "closing parenthesis should be on a new line"))
    }
    return result
  }
}

extension FunctionParameterSyntax {
  /// The last part, before the comma.
  fileprivate var lastNode: Syntax {
    defaultValue.map { Syntax($0) } ?? ellipsis.map { Syntax($0) } ?? Syntax(type)
  }
}

struct MultilineArgumentsRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("The place of the first argument.", choices: ["any_line", "same_line", "next_line"])
    var firstArgumentLocation = "any_line"
    @RuleOption("Whether arguments before a closure may share the first line.")
    var onlyEnforceAfterFirstClosureOnFirstLine = false
  }

  static let description = RuleDescription(
    id: "multiline_arguments", summary: "Write all arguments on one line, or each on a line of its own.", kind: .style,
    swiftLint: .optIn,
    triggering: [
      "f(a, ↓b,\n  c)", "f(\n  a, ↓b,\n  c\n)",
      Example("f(↓a,\n  b)", options: ["first_argument_location": "next_line"]),
    ],
    nonTriggering: [
      "f(a, b)", "f(\n  a,\n  b\n)", "f(a,\n  b)",
      Example("f(a, b, {\n}, {\n})", options: ["only_enforce_after_first_closure_on_first_line": true]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    file.multilineCalls.flatMap { node -> [Violation] in
      guard node.arguments.count > 1, let left = node.leftParen else { return [] }
      var arguments = Array(node.arguments)
      let callLine = file.line(left)
      if options.onlyEnforceAfterFirstClosureOnFirstLine {
        let index = arguments.firstIndex { $0.expression.is(ClosureExprSyntax.self) && file.line($0) == callLine }
        if let index { arguments = Array(arguments[index...]) }
      }
      var lines: Set<Int> = []
      var wrong: [LabeledExprSyntax] = []
      for (index, argument) in arguments.enumerated() {
        let line = file.line(argument)
        let isNew = lines.insert(line).inserted
        if index == 0 {
          if options.firstArgumentLocation == "next_line", line == callLine { wrong.append(argument) }
          if options.firstArgumentLocation == "same_line", line != callLine { wrong.append(argument) }
        } else if !isNew {
          wrong.append(argument)
        }
      }
      guard lines.count > 1 else { return [] }
      return wrong.map { Violation($0, in: file, "arguments are neither on one line nor each on its own line") }
    }
  }
}

struct VerticalParameterAlignmentRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "vertical_parameter_alignment", summary: "Align parameters that span several lines.", kind: .style,
    isOptIn: true,
    swiftLint: .on,
    triggering: ["func f(a: Int,\n  ↓b: Int) {}", "func f(\n  a: Int,\n   ↓b: Int) {}"],
    nonTriggering: [
      "func f(a: Int,\n       b: Int) {}", "func f(\n  a: Int,\n  b: Int\n) {}", "func f(a: Int, b: Int) {}",
    ])

  func violations(of node: FunctionParameterClauseSyntax, in file: ParsedFile) -> [Violation] {
    guard let first = node.parameters.first, node.parameters.count > 1 else { return [] }
    let column = file.column(first)
    var line = file.line(first)
    return node.parameters.dropFirst().compactMap { parameter in
      let current = file.line(parameter)
      defer { line = current }
      guard current > line, file.column(parameter) != column else { return nil }
      return Violation(parameter, in: file, "parameter is not aligned with the first")
    }
  }
}

struct VerticalParameterAlignmentOnCallRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "vertical_parameter_alignment_on_call", summary: "Align arguments that span several lines.", kind: .style,
    swiftLint: .optIn,
    triggering: ["f(a: 1,\n   ↓b: 2)", "f(a: 1, b: 2,\n   ↓c: 3)"],
    nonTriggering: ["f(a: 1,\n  b: 2)", "f(a: 1, b: 2)", "f(\n  a: 1,\n  b: 2\n)", "f(a: {\n}, b: 2)"])

  func violations(in file: ParsedFile) -> [Violation] {
    file.multilineCalls.flatMap { node -> [Violation] in
      guard node.arguments.count > 1, let first = node.arguments.first else { return [] }
      let firstLine = file.line(first)
      let column = file.column(first)
      var visited: Set<Int> = []
      var endLine = file.endLine(first)
      var wasClosure = isBracketed(first.expression)
      return node.arguments.dropFirst().compactMap { argument in
        defer {
          endLine = file.endLine(argument)
          wasClosure = isBracketed(argument.expression)
        }
        let line = file.line(argument)
        guard line > firstLine, visited.insert(line).inserted, !(wasClosure && line == endLine),
          file.column(argument) != column,
          line != endLine
        else { return nil }
        return Violation(argument, in: file, "argument is not aligned with the first")
      }
    }
  }

  private func isBracketed(_ expression: ExprSyntax) -> Bool {
    expression.is(ClosureExprSyntax.self) || expression.is(FunctionCallExprSyntax.self)
      || expression.is(ArrayExprSyntax.self)
  }
}

struct CollectionAlignmentRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("Whether the colons of a dictionary are aligned.") var alignColons = false
  }

  static let description = RuleDescription(
    id: "collection_alignment",
    summary: "Align the elements of an array or dictionary literal that spans several lines.", kind: .style,
    swiftLint: .optIn,
    triggering: ["let a = [\n  1,\n   ↓2,\n]", "let a = [\n  b: 1,\n ↓c: 2,\n]"],
    nonTriggering: ["let a = [\n  1,\n  2,\n]", "let a = [1, 2,\n  3]", "let a = [\n  1, 2,\n  3\n]"])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    var result: [Violation] = []
    func check(_ offsets: [Int]) {
      guard let first = offsets.first else { return }
      let column = file.text.lines.position(at: first).column
      var line = file.line(at: first)
      for place in offsets.dropFirst() {
        let position = file.text.lines.position(at: place)
        if position.line != line, position.column != column {
          result.append(Violation(at: place, "element is not aligned with the first"))
        }
        line = position.line
      }
    }
    for node in file.nodes(ArrayExprSyntax.self) where node.elements.count > 1 {
      let offsets = node.elements.map(\.start)
      if file.line(at: offsets[0]) != file.line(node.leftSquare) { check(offsets) }
    }
    for node in file.nodes(DictionaryElementListSyntax.self) where node.count > 1 {
      check(node.map { options.alignColons ? $0.colon.start : $0.key.start })
    }
    return result
  }
}
