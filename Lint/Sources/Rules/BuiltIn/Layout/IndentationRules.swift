// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct IndentationWidthRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("The number of spaces of one step; a tab is a step too.", allowed: 1...100) var indentationWidth = 4
    @RuleOption("Whether lines with nothing but a comment are checked.") var includeComments = true
    @RuleOption("Whether the lines of `#if`, `#elseif`, `#else` and `#endif` are checked.")
    var includeCompilerDirectives = true
    @RuleOption("Whether the text of multi-line strings is checked.") var includeMultilineStrings = true
  }

  static let description = RuleDescription(
    id: "indentation_width", summary: "Indent each line by at most one step more than the line before it.",
    kind: .style, swiftLint: .optIn,
    triggering: [
      "func f() {\n↓      a()\n}", "↓  let a = 1", "if a {\n    b()\n↓  c()\n}",
      Example("if a {\n  if b {\n↓   c()\n  }\n}", options: ["indentation_width": 2]),
    ],
    nonTriggering: [
      "func f() {\n    if a {\n        b()\n    }\n}", "func f() {\n\ta()\n}",
      Example("if a {\n  b()\n}", options: ["indentation_width": 2]),
      Example("if a {\n      // A remark.\n    b()\n}", options: ["include_comments": false]),
      Example("if a {\n  #if b\n    c()\n  #endif\n}", options: ["include_compiler_directives": false]),
      Example("let a = \"\"\"\n    b\n       c\n    \"\"\"", options: ["include_multiline_strings": false]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    let excluded = ExcludedLines(options, in: file)
    var result: [Violation] = []
    // The last indentation that was right, and those since then, which each were wrong or right after a wrong one;
    // each once, so that no file has more of them than different indentations.
    var accepted: [Int] = []
    var previous: Int?
    for line in 1...file.text.lines.count {
      let range = file.text.range(ofLine: line)
      let indentation = Indentation(of: file.text.bytes[range], width: options.indentationWidth)
      guard indentation.end < range.upperBound, excluded?.contains(range) != true else { continue }
      func report(_ message: String) { result.append(Violation(at: range.lowerBound, message)) }
      if indentation.isMixed { report("tabs and spaces in one indentation") }
      if let previous, !accepted.contains(where: { follows(indentation.spaces, after: $0) }) {
        report(message(indentation.spaces, after: previous))
      }
      if accepted.isEmpty, indentation.spaces > 0 { report("the first line should not be indented") }
      if let right = accepted.first, follows(indentation.spaces, after: right) {
        accepted.removeAll(keepingCapacity: true)
      }
      if !accepted.contains(indentation.spaces) { accepted.append(indentation.spaces) }
      previous = indentation.spaces
    }
    return result
  }

  /// Whether a line may be indented like this after another: one step more, or any number of steps less.
  private func follows(_ spaces: Int, after previous: Int) -> Bool {
    spaces == previous + options.indentationWidth
      || spaces <= previous && (previous - spaces) % options.indentationWidth == 0
  }

  private func message(_ spaces: Int, after previous: Int) -> String {
    let step = counted(options.indentationWidth, "space")
    return spaces > previous
      ? "indent by \(step) or one tab, not by \(counted(spaces - previous, "space"))"
      : "reduce the indentation by a multiple of \(step), not by \(counted(previous - spaces, "space"))"
  }
}

/// The spaces and tabs at the start of a line.
private struct Indentation {
  /// The offset after the spaces and tabs.
  let end: Int
  /// The width in spaces, with a step for each tab.
  let spaces: Int
  let isMixed: Bool

  init(of line: ArraySlice<UInt8>, width: Int) {
    var (end, tabs) = (line.startIndex, 0)
    while end < line.endIndex, line[end] == 0x20 || line[end] == 0x09 {
      if line[end] == 0x09 { tabs += 1 }
      end += 1
    }
    let blanks = end - line.startIndex - tabs
    self.end = end
    spaces = blanks + tabs * width
    isMixed = tabs > 0 && blanks > 0
  }
}

/// The lines that ``IndentationWidthRule`` does not check, by the kinds of their tokens.
private struct ExcludedLines {
  let options: IndentationWidthRule.Options
  let kinds: TokenKinds

  /// Returns nil if all lines are checked.
  init?(_ options: IndentationWidthRule.Options, in file: ParsedFile) {
    guard !options.includeComments || !options.includeCompilerDirectives || !options.includeMultilineStrings else {
      return nil
    }
    self.options = options
    kinds = TokenKinds(file)
  }

  func contains(_ line: Range<Int>) -> Bool {
    let entries = kinds.entries(in: line)
    guard let first = entries.first else { return false }
    if !options.includeCompilerDirectives, first.kind == "buildconfig.keyword" { return true }
    if !options.includeComments, entries.allSatisfy({ CommentKinds.all.contains($0.kind) }) { return true }
    // The closing quotes alone are indented like code.
    return !options.includeMultilineStrings && first.kind == "string" && first.range.lowerBound < line.lowerBound
      && (entries.count > 1 || line.upperBound < first.range.upperBound)
  }
}

struct ClosureEndIndentationRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "closure_end_indentation",
    summary: "Indent the closing brace of a closure like the line on which its call or argument begins.", kind: .style,
    swiftLint: .optIn, isCorrectable: true,
    triggering: [
      "names.map { name in\n  name.count\n  ↓}", "names.filter { !$0.isEmpty }\n  .map { name in\n    name.count\n↓}",
      "send(\n  to: a,\n  then: { b in\n    c(b)\n↓})", "names.forEach {\n  print($0) ↓}",
    ],
    nonTriggering: [
      "names.map { name in\n  name.count\n}", "names.filter { !$0.isEmpty }\n  .map { name in\n    name.count\n  }",
      "send(to: a, then: { b in\n  c(b)\n  })", "names.forEach { print($0) }", "let a = {\n  1\n  }()",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(FunctionCallExprSyntax.self).flatMap { node in
      let last = node.additionalTrailingClosures.last?.closure ?? node.trailingClosure
      return arguments(of: node, in: file) + check(last, of: node.calledExpression, in: file)
    }
      + file.nodes(SubscriptCallExprSyntax.self).flatMap { node in
        let last = node.additionalTrailingClosures.last?.closure ?? node.trailingClosure
        return check(last, of: node.calledExpression, in: file)
      }
  }

  /// Checks the last trailing closure of a call.
  private func check(_ closure: ClosureExprSyntax?, of called: ExprSyntax, in file: ParsedFile) -> [Violation] {
    guard let closure, file.line(closure.leftBrace) != file.line(closure.rightBrace) else { return [] }
    return check(closure.rightBrace, of: "call", from: memberLine(in: file.range(of: called), file), in: file)
  }

  /// Checks the closures among the arguments with labels, if the arguments begin on a line of their own.
  private func arguments(of node: FunctionCallExprSyntax, in file: ParsedFile) -> [Violation] {
    guard let left = node.leftParen, let first = node.arguments.first,
      node.arguments.contains(where: { $0.expression.is(ClosureExprSyntax.self) })
    else { return [] }
    let gap = file.text.bytes[left.end..<first.start]
    guard gap.contains(0x0a), gap.allSatisfy({ $0 <= 0x20 }) else { return [] }
    return node.arguments.flatMap { argument -> [Violation] in
      guard argument.label != nil, let closure = argument.expression.as(ClosureExprSyntax.self),
        file.line(closure.leftBrace) != file.line(closure.rightBrace)
      else { return [] }
      return check(closure.rightBrace, of: "argument", from: file.line(argument), in: file)
    }
  }

  private func check(_ brace: TokenSyntax, of owner: String, from line: Int, in file: ParsedFile) -> [Violation] {
    guard let edits = file.alignment(of: brace, withLine: line) else { return [] }
    return [Violation(brace, in: file, "closing brace is not indented like the start of its \(owner)", edits: edits)]
  }

  /// Returns the last line of a called expression that begins with a dot, as the calls of a chain do, or its first line.
  private func memberLine(in name: Range<Int>, _ file: ParsedFile) -> Int {
    let bytes = file.text.bytes
    let first = file.line(at: name.lowerBound)
    var line = file.line(at: name.upperBound - 1)
    while line > first {
      var start = file.indentEnd(ofLine: line)
      if start < name.upperBound, bytes[start] == UInt8(ascii: "}") { start += 1 }
      if start < name.upperBound, bytes[start] == UInt8(ascii: ".") { return line }
      line -= 1
    }
    return first
  }
}

struct LiteralExpressionEndIndentationRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "literal_expression_end_indentation",
    summary: "Indent the closing bracket of an array or dictionary like the line of its opening bracket.", kind: .style,
    swiftLint: .optIn, isCorrectable: true,
    triggering: [
      "let a = [\n  1,\n  2\n  ↓]", "let a = [\n  b: 1\n ↓]", "send([\n  1\n  ↓])",
      "let a = [\n  b {\n    1\n  }↓]",
    ],
    nonTriggering: [
      "let a = [\n  1,\n  2\n]", "let a = [\n  b: 1\n]", "let a = [1,\n  2\n  ]", "let a = [\n  1, 2]",
      "let a: [\n  Int\n  ] = []",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    var result: [Violation] = []
    func check(_ left: TokenSyntax, _ first: Int?, _ last: Int?, _ right: TokenSyntax) {
      guard let first, let last else { return }
      let line = file.line(left)
      guard file.line(at: first) > line, file.line(at: last) < file.line(right),
        let edits = file.alignment(of: right, withLine: line)
      else { return }
      result.append(Violation(right, in: file, "closing bracket is not indented like the opening line", edits: edits))
    }
    for node in file.nodes(ArrayExprSyntax.self) {
      check(node.leftSquare, node.elements.first?.start, node.elements.last?.start, node.rightSquare)
    }
    for node in file.nodes(DictionaryExprSyntax.self) {
      guard case .elements(let elements) = node.content else { continue }
      check(node.leftSquare, elements.first?.start, elements.last?.value.start, node.rightSquare)
    }
    return result
  }
}

extension ParsedFile {
  /// Returns the edits that begin a line with the token, indented like another line; `nil` if its column is right.
  fileprivate func alignment(of token: TokenSyntax, withLine line: Int) -> [TextEdit]? {
    let own = text.range(ofLine: self.line(token)).lowerBound..<token.start
    let indentation = text.range(ofLine: line).lowerBound..<indentEnd(ofLine: line)
    guard own.count != indentation.count else { return nil }
    // In a string, the indentation of a line can be part of the value.
    guard !token.isInside([.stringLiteralExpr]) else { return [] }
    let spaces = text.text(in: indentation)
    return [isBlank(own) ? TextEdit(own, spaces) : .insert("\n" + spaces, at: own.upperBound)]
  }
}
