// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import SwiftSource
import SwiftSyntax

struct FileLengthRule: TextRule {
  struct Options: RuleOptions {
    var limit = 400

    static let descriptions = [RuleOption("limit", "The largest number of lines of a file.")]
  }

  static let description = RuleDescription(
    id: "file_length", name: "File Length",
    summary: "A long file has more than one responsibility.",
    kind: .metrics,
    triggering: [
      Example("let a = 1\nlet b = 2\n↓let c = 3\n", options: ["limit": 2]),
      Example("a()\n↓\n\nb()", options: ["limit": 1]),
    ],
    nonTriggering: [
      Example("let a = 1\nlet b = 2\n", options: ["limit": 2]),
      Example(""),
    ])

  let options: Options

  func violations(in text: SourceText) -> [Violation] {
    guard text.lines.count > options.limit else { return [] }
    // From the first line too many to the end: a change that adds a line to such a file gets the finding.
    let start = text.range(ofLine: options.limit + 1).lowerBound
    return [
      Violation(
        start..<text.bytes.count, "file has \(text.lines.count) lines, more than \(options.limit)")
    ]
  }
}

struct LineLengthRule: TextRule {
  struct Options: RuleOptions {
    var limit = 120
    var ignoresUrls = true

    static let descriptions = [
      RuleOption("limit", "The largest number of characters of a line.", allowed: 20...10_000),
      RuleOption("ignores_urls", "Whether to allow longer lines with a URL, which cannot be broken."),
    ]
  }

  static let description = RuleDescription(
    id: "line_length", name: "Line Length",
    summary: "A long line is hard to read in a side-by-side diff.",
    kind: .metrics,
    triggering: [
      Example("let fruit = \"apple, ↓pear\"", options: ["limit": 20]),
      Example(
        "// https://example.co↓m/a-page",
        options: ["limit": 21, "ignores_urls": false]),
      Example("let word = \"größer ist↓ besser\"\nlet a = 1", options: ["limit": 22]),
    ],
    nonTriggering: [
      Example("let fruit = \"apple\"", options: ["limit": 20]),
      Example("let word = \"größer\"", options: ["limit": 20]),
      Example("// https://example.com/a-page-with-a-long-name", options: ["limit": 20]),
    ])

  let options: Options

  func violations(in text: SourceText) -> [Violation] {
    (1...text.lines.count).compactMap { line in
      let range = text.range(ofLine: line)
      // A character has at least one byte: most lines are short enough without counting.
      guard range.count > options.limit else { return nil }
      let content = text.text(ofLine: line)
      guard let end = content.index(content.startIndex, offsetBy: options.limit, limitedBy: content.endIndex),
        end < content.endIndex
      else { return nil }
      if options.ignoresUrls, content.contains("://") { return nil }
      let start = range.lowerBound + min(content[..<end].utf8.count, range.count)
      return Violation(
        start..<max(start, range.upperBound), "line has \(content.count) characters, more than \(options.limit)")
    }
  }
}

struct FunctionBodyLengthRule: SyntaxRule {
  struct Options: RuleOptions {
    var limit = 50

    static let descriptions = [
      RuleOption(
        "limit", "The largest number of lines of code in a function body; empty lines and comments are not counted.")
    ]
  }

  static let description = RuleDescription(
    id: "function_body_length", name: "Function Body Length",
    summary: "A long function has more than one responsibility.",
    kind: .metrics,
    triggering: [
      Example("↓func run() {\n  a()\n  b()\n  c()\n}", options: ["limit": 2]),
      Example("struct S {\n  ↓init() {\n    a(\n      1)\n  }\n}", options: ["limit": 1]),
    ],
    nonTriggering: [
      Example("func run() {\n  a()\n\n  // Then b.\n  b()\n}", options: ["limit": 2]),
      Example("func run() { a(); b(); c() }", options: ["limit": 1]),
      Example("protocol P {\n  func run()\n}", options: ["limit": 1]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    let bodies = FunctionBody.all(in: file)
    // Each function could have its own tokens counted; nested ones would be counted again and again.
    let codeLines = bodies.isEmpty ? [] : codeLines(of: file)
    return bodies.compactMap { function in
      let first = file.line(of: function.body.leftBrace.positionAfterSkippingLeadingTrivia)
      let last = file.line(of: function.body.rightBrace.positionAfterSkippingLeadingTrivia)
      guard last - first - 1 > options.limit else { return nil }
      let count = codeLines[last - 1] - codeLines[first]
      guard count > options.limit else { return nil }
      return Violation(function.range, "function body has \(count) lines of code, more than \(options.limit)")
    }
  }

  /// At `n`: how many of the first `n` lines have code on them.
  private func codeLines(of file: ParsedFile) -> [Int] {
    var hasCode = [Bool](repeating: false, count: file.text.lines.count + 1)
    for token in file.tokens where token.tokenKind != .endOfFile {
      let first = file.line(of: token.positionAfterSkippingLeadingTrivia)
      let last = file.line(of: token.endPositionBeforeTrailingTrivia)
      for line in first...max(first, last) { hasCode[line] = true }
    }
    var sums = [0]
    for line in hasCode.dropFirst() { sums.append(sums[sums.count - 1] + (line ? 1 : 0)) }
    return sums
  }
}

/// The body of a function, initialiser, deinitialiser, subscript or accessor.
struct FunctionBody {
  /// The declaration without its attributes and documentation.
  let range: Range<Int>
  let body: CodeBlockSyntax
  let node: Syntax

  static func all(in file: ParsedFile) -> [FunctionBody] {
    var bodies: [FunctionBody] = []
    func add(_ body: CodeBlockSyntax?, from keyword: TokenSyntax, _ node: some SyntaxProtocol) {
      guard let body else { return }
      let range = file.range(of: keyword).lowerBound..<file.range(of: body).upperBound
      bodies.append(FunctionBody(range: range, body: body, node: Syntax(node)))
    }
    for node in file.nodes(FunctionDeclSyntax.self) { add(node.body, from: node.funcKeyword, node) }
    for node in file.nodes(InitializerDeclSyntax.self) { add(node.body, from: node.initKeyword, node) }
    for node in file.nodes(DeinitializerDeclSyntax.self) { add(node.body, from: node.deinitKeyword, node) }
    for node in file.nodes(AccessorDeclSyntax.self) { add(node.body, from: node.accessorSpecifier, node) }
    return bodies
  }
}
