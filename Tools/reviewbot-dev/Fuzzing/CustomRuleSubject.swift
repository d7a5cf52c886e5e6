// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Rules
import SwiftSource

/// A rule of a configuration (the first lines of an input) on the rest of the input.
final class CustomRuleSubject: FuzzSubject {
  enum Form {
    /// A regular expression of SwiftLint's configuration.
    case swiftLint
    /// A rule of `lint.custom`: its scope, its regular expression, its message and its correction.
    case regex
    /// A pattern with its correction.
    case pattern
  }

  let corpus: [[UInt8]]
  let dictionary: [String]
  private let form: Form
  /// The number of lines before the text.
  private let heads: Int

  init(_ form: Form) {
    self.form = form
    let texts: [String]
    switch form {
    case .swiftLint:
      heads = 1
      texts = ["(a+)+$\naaaaaaaaaaaaaaaaaaaaaaaaaaaaab\n", "\\blet (\\w+)\nlet ä = 1\nlet b = 2\n", "(?<a>x)|y\nxyx"]
      dictionary = [
        "(?:", "(?<n>", ")*", "+", "{2,}", "[^", "\\b", "\\1", "(?i)", "(?=", "|", ".*", "\\p{L}", "aaaaaaaa",
      ]
    case .regex:
      heads = 4
      texts = [
        "code\n\\bprint\\((\\w+)\\)\nprint of $1\nlog($1)\nfunc f() { print(a) /* print(b) */ }\n",
        "comments\n(?<word>TODO|FIXME)(: )?\n${word}$2\n$$${word}\nlet a = 1 // TODO: ä\n/* FIXME\n */\n",
        "strings\nhttp://(.*)\n$0\nhttps://$1\nlet a = \"http://a \\(b) http://c\"\nlet b = #\"\"\"\n http://\n \"\"\"#\n",
        "files\n^(.*)\\t$\n$1 ends in a tab\n$1\na\tb\t\n\u{feff}\t\r\n",
        "files\n(a*)*b?\n$0\n\naaaaaaaaaaaaaaaaaaaaaac\n",
      ]
      dictionary = [
        "code\n", "comments\n", "strings\n", "files\n", "$0", "$1", "$9", "$$", "${n}", "${", "$", "(?<n>", "(?:", ")",
        "|", "{2,}", "+", "*", "[^", "\\b", "\\1", "(?i)", "(?<=a)", "^", "\\p{L}", "// ", "/*", "*/", "\"",
        "\"\"\"\n", "\\(", "\r\n", "\u{feff}", "\u{10ffff}", "\0",
      ]
    case .pattern:
      heads = 2
      texts = [
        "try! $EXPR\ntry $EXPR\nlet a = try! b()\n", "f($A, $$$REST)\ng($$$REST, $A)\nf(1)\nf(1, 2, c: 3)\n",
        "$X == $X\n$X\nif a && b == b {}\n", "struct $S: $$$B { $$$ }\nx\nstruct A: B, C { let a = 1 }\n",
        "switch $X { $$$C }\n$C\nswitch a { case 1: break\ndefault: b }\n", "\"$T\"\n$T\nlet a = \"b\\(c)\"\n",
        "func $F($$$P) { $$$B }\nfunc $F() { $$$B }\nfunc f(a: Int) { g() }\n",
      ]
      dictionary = [
        "$X", "$$$X", "$_", "$$$", "$0", "${X}", "#", "try ", " == ", " + ", "{ $$$B }", "(", ")", "[$$$A, ", "class ",
        "func ", "\"", "\\(", "case ", ": ", "@objc ", "static ", " as! ", " ? a : b", "/* */", "\r\n", "$__X", "#__X",
        "`a`",
      ]
    }
    corpus = texts.map { Array($0.utf8) }
  }

  func look(at bytes: [UInt8]) throws -> FuzzLook {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: heads, omittingEmptySubsequences: false)
    guard lines.count == heads + 1 else { return .refused("too few lines") }
    guard let rule = rule(lines.map { String(decoding: $0, as: UTF8.self) }) else { return .refused("no such scope") }
    let linter = try RuleLinter(
      rules: [], settings: RuleSettings(customRules: [rule]), width: 1, parseLimit: .seconds(5))
    let text = SourceText(path: rule.scope == .files ? "a.md" : "a.swift", bytes: Array(lines[heads]))
    let found = linter.findings(in: text)
    let fixed = linter.corrected(text)
    return .accepted(
      "\(rule.scope.map { "\($0)" } ?? "") \(min(found.findings.count, 4)) \(min(found.notes.count, 2)) \(fixed?.notes.count ?? -1)",
      problem: found.findings.lazy.compactMap { $0.misplacement(in: text) }.first ?? found.notes.problem)
  }

  private func rule(_ lines: [String]) -> CustomRule? {
    var rule = CustomRule(id: "r", message: "m", regex: "")
    switch form {
    case .swiftLint:
      rule.regex = lines[0]
      if lines[1].utf8.count.isMultiple(of: 2) { rule.matchKinds = ["identifier"] }
    case .regex:
      guard let scope = CustomRule.Scope(rawValue: lines[0]) else { return nil }
      rule.scope = scope
      (rule.regex, rule.message, rule.fix) = (lines[1], lines[2], lines[3])
    case .pattern:
      rule.syntax = SyntaxPattern(pattern: lines[0])
      if lines[0].contains("X") { rule.message = "$X" }
      rule.fix = lines[1]
    }
    return rule
  }
}

extension Finding {
  /// Returns the reason why the range is outside the text, or the message has several lines; `nil` for a valid finding.
  func misplacement(in text: SourceText) -> String? {
    guard (1...text.lines.count).contains(range.startLine), (1...text.lines.count).contains(range.endLine),
      (range.startLine, range.startColumn) <= (range.endLine, range.endColumn), range.startColumn >= 1
    else { return "\(rule) is at \(range)" }
    return message.contains("\n") ? "the message of \(rule) has several lines" : nil
  }
}

extension [Note] {
  /// The first note of several lines, if any.
  var problem: String? {
    sentences.first { $0.contains("\n") }.map { "a note is not clear: \($0.prefix(200))" }
  }
}
