// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct VerticalWhitespaceRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("The maximum number of successive empty lines.") var maxEmptyLines = 1
  }

  static let description = RuleDescription(
    id: "vertical_whitespace", summary: "Separate code with one empty line at most.", kind: .style, swiftLint: .on,
    isCorrectable: true,
    triggering: [
      "let a = 1\n\n↓\nlet b = 2", "struct A {\n\n  \n↓\n}", Example("\n\n\n↓\na()", options: ["max_empty_lines": 2]),
    ],
    nonTriggering: [
      "let a = 1\n\nlet b = 2", "let a = \"\"\"\n\n\n  b\n  \"\"\"", "/*\n\n\n*/\nlet a = 1",
      Example("\n\na()", options: ["max_empty_lines": 2]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    BlankLines.runs(in: file).compactMap { run in
      guard run.count > options.maxEmptyLines else { return nil }
      // The last line stays, as in SwiftLint: what it consists of can differ from the others.
      let last = options.maxEmptyLines > 0 ? run.upperBound - 2 : run.upperBound - 1
      let edit = file.text.removal(ofLines: (last - (run.count - options.maxEmptyLines) + 1)...last)
      return Violation(
        at: file.text.lines.range(ofLine: run.upperBound - 1).lowerBound,
        "more than \(options.maxEmptyLines) empty lines", edits: [edit])
    }
  }
}

struct TrailingNewlineRule: PlainRule, TextRule {
  static let description = RuleDescription(
    id: "trailing_newline", summary: "End a file with exactly one newline.", kind: .style, swiftLint: .on,
    isCorrectable: true,
    triggering: ["↓let a = 1", "let a = 1\n↓\n"],
    nonTriggering: ["let a = 1\n", ""])

  func violations(in text: SourceText) -> [Violation] {
    var end = text.bytes.count
    while end > 0, text.bytes[end - 1] == 0x0a || text.bytes[end - 1] == 0x0d { end -= 1 }
    let newlines = text.bytes[end...].filter { $0 == 0x0a }.count
    guard !text.bytes.isEmpty, newlines != 1 else { return [] }
    let line = text.lines.range(ofLine: text.lines.count)
    return [
      Violation(
        line.lowerBound..<text.bytes.count,
        newlines == 0 ? "missing newline at the end of the file" : "empty lines at the end of the file",
        edits: [TextEdit(end..<text.bytes.count, "\n")])
    ]
  }
}

struct LeadingWhitespaceRule: PlainRule, TextRule {
  static let description = RuleDescription(
    id: "leading_whitespace", summary: "Begin a file without whitespace.", kind: .style, swiftLint: .on,
    isCorrectable: true,
    triggering: ["↓\nlet a = 1\n", "↓ // A.\n"],
    nonTriggering: ["let a = 1\n", "// A.\n\nlet a = 1\n"])

  func violations(in text: SourceText) -> [Violation] {
    let end = text.bytes.firstIndex { ![0x20, 0x09, 0x0a, 0x0d].contains($0) } ?? text.bytes.count
    guard end > 0 else { return [] }
    return [Violation(0..<end, "whitespace at the beginning of the file", edits: [.remove(0..<end)])]
  }
}

/// Lines that are empty or consist of white space, outside strings and comments.
enum BlankLines {
  /// The runs of blank lines, as 1-based numbers of lines.
  static func runs(in file: ParsedFile) -> [Range<Int>] {
    let runs = file.blankRuns
    guard !runs.isEmpty else { return [] }
    // Sorted, so that no span is inserted before others.
    let hidden = RangeSet(
      file.multilineSpans.sorted { $0.lowerBound < $1.lowerBound }.map { $0.lowerBound + 1..<$0.upperBound + 1 })
    return runs.filter { !hidden.contains($0.lowerBound) }
  }
}

extension ParsedFile {
  /// The lines of multi-line strings and of block comments that span several lines.
  var multilineSpans: [ClosedRange<Int>] {
    var spans: [ClosedRange<Int>] = []
    for node in nodes(StringLiteralExprSyntax.self) where node.openingQuote.tokenKind == .multilineStringQuote {
      spans.append(line(node)...max(line(node), endLine(node)))
    }
    for comment in comments where comment.kind == .block || comment.kind == .documentationBlock {
      let first = line(at: comment.range.lowerBound)
      let last = line(at: comment.range.upperBound)
      if last > first { spans.append(first...last) }
    }
    return spans
  }
}

struct LetVarWhitespaceRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "let_var_whitespace", name: "Variable Declaration Whitespace",
    summary: "Separate variable declarations from other statements with an empty line.", kind: .style,
    swiftLint: .optIn,
    triggering: [
      "let a = 1\n↓b()", "struct A {\n  let b = 1\n  ↓func c() {}\n}", "struct A {\n  func b() {}\n  ↓var c = 1\n}",
    ],
    nonTriggering: [
      "let a = 1\n\nb()", "let a = 1\nvar b = 2", "func f() {\n  let a = 1\n  b(a)\n}",
      "struct A {\n  func b() {}\n  func c() {}\n}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    var result: [Violation] = []
    for list in file.nodes(MemberBlockItemListSyntax.self) { check(list.map { Syntax($0.decl) }, &result, in: file) }
    for list in file.nodes(CodeBlockItemListSyntax.self)
    where list.parent?.kind == .sourceFile
      || (list.parent?.kind == .ifConfigClause
        && !list.isInside([.codeBlock, .closureExpr, .accessorBlock, .switchCase]))
    {
      check(list.map { Syntax($0.item) }, &result, in: file)
    }
    return result
  }

  private func check(_ nodes: [Syntax], _ result: inout [Violation], in file: ParsedFile) {
    for (node, next) in zip(nodes, nodes.dropFirst()) {
      guard let isVariable = isVariable(node), let isNextVariable = self.isVariable(next), isVariable != isNextVariable,
        file.line(at: next.start) < file.line(at: node.end) + 2
      else { continue }
      result.append(Violation(next, in: file, "missing empty line between variables and other statements"))
    }
  }

  /// - Returns: nil for a node that needs no empty line on either side.
  private func isVariable(_ node: Syntax) -> Bool? {
    switch node.kind {
    case .variableDecl: true
    case .importDecl, .macroExpansionDecl, .macroExpansionExpr, .enumCaseDecl: nil
    default: false
    }
  }
}
