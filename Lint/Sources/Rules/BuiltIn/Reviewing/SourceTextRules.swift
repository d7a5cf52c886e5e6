// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import SwiftSource
import SwiftSyntax

struct TodoWithoutIssueRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("The words that mark unfinished work.") var words = ["TODO", "FIXME"]
  }

  static let description = RuleDescription(
    id: "todo_without_issue", summary: "Name an issue in `TODO` and `FIXME` comments, so that the work is tracked.",
    kind: .lint, isOptIn: true,
    triggering: ["// ↓TODO: later\n", "/* ↓FIXME (me): soon */\n"],
    nonTriggering: [
      "// TODO: #12 later\n", "// FIXME: see https://example.com/issues/3\n", "// TODO(ABC-12): later\n",
      "let a = \"TODO\"",
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    file.comments.compactMap { comment in
      guard comment.range.count < 10_000 else { return nil }
      let bytes = file.text.bytes[comment.range]
      guard options.words.contains(where: { bytes.contains(word: Array($0.utf8)) }) else { return nil }
      let text = String(decoding: bytes, as: UTF8.self)
      for word in options.words {
        guard let found = text.range(of: word),
          text[found.upperBound...].first.map({ $0.isLetter || $0.isNumber || $0 == "_" }) != true
        else { continue }
        if let before = text[..<found.lowerBound].last, before.isLetter || before.isNumber || before == "_" { continue }
        let line = text[found.upperBound...].prefix { !$0.isNewline }
        if namesIssue(line) { continue }
        let start = comment.range.lowerBound + text[..<found.lowerBound].utf8.count
        return Violation(start..<(start + word.utf8.count), "\(word) without an issue")
      }
      return nil
    }
  }

  private func namesIssue(_ text: Substring) -> Bool {
    if text.contains("://") { return true }
    let characters = Array(text)
    return characters.indices.dropLast().contains { index in
      guard characters[index + 1].isNumber else { return false }
      // `#12`, `GH-12`, `ABC-12`
      return characters[index] == "#"
        || (characters[index] == "-" && index > 0 && characters[index - 1].isLetter
          && characters[index - 1].isUppercase)
    }
  }
}

struct CommentedOutCodeRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "commented_out_code", summary: "Delete code instead of commenting it out: version control keeps it.",
    kind: .lint, isOptIn: true,
    triggering: ["↓// let a = b.c()\n// d(a)\nlet e = 1", "func f() {\n  a()\n  ↓// return b;\n  // }\n}"],
    nonTriggering: [
      "// Calls `b.c()` before the first use.\nlet a = 1", "/// let a = 1\n/// b(a)\nlet c = 1",
      "// let a = b\nlet c = 1", "// See: a, b and c.\n// Then d.",
    ])

  /// The number of consecutive lines that must look like code: one alone may be an example.
  private static let minimum = 2

  func violations(in file: ParsedFile) -> [Violation] {
    var result: [Violation] = []
    var run: [Comment] = []
    func end() {
      if run.count >= Self.minimum, let first = run.first, let last = run.last {
        result.append(Violation(first.range.lowerBound..<last.range.upperBound, "commented-out code"))
      }
      run = []
    }
    for comment in file.comments {
      let line = file.line(at: comment.range.lowerBound)
      let isNext = run.last.map { file.line(at: $0.range.lowerBound) + 1 == line } ?? true
      if !isNext { end() }
      let isAlone = file.indentEnd(ofLine: line) == comment.range.lowerBound
      if comment.kind == .line, isAlone,
        looksLikeCode(file.text.bytes[(comment.range.lowerBound + 2)..<comment.range.upperBound])
      {
        run.append(comment)
      } else {
        end()
      }
    }
    end()
    return result
  }

  private static let beginnings = [
    "let ", "var ", "func ", "return ", "return;", "if ", "guard ", "for ", "while ", "switch ", "case ", "} else", "}",
    "self.", "try ", "await ", "import ", "print(",
  ]

  private func looksLikeCode(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count < 400, let end = bytes.last,
      "(){};".utf8.contains(end) || bytes.contains(word: " = ")
    else { return false }
    let text = String(decoding: bytes, as: UTF8.self).drop { $0 == " " || $0 == "\t" }
    guard let last = text.last else { return false }
    let begins = Self.beginnings.contains { text.hasPrefix($0) }
    if text == "}" || text == "})" { return true }
    let hasCall = text.contains("(") && (last == ")" || last == "{" || last == ";")
    let assigns = text.contains(" = ") && !text.hasSuffix(".")
    if begins { return hasCall || assigns || last == "{" || last == ";" }
    // A call as a statement: `name(…)`, `a.b(…)`.
    let head = text.prefix { $0 != "(" }
    return hasCall && !head.contains(" ") && head.contains { $0.isLetter }
  }
}

struct SecretInSourceRule: PlainRule, TextRule {
  static let description = RuleDescription(
    id: "secret_in_source",
    summary: "Remove credentials from the source: each reader of the repository could use them.", kind: .lint,
    severity: .error, subject: .textFiles,
    triggering: [
      Example("let a = \"↓ghp_" + String(repeating: "a1B2", count: 9) + "\"\n"),
      Example("key: ↓AKIA" + "IOSFODNN7ABCDEFG\n"),
      Example("↓-----BEGIN RSA " + "PRIVATE KEY-----\nMIIE\n"),
    ],
    nonTriggering: [
      "let a = \"ghp_example\"\n", "let prefix = \"AKIA\"\n", "-----BEGIN CERTIFICATE-----\n",
      Example("let token = \"ghp_" + String(repeating: "x", count: 36) + "\"\n"),
    ])

  private struct Shape {
    let prefix: [UInt8]
    let count: ClosedRange<Int>
    let name: String

    init(_ prefix: String, _ count: ClosedRange<Int>, _ name: String) {
      self.prefix = Array(prefix.utf8)
      self.count = count
      self.name = name
    }
  }

  private static let shapes = [
    Shape("ghp_", 36...36, "GitHub token"), Shape("gho_", 36...36, "GitHub token"),
    Shape("ghu_", 36...36, "GitHub token"),
    Shape("ghs_", 36...36, "GitHub token"), Shape("ghr_", 36...36, "GitHub token"),
    Shape("github_pat_", 60...90, "GitHub token"),
    Shape("glpat-", 20...30, "GitLab token"), Shape("AKIA", 16...16, "AWS access key"),
    Shape("ASIA", 16...16, "AWS access key"),
    Shape("AIza", 35...35, "Google API key"), Shape("xoxb-", 20...90, "Slack token"),
    Shape("xoxp-", 20...90, "Slack token"),
    Shape("sk_live_", 20...100, "Stripe key"), Shape("rk_live_", 20...100, "Stripe key"),
    Shape("npm_", 36...36, "npm token"),
  ]
  /// Whether a secret may begin with the byte.
  private static let firsts: [Bool] = {
    var firsts = [Bool](repeating: false, count: 256)
    for byte in shapes.map({ $0.prefix[0] }) + [UInt8(ascii: "-")] { firsts[Int(byte)] = true }
    return firsts
  }()
  private static let keyMark = Array("PRIVATE KEY-----".utf8)

  func violations(in text: SourceText) -> [Violation] {
    let bytes = text.bytes
    let firsts = Self.firsts
    var result: [Violation] = []
    var index = 0
    while index < bytes.count {
      guard firsts[Int(bytes[index])] else {
        index += 1
        continue
      }
      if let (end, name) = secret(at: index, in: bytes) {
        // The message does not contain the secret.
        result.append(Violation(index..<end, "\(name) in the source; revoke it and load it at run time"))
        index = end
      } else {
        index += 1
      }
    }
    return result
  }

  private func secret(at start: Int, in bytes: [UInt8]) -> (end: Int, name: String)? {
    if bytes[start] == UInt8(ascii: "-") { return privateKey(at: start, in: bytes) }
    guard start == 0 || !isPart(bytes[start - 1]) else { return nil }
    for shape in Self.shapes where bytes[start...].starts(with: shape.prefix) {
      var end = start + shape.prefix.count
      var kinds: Set<UInt8> = []
      while end < bytes.count, isPart(bytes[end]) {
        kinds.insert(bytes[end])
        end += 1
      }
      // Placeholders consist of few different characters.
      guard shape.count.contains(end - start - shape.prefix.count), kinds.count >= 4 else { continue }
      return (end, shape.name)
    }
    return nil
  }

  private func privateKey(at start: Int, in bytes: [UInt8]) -> (end: Int, name: String)? {
    let begin = Array("-----BEGIN ".utf8)
    guard bytes[start...].starts(with: begin) else { return nil }
    let limit = min(bytes.count, start + 64)
    var index = start + begin.count
    while index + Self.keyMark.count <= limit {
      if bytes[index..<(index + Self.keyMark.count)].elementsEqual(Self.keyMark) {
        return (index + Self.keyMark.count, "private key")
      }
      index += 1
    }
    return nil
  }

  private func isPart(_ byte: UInt8) -> Bool {
    byte.isWordPart || byte == UInt8(ascii: "-")
  }
}
