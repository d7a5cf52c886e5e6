// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import RuleKit
import SwiftSource
import SwiftSyntax

struct FunctionBodyLengthRule: SyntaxRule {
  struct Options: RuleOptions {
    var limit = 50

    static let descriptions = [
      RuleOption(
        "limit", "How many lines with code the body of a function may have; empty lines and comments are free.")
    ]
  }

  static let description = RuleDescription(
    id: "function_body_length", name: "Function Body Length",
    summary: "A long function does more than one thing.",
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
      return Violation(function.range, "this body has \(count) lines of code, more than \(options.limit)")
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
