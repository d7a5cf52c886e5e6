// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import SwiftSource
import SwiftSyntax

struct FileLengthRule: SyntaxRule {
  struct Options: RuleOptions {
    var warning = 400
    var error = 0
    var ignoreCommentOnlyLines = false

    static let descriptions =
      Limits.options("number of lines of a file") + [
        RuleOption("ignore_comment_only_lines", "Whether lines with nothing but a comment are not counted.")
      ]
  }

  static let description = RuleDescription(
    id: "file_length", summary: "Split long files: they usually have more than one responsibility.", kind: .metrics,
    swiftLint: .init(isOn: true, options: ["error": 1000]),
    triggering: [
      Example("let a = 1\nlet b = 2\n↓let c = 3\n", options: ["warning": 2]),
      Example("a()\n\n\n↓b()", options: ["warning": 1]),
    ],
    nonTriggering: [
      Example("let a = 1\nlet b = 2\n", options: ["warning": 2]),
      Example("// A.\n// B.\nlet a = 1", options: ["warning": 1, "ignore_comment_only_lines": true]),
      Example(""),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    let last = file.text.lines.count
    var count = last
    if options.ignoreCommentOnlyLines, count > options.warning {
      count = (1...last).filter { !file.lineContents.hasOnlyComment(onLine: $0) }.count
    }
    guard let excess = Limits(options.warning, options.error).excess(of: count) else { return [] }
    return [
      Violation(
        file.text.range(ofLine: last), "file has \(count) lines, more than \(excess.limit)", severity: excess.severity)
    ]
  }
}

struct LineLengthRule: SyntaxRule {
  struct Options: RuleOptions {
    var warning = 120
    var error = 0
    var ignoresUrls = true
    var ignoresFunctionDeclarations = false
    var ignoresComments = false
    var ignoresInterpolatedStrings = false
    var excludedLinesPatterns: [String] = []

    static let descriptions =
      Limits.options("number of characters of a line", allowed: 20...10_000) + [
        RuleOption("ignores_urls", "Whether URLs, which cannot be broken, are not counted."),
        RuleOption("ignores_function_declarations", "Whether to allow long lines of function signatures."),
        RuleOption("ignores_comments", "Whether to allow long lines of comments."),
        RuleOption("ignores_interpolated_strings", "Whether to allow long lines with an interpolated string."),
        RuleOption("excluded_lines_patterns", "Regular expressions of lines that may be long."),
      ]
  }

  static let description = RuleDescription(
    id: "line_length", summary: "Keep lines short enough to read in a side-by-side diff.", kind: .metrics,
    swiftLint: .init(isOn: true, options: ["error": 200, "ignores_urls": false]),
    triggering: [
      Example("↓let fruit = \"apple, pear\"", options: ["warning": 20]),
      Example("↓// https://example.com/a-page", options: ["warning": 21, "ignores_urls": false]),
      Example("↓let word = \"größer ist besser\"\nlet a = 1", options: ["warning": 22]),
    ],
    nonTriggering: [
      Example("let fruit = \"apple\"", options: ["warning": 20]),
      Example("let word = \"größer\"", options: ["warning": 20]),
      Example("// https://example.com/a-page-with-a-long-name", options: ["warning": 20]),
      Example("func long(name: String) {}", options: ["warning": 20, "ignores_function_declarations": true]),
      Example("// A comment that is long.", options: ["warning": 20, "ignores_comments": true]),
      Example("let long = \"apple \\(count)\"", options: ["warning": 20, "ignores_interpolated_strings": true]),
      Example("let allowed = \"apple, pear\"", options: ["warning": 20, "excluded_lines_patterns": ["^let all"]]),
    ])

  private static let url = try? NSRegularExpression(pattern: "[A-Za-z][A-Za-z0-9+.-]*://[^\\s]+")

  private let options: Options
  private let patterns: [BudgetedRegex]

  init(options: Options) {
    self.options = options
    patterns = options.excludedLinesPatterns.compactMap { try? BudgetedRegex($0, RegexOptions()) }
  }

  func violations(in file: ParsedFile) -> [Violation] {
    let text = file.text
    var result: [Violation] = []
    for line in 1...text.lines.count {
      let range = text.range(ofLine: line)
      // A character has at least one byte: most lines are short enough without counting.
      guard range.count > options.warning else { continue }
      var content = text.text(in: range)
      if options.ignoresUrls, content.contains("://") { content = withoutAddresses(content) }
      guard let excess = Limits(options.warning, options.error).excess(of: content.count),
        !isExempt(content, line, in: file)
      else { continue }
      result.append(
        Violation(
          range, "line has \(content.count) characters, more than \(excess.limit)", severity: excess.severity))
    }
    return result
  }

  private func withoutAddresses(_ content: String) -> String {
    let whole = NSRange(content.startIndex..., in: content)
    return Self.url?.stringByReplacingMatches(in: content, range: whole, withTemplate: "") ?? content
  }

  private func isExempt(_ content: String, _ line: Int, in file: ParsedFile) -> Bool {
    // A pattern that takes too long on a line does not exempt it.
    if patterns.contains(where: { (try? $0.matches(content)) ?? false }) { return true }
    let range = file.text.range(ofLine: line)
    if options.ignoresComments {
      let start = file.indentEnd(ofLine: line)
      if file.comments.contains(where: { $0.range.contains(start) }) { return true }
    }
    if options.ignoresFunctionDeclarations {
      let isSignature = file.nodes(FunctionDeclSyntax.self).contains { node in
        node.funcKeyword.start < range.upperBound && (node.body?.leftBrace.start ?? node.end) > range.lowerBound
      }
      if isSignature { return true }
    }
    return options.ignoresInterpolatedStrings
      && file.nodes(ExpressionSegmentSyntax.self).contains { range.contains($0.start) }
  }
}
