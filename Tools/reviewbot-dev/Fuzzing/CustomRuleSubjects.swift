// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import Rules
import SwiftSource

/// A pattern with its correction (the first two lines) on the rest of the input.
final class PatternSubject: FuzzSubject {
  let corpus = [
    "try! $EXPR\ntry $EXPR\nlet a = try! b()\n", "f($A, $$$REST)\ng($$$REST, $A)\nf(1)\nf(1, 2, c: 3)\n",
    "$X == $X\n$X\nif a && b == b {}\n", "struct $S: $$$B { $$$ }\nx\nstruct A: B, C { let a = 1 }\n",
    "switch $X { $$$C }\n$C\nswitch a { case 1: break\ndefault: b }\n", "\"$T\"\n$T\nlet a = \"b\\(c)\"\n",
    "func $F($$$P) { $$$B }\nfunc $F() { $$$B }\nfunc f(a: Int) { g() }\n",
  ].map { Array($0.utf8) }
  let words = [
    "$X", "$$$X", "$_", "$$$", "$0", "${X}", "#", "try ", " == ", " + ", "{ $$$B }", "(", ")", "[$$$A, ", "class ",
    "func ",
    "\"", "\\(", "case ", ": ", "@objc ", "static ", " as! ", " ? a : b", "/* */", "\r\n", "$__X", "#__X", "`a`",
  ]

  func look(at bytes: [UInt8]) throws -> FuzzLook {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    guard lines.count == 3 else { return .refused("too few lines") }
    var rule = CustomRule(id: "r", message: "$X", regex: "")
    rule.syntax = SyntaxPattern(pattern: String(decoding: lines[0], as: UTF8.self))
    if !lines[0].contains(UInt8(ascii: "X")) { rule.message = "m" }
    rule.fix = String(decoding: lines[1], as: UTF8.self)
    let linter = try RuleLinter(
      rules: [], settings: RuleSettings(customRules: [rule]), width: 1, parseLimit: .seconds(5))
    let text = SourceText(path: "a.swift", bytes: Array(lines[2]))
    let found = linter.findings(in: text)
    for finding in found.findings {
      let range = finding.range
      guard (1...text.lines.count).contains(range.startLine), (1...text.lines.count).contains(range.endLine),
        (range.startLine, range.startColumn) <= (range.endLine, range.endColumn)
      else { return .accepted("findings", problem: "a finding is at \(range)") }
      if finding.message.contains("\n") { return .accepted("findings", problem: "a message has several lines") }
    }
    let fixed = linter.corrected(text)
    return .accepted("\(min(found.findings.count, 4)) \(min(found.notes.count, 2)) \(fixed?.notes.count ?? -1)")
  }
}

/// A regular expression of `lint.custom` with its scope, its message and its correction (the first four lines) on the
/// rest of the input.
final class TeamRegexSubject: FuzzSubject {
  let corpus = [
    "code\n\\bprint\\((\\w+)\\)\nprint of $1\nlog($1)\nfunc f() { print(a) /* print(b) */ }\n",
    "comments\n(?<word>TODO|FIXME)(: )?\n${word}$2\n$$${word}\nlet a = 1 // TODO: ä\n/* FIXME\n */\n",
    "strings\nhttp://(.*)\n$0\nhttps://$1\nlet a = \"http://a \\(b) http://c\"\nlet b = #\"\"\"\n http://\n \"\"\"#\n",
    "files\n^(.*)\\t$\n$1 ends in a tab\n$1\na\tb\t\n\u{feff}\t\r\n", "files\n(a*)*b?\n$0\n\naaaaaaaaaaaaaaaaaaaaaac\n",
  ].map { Array($0.utf8) }
  let words = [
    "code\n", "comments\n", "strings\n", "files\n", "$0", "$1", "$9", "$$", "${n}", "${", "$", "(?<n>", "(?:", ")", "|",
    "{2,}", "+", "*", "[^", "\\b", "\\1", "(?i)", "(?<=a)", "^", "\\p{L}", "// ", "/*", "*/", "\"", "\"\"\"\n", "\\(",
    "\r\n",
    "\u{feff}", "\u{10ffff}", "\0",
  ]

  func look(at bytes: [UInt8]) throws -> FuzzLook {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 4, omittingEmptySubsequences: false)
    guard lines.count == 5 else { return .refused("too few lines") }
    let texts = lines.map { String(decoding: $0, as: UTF8.self) }
    guard let scope = CustomRule.Scope(rawValue: texts[0]) else { return .refused("no such scope") }
    var rule = CustomRule(id: "r", message: texts[2], regex: texts[1])
    rule.scope = scope
    rule.fix = texts[3]
    let path = scope == .files ? "a.md" : "a.swift"
    let linter = try RuleLinter(
      rules: [], settings: RuleSettings(customRules: [rule]), width: 1, parseLimit: .seconds(5))
    let text = SourceText(path: path, bytes: Array(lines[4]))
    let found = linter.findings(in: text)
    let fixed = linter.corrected(text)
    return .accepted(
      "\(scope) \(min(found.findings.count, 4)) \(min(found.notes.count, 2)) \(fixed?.notes.count ?? -1)",
      problem: found.findings.lazy.compactMap { Self.problem(with: $0, in: text) }.first
        ?? found.notes.sentences.first { $0.contains("\n") }.map { "a note is not clear: \($0.prefix(200))" })
  }

  private static func problem(with finding: Finding, in text: SourceText) -> String? {
    finding.misplacement(in: text) ?? (finding.message.contains("\n") ? "a message has several lines" : nil)
  }
}

/// Configurations that extend each other: three files, separated by lines with `---`.
final class ExtendsSubject: FuzzSubject {
  let corpus = [
    """
    version: 1
    extends: [a.yml, b/c.yml]
    lint: {custom: [{id: x, message: $A, pattern: f($A), fix: g($A)}]}
    ---
    version: 1
    extends: b/c.yml
    rules: {force_try: off}
    ---
    version: 1
    lint:
      custom:
        - id: y
          message: ${n}
          regex: (?<n>a)
          in: comments
          examples: {good: [a], bad: [{code: b, fixed: c}]}

    """
  ].map { Array($0.utf8) }
  let words = [
    "extends: ", "../", "a.yml", "b/c.yml", ".reviewbot.yml", "[", "]", "- ", "{", "}", "---\n", "pattern: ", "regex: ",
    "kind: ",
    "inside: ", "where: {A: {equals: B}}", "$A", "$$$", "severity: off", "id: force_try", "message: ", "\n  ",
  ]
  private let reader = ConfigurationReader(catalogue: RuleCatalogue(BuiltInRules.all))

  func look(at bytes: [UInt8]) -> FuzzLook {
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: "---\n", omittingEmptySubsequences: false)
      .map(String.init)
    let names = ["a.yml", "b/c.yml"]
    let files = RepositoryFiles(Dictionary(zip(names, parts.dropFirst())) { first, _ in first })
    do {
      let loaded = try reader.load(text: parts[0], file: ConfigurationReader.fileName, files: files)
      _ = loaded.text(showsOrigins: true)
      return .accepted("\(loaded.configuration.lint.custom.count) \(min(loaded.notes.count, 4))")
    } catch {
      let isPlaced = error.problems.allSatisfy { $0.line > 0 && !$0.message.contains("\n") }
      var look = FuzzLook.refused(error.problems.first.map { $0.message } ?? "")
      if !isPlaced { look.problem = look.problem ?? "a problem without a place: \("\(error)".prefix(500))" }
      return look
    }
  }
}
