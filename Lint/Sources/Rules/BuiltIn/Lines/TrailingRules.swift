// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct TrailingSemicolonRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "trailing_semicolon", summary: "Leave out semicolons at the end of a line.", kind: .idiomatic, swiftLint: .on,
    isCorrectable: true,
    triggering: ["let a = 1↓;\nlet b = 2", "struct Point {\n  var x = 0↓;\n  var y = 0↓; // down\n}"],
    nonTriggering: ["let a = 1; let b = 2", "let text = \"a;\"\nlet more = 1 // a;", "stop(); /* then */ start()"])

  func violations(in file: ParsedFile) -> [Violation] {
    let ranges = file.tokenRanges
    let semicolons = ranges.indices.filter { index in
      file.byte(at: ranges[index].lowerBound) == UInt8(ascii: ";")
        && file.tokens[index].tokenKind == .semicolon
    }
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
        range, "unnecessary trailing semicolon", edits: isNeeded(index, in: file) ? [] : [.remove(range)])
    }
  }

  /// Whether the next line would continue the statement without the semicolon.
  private func isNeeded(_ index: Int, in file: ParsedFile) -> Bool {
    guard index > 0, index + 1 < file.tokens.count else { return false }
    switch file.tokens[index + 1].tokenKind {
    // A trailing closure, a member, or a member in `#if`.
    case .leftBrace, .period, .poundIf: return true
    // The last statement of a block.
    case .rightBrace, .endOfFile, .keyword(.case), .keyword(.default), .poundEndif, .poundElse, .poundElseif:
      return false
    default: return file.tokens[index - 1].tokenKind == .keyword(.return)
    }
  }
}

struct TrailingWhitespaceRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("Whether to ignore lines with nothing but whitespace.") var ignoresEmptyLines = false
    @RuleOption("Whether to ignore whitespace after a comment.") var ignoresComments = false
  }

  static let description = RuleDescription(
    id: "trailing_whitespace",
    summary: "Remove whitespace at the end of a line: it is invisible, and clutters diffs.",
    kind: .style, swiftLint: .init(isOn: true, options: ["ignores_comments": true]), isCorrectable: true,
    triggering: [
      "let a = 1↓ \n", "let a = 1\n↓  \nlet b = 2 // two↓\t", "let text = \"\"\"\n  one↓  \n  two\n  \"\"\"\n",
    ],
    nonTriggering: [
      "let a = 1\n\nlet b = 2\n", Example("let a = 1\n  \nlet b = 2", options: ["ignores_empty_lines": true]),
      Example("let a = 1 // one \n", options: ["ignores_comments": true]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    let text = file.text
    var ranges: [Range<Int>] = []
    for line in 1...text.lines.count {
      let range = text.range(ofLine: line)
      var start = range.upperBound
      while start > range.lowerBound, text.bytes[start - 1] == 0x20 || text.bytes[start - 1] == 0x09 { start -= 1 }
      guard start < range.upperBound, !options.ignoresEmptyLines || start > range.lowerBound else { continue }
      ranges.append(start..<range.upperBound)
    }
    guard !ranges.isEmpty else { return [] }
    if options.ignoresComments { removeComments(from: &ranges, in: file) }
    let strings = file.nodes(StringSegmentSyntax.self).map { $0.position.utf8Offset..<$0.endPosition.utf8Offset }
    return ranges.map { range in
      // In a multi-line string the space is part of the value.
      let isValue = strings.contains { $0.lowerBound <= range.lowerBound && range.lowerBound < $0.upperBound }
      return Violation(range, "trailing whitespace", edits: isValue ? [] : [.remove(range)])
    }
  }

  /// Removes the ranges in comments; both lists are in the order of the file.
  private func removeComments(from ranges: inout [Range<Int>], in file: ParsedFile) {
    var index = 0
    let comments = file.comments
    ranges.removeAll { range in
      while index < comments.count, comments[index].range.upperBound < range.lowerBound { index += 1 }
      guard index < comments.count, comments[index].range.lowerBound < range.lowerBound else { return false }
      // An empty line belongs to no comment.
      return file.text.lines.position(at: range.lowerBound).column > 1
    }
  }
}
