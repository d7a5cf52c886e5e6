// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct VerticalWhitespaceOpeningBracesRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "vertical_whitespace_opening_braces", name: "Vertical Whitespace after Opening Braces",
    summary: "Leave no empty line after an opening brace, bracket or parenthesis.", kind: .style, swiftLint: .optIn,
    isCorrectable: true,
    triggering: [
      "struct Point {\n↓\n  var x = 0\n}", "send(\n↓\n\n  message\n)", "names.map { name in\n↓  \n  name.count\n}",
    ],
    nonTriggering: [
      "struct Point {\n  var x = 0\n\n  var y = 0\n}", "struct Point {  // a place\n\n  var x = 0\n}",
      "let text = \"\"\"\n  {\n\n  \"\"\"", "names.map {\n  name in\n\n  name.count\n}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    file.blankRuns.compactMap { run in
      guard let last = file.lastByte(ofLine: run.lowerBound - 1),
        isOpening(at: last, in: file) || isClosureHeader(endingAt: last, in: file)
      else { return nil }
      return Violation(
        at: file.text.lines.range(ofLine: run.lowerBound).lowerBound, "empty line after an opening brace",
        edits: [file.text.removal(ofLines: run.lowerBound...(run.upperBound - 1))])
    }
  }

  private func isOpening(at offset: Int, in file: ParsedFile) -> Bool {
    switch file.text.bytes[offset] {
    case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["): file.isToken(at: offset)
    default: false
    }
  }

  /// Whether the line ends in `in` after an opening bracket, as in `{ name in`.
  private func isClosureHeader(endingAt offset: Int, in file: ParsedFile) -> Bool {
    let bytes = file.text.bytes
    guard bytes[offset] == UInt8(ascii: "n"), offset >= 3, bytes[offset - 1] == UInt8(ascii: "i"),
      bytes[offset - 2] == UInt8(ascii: " "), file.isToken(at: offset - 1)
    else { return false }
    let header = file.text.lines.range(ofLine: file.line(at: offset)).lowerBound..<(offset - 2)
    let start = (bytes[header].lastIndex(of: UInt8(ascii: "{")) ?? header.lowerBound)
    let brackets = [UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "[")]
    guard start < offset - 2, let first = bytes[start..<(offset - 2)].firstIndex(where: brackets.contains),
      first + 1 < offset - 2
    else { return false }
    return !file.hasComment(touching: first..<offset)
  }
}

struct VerticalWhitespaceClosingBracesRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption(
      "Whether only lines without anything but closing braces, brackets and parentheses are checked; as in SwiftLint, an "
        + "empty line is one of them.")
    var onlyEnforceBeforeTrivialLines = false
  }

  static let description = RuleDescription(
    id: "vertical_whitespace_closing_braces", name: "Vertical Whitespace before Closing Braces",
    summary: "Leave no empty line before a closing brace, bracket or parenthesis.", kind: .style, swiftLint: .optIn,
    isCorrectable: true,
    triggering: [
      "struct Point {\n  var x = 0\n↓\n}", "send(\n  message\n↓\n\n)",
      Example("send([\n  1\n↓  \n])", options: ["only_enforce_before_trivial_lines": true]),
      Example("let a = 1\n↓\n\nlet b = 2\n↓\n", options: ["only_enforce_before_trivial_lines": true]),
    ],
    nonTriggering: [
      "struct Point {\n  var x = 0\n\n  var y = 0\n}", "struct Point {\n  // No members yet.\n\n}",
      "let text = \"\"\"\n  a\n\n  }\n  \"\"\"",
      Example("if a {\n  b()\n\n} else {\n  c()\n}", options: ["only_enforce_before_trivial_lines": true]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    // Those of comments and strings are before no closing brace.
    let runs = options.onlyEnforceBeforeTrivialLines ? BlankLines.runs(in: file) : file.blankRuns
    return runs.compactMap { run in
      let lines = removedLines(of: run, in: file)
      guard !lines.isEmpty, let last = file.lastByte(ofLine: run.lowerBound - 1), !file.hasLineComment(endingAt: last)
      else { return nil }
      return Violation(
        at: file.text.lines.range(ofLine: run.lowerBound).lowerBound, "empty line before a closing brace",
        edits: [file.text.removal(ofLines: lines.lowerBound...(lines.upperBound - 1))])
    }
  }

  /// Returns those of the blank lines that are before a line that is checked.
  private func removedLines(of run: Range<Int>, in file: ParsedFile) -> Range<Int> {
    let isLast = run.upperBound > file.text.lines.count
    if !isLast, isClosing(file.indentEnd(ofLine: run.upperBound), in: file) { return run }
    guard options.onlyEnforceBeforeTrivialLines else { return run.lowerBound..<run.lowerBound }
    return isLast && file.text.bytes.last == 0x0a ? run : run.lowerBound..<(run.upperBound - 1)
  }

  private func isClosing(_ offset: Int, in file: ParsedFile) -> Bool {
    guard let byte = file.byte(at: offset), Self.brackets.contains(byte), file.isToken(at: offset) else { return false }
    guard options.onlyEnforceBeforeTrivialLines else { return true }
    let rest = offset..<file.text.range(ofLine: file.line(at: offset)).upperBound
    return file.text.bytes[rest].allSatisfy { Self.brackets.contains($0) || $0 == 0x20 || $0 == 0x09 }
  }

  private static let brackets = [UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]")]
}

struct VerticalWhitespaceBetweenCasesRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "vertical_whitespace_between_cases",
    summary: "Separate a case from the statements of the case before it with an empty line.", kind: .style,
    swiftLint: .optIn, isCorrectable: true,
    triggering: [
      "switch a {\ncase 1:\n  b()\n↓case 2:\n  c()\n↓default:\n  d()\n}",
      "switch a {\ncase 1: b()\n↓  case 2 where c:\n  d()\n}",
    ],
    nonTriggering: [
      "switch a {\ncase 1:\n  b()\n\ncase 2:\n  c()\n}", "switch a {\ncase 1: b()\ncase 2: c()\ndefault: d()\n}",
      "switch a {\ncase 1:\n  b()\n// The rest.\ndefault:\n  c()\n}",
    ])

  func violation(of node: SwitchCaseSyntax, in file: ParsedFile) -> Violation? {
    let start = node.start
    let line = file.line(at: start)
    let whole = file.text.range(ofLine: line)
    guard line > 1, file.isBlank(whole.lowerBound..<start), let last = file.lastByte(ofLine: line - 1),
      file.text.bytes[last] != UInt8(ascii: "{"), !file.hasComment(touching: last..<whole.upperBound),
      file.lastByte(ofLine: line).map({ $0 + 1 }) == node.label.end
    else { return nil }
    return Violation(
      at: whole.lowerBound, "missing empty line before a case", edits: [.insert("\n", at: whole.lowerBound)])
  }
}

extension ParsedFile {
  /// Returns the offset of the last byte of the line that is not a space or tab; `nil` for a blank line, or none.
  fileprivate func lastByte(ofLine line: Int) -> Int? {
    guard line >= 1 else { return nil }
    return text.bytes[text.range(ofLine: line)].lastIndex { $0 != 0x20 && $0 != 0x09 }
  }

  /// Whether a token starts there, so that the byte is not part of a comment or a text.
  fileprivate func isToken(at offset: Int) -> Bool {
    let index = tokenRanges.partitioningIndex { $0.lowerBound >= offset }
    guard index < tokens.count, tokenRanges[index].lowerBound == offset else { return false }
    if case .stringSegment = tokens[index].tokenKind { return false }
    return true
  }

  /// Whether a comment has a byte among those of the range.
  fileprivate func hasComment(touching range: Range<Int>) -> Bool {
    let index = comments.partitioningIndex { $0.range.upperBound > range.lowerBound }
    return index < comments.count && comments[index].range.lowerBound < range.upperBound
  }

  /// Whether a comment with two or three slashes ends in the line of the byte, which is the last of the line.
  fileprivate func hasLineComment(endingAt offset: Int) -> Bool {
    let index = comments.partitioningIndex { $0.range.upperBound > offset }
    guard index < comments.count, comments[index].range.lowerBound < offset else { return false }
    return comments[index].kind == .line || comments[index].kind == .documentationLine
  }
}
