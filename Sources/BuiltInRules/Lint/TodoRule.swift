// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import RuleKit
import SwiftSource

struct TodoRule: SyntaxRule {
  struct Options: RuleOptions {
    var words = ["TODO", "FIXME"]

    static let descriptions = [RuleOption("words", "The words that mark something unfinished.")]
  }

  static let description = RuleDescription(
    id: "todo", name: "Todo",
    summary: "What is still to be done should be known when the change is merged.",
    kind: .lint, severity: .note,
    triggering: [
      Example("// ↓TODO: say why"),
      Example("/// The area.\n/// ↓FIXME: wrong for circles\nvar area = 0 /* ↓TODO */"),
      Example("// ↓HACK: remove", options: ["words": ["HACK"]]),
    ],
    nonTriggering: [
      Example("let text = \"TODO: not a comment\""),
      Example("// TODOS are elsewhere, see todo.md"),
      Example("// Nothing left to do"),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    let words = options.words.map { Array($0.utf8) }.filter { !$0.isEmpty }
    return file.comments.flatMap { comment in
      words.flatMap { word in places(of: word, in: comment.range, of: file.text) }
    }
  }

  private func places(of word: [UInt8], in range: Range<Int>, of text: SourceText) -> [Violation] {
    var violations: [Violation] = []
    var index = range.lowerBound
    while index + word.count <= range.upperBound {
      let end = index + word.count
      if text.bytes[index..<end].elementsEqual(word), !isWord(text, index - 1, range), !isWord(text, end, range) {
        violations.append(Violation(index..<end, message(text, index)))
        index = end
      } else {
        index += 1
      }
    }
    return violations
  }

  private func message(_ text: SourceText, _ start: Int) -> String {
    let line = text.range(ofLine: text.lines.line(at: start))
    let rest = text.text(in: start..<line.upperBound).prefix(100)
    return "still to be done: \(rest)"
  }

  private func isWord(_ text: SourceText, _ index: Int, _ range: Range<Int>) -> Bool {
    guard range.contains(index) else { return false }
    switch text.bytes[index] {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      return true
    default: return false
    }
  }
}
