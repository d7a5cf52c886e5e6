// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource

struct TodoRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("The whole words, in this case, that mark unfinished work.") var only = ["TODO", "FIXME"]
  }

  static let description = RuleDescription(
    id: "todo", summary: "Finish or track the work that `TODO` and `FIXME` comments mention before merging.",
    kind: .lint, severity: .note, swiftLint: .on,
    triggering: [
      "// ↓TODO: say why", "/// The area.\n/// ↓FIXME: wrong for circles\nvar area = 0 /* ↓TODO */",
      Example("// ↓HACK: remove", options: ["only": ["HACK"]]),
    ],
    nonTriggering: [
      "let text = \"TODO: not a comment\"", "// TODOS are elsewhere, see todo.md", "// Nothing left to do",
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    let keywords = options.only.map { Array($0.utf8) }.filter { !$0.isEmpty }
    return file.comments.flatMap { comment in
      keywords.flatMap { word in violations(of: word, in: comment.range, of: file.text) }
    }
  }

  private func violations(of word: [UInt8], in range: Range<Int>, of text: SourceText) -> [Violation] {
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
    return "unresolved \(rest)"
  }

  private func isWord(_ text: SourceText, _ index: Int, _ range: Range<Int>) -> Bool {
    range.contains(index) && text.bytes[index].isWordPart
  }
}

struct InvalidSuppressionRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption(
      "Whether a comment that disables rules, or excludes code from the coverage, must give a reason, after ` -- `.")
    var requireReason = false
  }

  static let description = RuleDescription(
    id: "invalid_suppression", summary: "Correct or remove a reviewbot comment that is invalid or has no effect.",
    kind: .lint,
    triggering: [
      "// reviewbot:disable ↓forse_try -- a literal\n", "// ↓reviewbot:disable\n// ↓reviewbot:disabled force_try\n",
      Example("let a = 1 // ↓reviewbot:disable:this todo", options: ["require_reason": true]),
      Example("// ↓reviewbot:coverage-off:next\nfunc f() { g() }", options: ["require_reason": true]),
      "let a = 1 /* ↓reviewbot:disable:this todo */",
      Example(
        "func f() {}\n// ↓reviewbot:coverage-on\n// ↓reviewbot:coverage-off:next -- needs a camera\n\nlet a = 1\n"),
    ],
    nonTriggering: [
      "// reviewbot:disable:next force_try todo -- the pattern is a literal\n",
      "// reviewbot:disable all\n// reviewbot:enable all\n",
      Example("// reviewbot:coverage-off -- a\nf()\n// reviewbot:coverage-on\n", options: ["require_reason": true]),
      "// reviewbot:coverage-off:next -- needs a camera\nfunc record() {\n  camera.start()\n}\n",
      "/// Write `reviewbot:disable nonsense` above the line.\nlet text = \"// reviewbot:disable nonsense\"",
    ])

  /// The identifiers of all rules, filled in by ``Rule/make(options:knownRules:today:)``.
  var knownRules: [String] = []
  private let options: Options

  init(options: Options) {
    self.options = options
  }

  func violations(in file: ParsedFile) -> [Violation] {
    file.directives.flatMap(violations)
      + CoverageMarkers(file).unused.map { Violation($0.directive.range, $0.reason) }
  }

  private func violations(of directive: Directive) -> [Violation] {
    // A separate rule checks SwiftLint's comments.
    guard directive.dialect == .reviewbot else { return [] }
    return switch directive.instruction {
    case .disable(_, let rules): unknown(rules) + missingReason(of: directive)
    case .enable(let rules): unknown(rules)
    case .malformed(let reason): [Violation(directive.range, reason)]
    case .coverageOff: missingReason(of: directive)
    case .enableLine, .coverageOn: []
    }
  }

  private func missingReason(of directive: Directive) -> [Violation] {
    guard options.requireReason, directive.reason == nil else { return [] }
    return [Violation(directive.range, "missing reason; write it after --")]
  }

  private func unknown(_ rules: [Directive.Word]) -> [Violation] {
    // `LINTER/RULE` is a rule of another linter, which cannot be checked.
    rules.filter { $0.text != "all" && !knownRules.contains($0.text) && !$0.text.contains("/") }.map { word in
      let nearest = NearestName.find(for: word.text, in: knownRules).map { "; did you mean \($0)?" } ?? ""
      return Violation(word.range, "unknown rule \(word.text.prefix(80))\(nearest)")
    }
  }
}
