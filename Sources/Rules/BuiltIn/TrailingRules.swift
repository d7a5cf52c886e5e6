// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import SwiftSource
import SwiftSyntax

struct TrailingSemicolonRule: SyntaxRule {
  static let description = RuleDescription(
    id: "trailing_semicolon", name: "Trailing Semicolon",
    summary: "Swift needs no semicolon at the end of a line.",
    kind: .idiomatic,
    triggering: [
      Example("let a = 1↓;\nlet b = 2"),
      Example("struct Point {\n  var x = 0↓;\n  var y = 0↓; // down\n}"),
    ],
    nonTriggering: [
      Example("let a = 1; let b = 2"),
      Example("let text = \"a;\"\nlet more = 1 // a;"),
      Example("stop(); /* then */ start()"),
    ])

  init(options: NoOptions) {}

  func violations(in file: ParsedFile) -> [Violation] {
    let semicolons = file.tokens.indices.filter { file.tokens[$0].tokenKind == .semicolon }
    return semicolons.compactMap { index in
      let token = file.tokens[index]
      let range = file.range(of: token)
      let line = file.text.lines.line(at: range.lowerBound)
      if index + 1 < file.tokens.count {
        let next = file.tokens[index + 1]
        let nextLine = file.line(of: next.positionAfterSkippingLeadingTrivia)
        guard nextLine > line || next.tokenKind == .endOfFile else { return nil }
      }
      return Violation(
        range, "unnecessary trailing semicolon", suggestion: Suggestion(removing: range, from: file.text))
    }
  }
}

struct TrailingWhitespaceRule: SyntaxRule {
  struct Options: RuleOptions {
    var ignoresEmptyLines = false
    var ignoresComments = false

    static let descriptions = [
      RuleOption("ignores_empty_lines", "Whether to ignore lines with nothing but whitespace."),
      RuleOption("ignores_comments", "Whether to ignore whitespace after a comment."),
    ]
  }

  static let description = RuleDescription(
    id: "trailing_whitespace", name: "Trailing Whitespace",
    summary: "Whitespace at the end of a line is invisible, and its changes are noise in a diff.",
    kind: .style,
    triggering: [
      Example("let a = 1↓ \n"),
      Example("let a = 1\n↓  \nlet b = 2 // two↓\t"),
    ],
    nonTriggering: [
      Example("let a = 1\n\nlet b = 2\n"),
      Example("let text = \"\"\"\n  one  \n  two\n  \"\"\"\n"),
      Example("let a = 1\n  \nlet b = 2", options: ["ignores_empty_lines": true]),
      Example("let a = 1 // one \n", options: ["ignores_comments": true]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    var ranges = (1...file.text.lines.count).compactMap { trailingSpace(ofLine: $0, in: file.text) }
    if !ranges.isEmpty {
      // In a string over several lines the space is part of the text.
      remove(
        file.nodes(StringSegmentSyntax.self).map { $0.position.utf8Offset..<$0.endPosition.utf8Offset }, from: &ranges)
    }
    if options.ignoresComments, !ranges.isEmpty { remove(file.comments.map(\.range), from: &ranges) }
    return ranges.map { range in
      Violation(
        range, "trailing whitespace", suggestion: Suggestion(removing: range, from: file.text))
    }
  }

  private func trailingSpace(ofLine line: Int, in text: SourceText) -> Range<Int>? {
    let range = text.range(ofLine: line)
    var start = range.upperBound
    while start > range.lowerBound, text.bytes[start - 1] == 0x20 || text.bytes[start - 1] == 0x09 { start -= 1 }
    guard start < range.upperBound else { return nil }
    if options.ignoresEmptyLines, start == range.lowerBound { return nil }
    return start..<range.upperBound
  }

  /// Both are in the order of the file.
  private func remove(_ others: [Range<Int>], from ranges: inout [Range<Int>]) {
    var index = 0
    ranges.removeAll { range in
      while index < others.count, others[index].upperBound <= range.lowerBound { index += 1 }
      return index < others.count && others[index].lowerBound <= range.lowerBound
    }
  }
}
