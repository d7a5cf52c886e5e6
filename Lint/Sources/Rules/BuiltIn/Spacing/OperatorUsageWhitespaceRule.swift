// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct OperatorUsageWhitespaceRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("The number of surrounding lines that operators may be aligned with.", allowed: 0...100)
    var linesLookAround = 2
    @RuleOption("Whether more spaces may align constants.") var skipAlignedConstants = true
    @RuleOption("Whole operators that are allowed without spaces.") var allowedNoSpaceOperators = ["...", "..<"]
  }

  static let description = RuleDescription(
    id: "operator_usage_whitespace", summary: "Write one space on both sides of an operator.", kind: .style,
    swiftLint: .optIn, isCorrectable: true,
    triggering: [
      "let a↓=1", "let a = b↓+c", "let a↓  = 1", "let a = b↓  ?? c",
      Example("let a = b↓++c", options: ["allowed_no_space_operators": ["+"]]),
    ],
    nonTriggering: [
      "let a = 1", "let a = b + c", "let a = 1...2", "let a = -b", "let a   = 1\nlet bcd = 2", "let a = b\n  + c",
      "f(a: b ? c : d)", Example("let a = b+c", options: ["allowed_no_space_operators": ["+"]]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    var result: [Violation] = []
    func check(_ token: TokenSyntax) {
      guard let previous = token.previousToken(viewMode: .sourceAccurate),
        let next = token.nextToken(viewMode: .sourceAccurate)
      else { return }
      let before = previous.end..<token.start
      let after = token.end..<next.start
      let isTight = before.isEmpty || after.isEmpty
      let isWide = (before.count > 1 && file.isBlank(before)) || (after.count > 1 && file.isBlank(after))
      guard isTight || isWide else { return }
      if isTight, options.allowedNoSpaceOperators.contains(token.text) { return }
      if !isTight, options.skipAlignedConstants, isAligned(token, after: after, in: file) { return }
      var edits: [TextEdit] = []
      if before.isEmpty || (before.count > 1 && file.isBlank(before)) { edits.append(TextEdit(before, " ")) }
      if after.isEmpty || (after.count > 1 && file.isBlank(after)) { edits.append(TextEdit(after, " ")) }
      result.append(Violation(at: before.lowerBound, "operator should have one space on both sides", edits: edits))
    }
    for node in file.nodes(BinaryOperatorExprSyntax.self) { check(node.operator) }
    for node in file.nodes(AssignmentExprSyntax.self) { check(node.equal) }
    for node in file.nodes(InitializerClauseSyntax.self) { check(node.equal) }
    for node in file.nodes(TypeInitializerClauseSyntax.self) { check(node.equal) }
    for node in file.nodes(UnresolvedTernaryExprSyntax.self) { check(node.questionMark); check(node.colon) }
    return result
  }

  /// Whether a line nearby has the same operator, or a value, in the same column.
  private func isAligned(_ token: TokenSyntax, after: Range<Int>, in file: ParsedFile) -> Bool {
    let line = file.line(token)
    let column = token.start - file.text.range(ofLine: line).lowerBound
    let value = after.upperBound - file.text.range(ofLine: line).lowerBound
    let lines = max(1, line - options.linesLookAround)...min(file.text.lines.count, line + options.linesLookAround)
    let symbol = Array(token.text.utf8)
    return lines.contains { other in
      guard other != line else { return false }
      let range = file.text.range(ofLine: other)
      let bytes = file.text.bytes
      let start = range.lowerBound + column
      if start > range.lowerBound, start + symbol.count < range.upperBound,
        bytes[start..<(start + symbol.count)].elementsEqual(symbol), bytes[start - 1] == 0x20
      {
        return after.count == 1 || isSameColumn(value, range, bytes)
      }
      return after.count > 1 && isSameColumn(value, range, bytes)
    }
  }

  private func isSameColumn(_ column: Int, _ range: Range<Int>, _ bytes: [UInt8]) -> Bool {
    let start = range.lowerBound + column
    return start > range.lowerBound && start < range.upperBound && bytes[start] != 0x20 && bytes[start - 1] == 0x20
  }
}
