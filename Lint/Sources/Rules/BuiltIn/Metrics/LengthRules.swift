// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import SwiftSource
import SwiftSyntax

struct FileLengthRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption(maximum: "number of lines of a file") var warning = 400
    @RuleOption(errorAbove: "number of lines of a file") var error = 0
    @RuleOption("Whether only lines with a word or literal are counted, not those with comments, brackets or nothing.")
    var ignoreCommentOnlyLines = false
  }

  static let description = RuleDescription(
    id: "file_length", summary: "Split long files: they usually have more than one responsibility.", kind: .metrics,
    swiftLint: .init(isOn: true, options: ["error": 1000]),
    triggering: [
      Example("let a = 1\nlet b = 2\n↓let c = 3\n", options: ["warning": 2]),
      Example("a()\n\n\n↓b()", options: ["warning": 1]),
      Example("a()\nb()\n↓// C.\n", options: ["warning": 1, "ignore_comment_only_lines": true]),
      Example("a()\n↓b()\n", options: ["warning": 9, "error": 1]),
    ],
    nonTriggering: [
      Example("let a = 1\nlet b = 2\n", options: ["warning": 2]),
      Example("// A.\n// B.\nlet a = 1", options: ["warning": 1, "ignore_comment_only_lines": true]),
      Example("a {\n\n  // B.\n} // C.\n", options: ["warning": 1, "ignore_comment_only_lines": true]), "",
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    let limits = Limits(warning: options.warning, error: options.error)
    let last = file.text.lines.count
    var count = last
    if options.ignoreCommentOnlyLines, count > limits.lowest { count = LineKinds(file).codeCount }
    guard let excess = limits.excess(of: count) else { return [] }
    return [
      Violation(
        file.text.range(ofLine: last), "file has \(count) lines, more than \(excess.limit)", severity: excess.severity)
    ]
  }
}

struct LineLengthRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption(maximum: "number of characters of a line", allowed: 20...10_000) var warning = 120
    @RuleOption(errorAbove: "number of characters of a line") var error = 0
    @RuleOption("Whether URLs, which cannot be broken, are not counted.") var ignoresUrls = true
    @RuleOption(
      "Whether to allow a long line on which a function, initializer, deinitializer or subscript begins: the line "
        + "of its keyword, or of `static` or `class`. Other lines of its signature are checked.")
    var ignoresFunctionDeclarations = false
    @RuleOption("Whether to allow long lines without a word or literal outside of comments.")
    var ignoresComments = false
    @RuleOption("Whether to allow long lines on which an interpolation begins or ends.")
    var ignoresInterpolatedStrings = false
    @RuleOption("Regular expressions; lines in which one of them is found may be long.", format: .regex)
    var excludedLinesPatterns: [String] = []
  }

  static let description = RuleDescription(
    id: "line_length", summary: "Keep lines short enough to read in a side-by-side diff.", kind: .metrics,
    swiftLint: .init(isOn: true, options: ["error": 200, "ignores_urls": false]),
    triggering: [
      Example("↓let fruit = \"apple, pear\"", options: ["warning": 20]),
      Example("↓// https://example.com/a-page", options: ["warning": 21, "ignores_urls": false]),
      Example("↓let word = \"größer ist besser\"\nlet a = 1", options: ["warning": 22]),
      Example("↓let fruit = \"apple, pear\"", options: ["warning": 90, "error": 20]),
      Example(
        "func name(\n↓  first: Int, other: Int\n↓) -> Dictionary<Int, Int> {\n↓  call(first, other, 1)\n}",
        options: ["warning": 20, "ignores_function_declarations": true]),
      Example(
        "↓var name: (Int, Int) -> Int { f }\n↓@available(*, unavailable)\nfunc g() {}",
        options: ["warning": 20, "ignores_function_declarations": true]),
      Example(
        "↓let a = 1 // A comment.\n↓/* A comment */ let b = 1", options: ["warning": 20, "ignores_comments": true]),
      Example("↓let imported = 12345678", options: ["warning": 20, "excluded_lines_patterns": ["^import"]]),
    ],
    nonTriggering: [
      Example("let fruit = \"apple\"", options: ["warning": 20]),
      Example("let word = \"größer\"", options: ["warning": 20]),
      Example("// https://example.com/a-page-with-a-long-name", options: ["warning": 20]),
      Example("// www.example.com/page (http:x-callback)", options: ["warning": 20]),
      Example("let a = #colorLiteral(red: 1, green: 0, blue: 0, alpha: 1)", options: ["warning": 20]),
      Example("func long(name: String) {}", options: ["warning": 20, "ignores_function_declarations": true]),
      Example(
        "init(name: String, a: Int) {}\ndeinit { print(1, 2, 3, 4) }\nsubscript(name: Int) -> Int { 1 }",
        options: ["warning": 20, "ignores_function_declarations": true]),
      Example("// A comment that is long.", options: ["warning": 20, "ignores_comments": true]),
      Example("a {\n} // A comment that is long.", options: ["warning": 20, "ignores_comments": true]),
      Example("let long = \"apple \\(count)\"", options: ["warning": 20, "ignores_interpolated_strings": true]),
      Example("let allowed = \"apple, pear\"", options: ["warning": 20, "excluded_lines_patterns": ["^let all"]]),
    ])

  private let options: Options
  private let limits: Limits
  private let patterns: [BudgetedRegex]

  init(options: Options) {
    self.options = options
    limits = Limits(warning: options.warning, error: options.error)
    patterns = options.excludedLinesPatterns.compactMap { try? BudgetedRegex($0) }
  }

  func violations(in file: ParsedFile) -> [Violation] {
    let text = file.text
    var result: [Violation] = []
    lazy var kinds = LineKinds(file)
    lazy var declarations = declarationLines(in: file)
    for line in 1...text.lines.count {
      let range = text.range(ofLine: line)
      // A character has at least one byte: most lines are short enough without counting.
      guard range.count > limits.lowest else { continue }
      let content = text.text(in: range)
      let count = count(content)
      guard let excess = limits.excess(of: count),
        // A pattern that takes too long on a line does not exempt it.
        !patterns.contains(where: { (try? $0.matches(content)) ?? false }),
        !options.ignoresFunctionDeclarations || !declarations.contains(line),
        !options.ignoresComments || !kinds.hasOnlyComments(line),
        !options.ignoresInterpolatedStrings || !kinds.hasInterpolation(line)
      else { continue }
      result.append(
        Violation(range, "line has \(count) characters, more than \(excess.limit)", severity: excess.severity))
    }
    return result
  }

  /// The number of characters, of which a literal of a color or image is one.
  private func count(_ content: String) -> Int {
    var content = options.ignoresUrls ? Addresses.removed(from: content) : content
    for name in ["#colorLiteral(", "#imageLiteral("] {
      while let start = content.range(of: name), let end = content[start.upperBound...].firstIndex(of: ")") {
        content.replaceSubrange(start.lowerBound...end, with: "#")
      }
    }
    return content.count
  }

  private func declarationLines(in file: ParsedFile) -> Set<Int> {
    func line(_ modifiers: DeclModifierListSyntax, _ keyword: TokenSyntax) -> Int {
      file.line((modifiers.modifier(.static) ?? modifiers.modifier(.class))?.name ?? keyword)
    }
    return Set(
      file.nodes(FunctionDeclSyntax.self).map { line($0.modifiers, $0.funcKeyword) }
        + file.nodes(InitializerDeclSyntax.self).map { file.line($0.initKeyword) }
        + file.nodes(DeinitializerDeclSyntax.self).map { file.line($0.deinitKeyword) }
        + file.nodes(SubscriptDeclSyntax.self).map { line($0.modifiers, $0.subscriptKeyword) })
  }
}

/// The URLs in a line, and what looks like one: `example.com/page`, `mailto:name`.
private enum Addresses {
  static func removed(from text: String) -> String {
    guard text.contains(where: { $0 == ":" || $0 == "/" || $0 == "." }) else { return text }
    let whole = NSRange(text.startIndex..., in: text)
    return expression?.stringByReplacingMatches(in: text, range: whole, withTemplate: "") ?? text
  }

  /// One character at a time, so that a long line takes no longer than its length.
  private static let group = #"\((?:[^\s()<>]|\([^\s()<>]+\))*\)"#
  private static let start = #"\b(?:[a-z][\w-]+:(?:/{1,3}|[a-z0-9%])|www\d{0,3}\.|[a-z0-9.-]+\.[a-z]{2,4}/)"#
  /// A sentence's punctuation after a URL is not a part of it.
  private static let end = #"[^\s`!()\[\]{};:'".,<>?«»“”‘’]"#
  private static let expression = try? NSRegularExpression(
    pattern: "\(start)(?:[^\\s()<>]|\(group))+(?:\(group)|\(end))", options: .caseInsensitive)
}
