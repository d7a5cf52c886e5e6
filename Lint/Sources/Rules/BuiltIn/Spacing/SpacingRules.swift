// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct ColonRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("Whether several spaces may follow a colon.") var flexibleRightSpacing = false
    @RuleOption("Whether colons in dictionary literals are checked.") var applyToDictionaries = true
  }

  static let description = RuleDescription(
    id: "colon", summary: "Write no space before a colon and one space after it.", kind: .style,
    isOptIn: true, swiftLint: .on, isCorrectable: true,
    triggering: [
      "let a↓ : Int = 1", "let a↓:Int = 1", "let a = [1↓:2]", "f(a↓:  1)", "class A↓ : B {}", "func f<T↓:A>() {}",
    ],
    nonTriggering: [
      "let a: Int = b ? 1 : 2", "let a: [String: Int] = [:]", "let f = g(a:b:)",
      "switch a {\ncase 1 : b()\ndefault : c()\n}",
      Example("let a = [1 : 2]", options: ["apply_to_dictionaries": false]),
      Example("let a:  Int = 1", options: ["flexible_right_spacing": true]), "let a:\n  Int = 1",
      "let a = #selector(f(_:b:))",
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    file.indices(of: .colon, beginningWith: UInt8(ascii: ":")).compactMap { index in
      guard isChecked(file.tokens[index]) else { return nil }
      return file.spacing(of: "colon", at: index, isRightWrong: isWrong(file.gaps(around: index).after, in: file))
    }
  }

  private func isWrong(_ gap: Range<Int>, in file: ParsedFile) -> Bool {
    if file.isOneSpace(gap) { return false }
    if gap.isEmpty { return true }
    guard file.isBlank(gap) else { return false }
    return !options.flexibleRightSpacing
  }

  private func isChecked(_ token: TokenSyntax) -> Bool {
    guard let parent = token.parent else { return false }
    switch parent.kind {
    case .switchCaseLabel, .switchDefaultLabel, .ternaryExpr, .unresolvedTernaryExpr, .declNameArgument,
      .objCSelectorPiece, .operatorPrecedenceAndTypes, .precedenceGroupName, .precedenceGroupRelation,
      .precedenceGroupAssignment, .precedenceGroupAssociativity:
      return false
    case .dictionaryExpr: return false
    case .dictionaryElement, .dictionaryType: return options.applyToDictionaries
    default: return true
    }
  }
}

struct CommaRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "comma", summary: "Write no space before a comma and one space after it.", kind: .style,
    swiftLint: .on, isCorrectable: true,
    triggering: ["f(a↓ ,b)", "let a = [1↓,2]", "f(a↓,  b)", "let (a↓ , b) = c"],
    nonTriggering: [
      "f(a, b)", "let a = [\n  1,\n  2,\n]", "f(a, /* b */ c)", "let text = \"a,b\"", "f(a,\n  b)",
      "f(a,  // why\n  b)",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    file.indices(of: .comma, beginningWith: UInt8(ascii: ",")).compactMap { index in
      let after = file.gaps(around: index).after
      let isEmptyOrLonger = after.isEmpty || (after.count > 1 && file.isBlank(after))
      let isLast = [.rightSquare, .rightParen, .endOfFile].contains(file.tokens[index + 1].tokenKind)
      return file.spacing(of: "comma", at: index, isRightWrong: isEmptyOrLonger && !isLast)
    }
  }
}

struct ReturnArrowWhitespaceRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "return_arrow_whitespace", summary: "Write one space on both sides of the arrow in front of a return type.",
    kind: .style, swiftLint: .on, isCorrectable: true,
    triggering: ["func f()↓->Int {}", "func f() ↓->Int {}", "let f: (Int) ↓->Int = g", "func f() ↓->  Int {}"],
    nonTriggering: ["func f() -> Int {}", "func f()\n  -> Int {}", "func f() ->\n  Int {}"])

  func violations(in file: ParsedFile) -> [Violation] {
    file.indices(of: .arrow, beginningWith: UInt8(ascii: "-")).compactMap { index in
      let (before, after) = file.gaps(around: index)
      let wrong = [before, after].filter { $0.isEmpty || (file.isBlank($0) && !file.isOneSpace($0)) }
      guard let first = wrong.first else { return nil }
      return Violation(
        at: min(first.lowerBound, before.upperBound), "return arrow should have one space on both sides",
        edits: wrong.map { TextEdit($0, " ") })
    }
  }
}

extension ParsedFile {
  /// The indices of the tokens of a kind, without the first and the last token.
  ///
  /// - Parameter byte: compared first, because getting the kind of a token takes longer.
  fileprivate func indices(of kind: SwiftSyntax.TokenKind, beginningWith byte: UInt8) -> [Int] {
    let ranges = tokenRanges
    return ranges.indices.dropFirst().dropLast().filter { index in
      self.byte(at: ranges[index].lowerBound) == byte && tokens[index].tokenKind == kind
    }
  }

  /// The bytes before and after a token, up to its neighbors.
  fileprivate func gaps(around index: Int) -> (before: Range<Int>, after: Range<Int>) {
    let ranges = tokenRanges
    let token = ranges[index]
    return (ranges[index - 1].upperBound..<token.lowerBound, token.upperBound..<ranges[index + 1].lowerBound)
  }

  fileprivate func isOneSpace(_ gap: Range<Int>) -> Bool { gap.count == 1 && text.bytes[gap.lowerBound] == 0x20 }

  /// The violation of a token that should have no space before it and one space after it.
  fileprivate func spacing(of name: String, at index: Int, isRightWrong: Bool) -> Violation? {
    let (before, after) = gaps(around: index)
    // Space before the token counts only on its line and without a comment.
    let hasSpaceBefore = !before.isEmpty && isBlank(before)
    guard hasSpaceBefore || isRightWrong else { return nil }
    return Violation(
      at: before.lowerBound, "\(name) should have no space before it and one space after it",
      edits: (hasSpaceBefore ? [.remove(before)] : []) + (isRightWrong ? [TextEdit(after, " ")] : []))
  }
}

struct CommentSpacingRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "comment_spacing", summary: "Write a space after the slashes of a comment.", kind: .lint, isOptIn: true,
    swiftLint: .on, isCorrectable: true,
    triggering: ["//↓Why", "//↓-Why", "let a = 1 //↓one", "///↓Documentation", "//:↓Why"],
    nonTriggering: [
      "// Why", "/// Documentation", "//", "////////", "//\n// a", "/*why*/", "//\tWhy", "let a = \"//b\"", "// -a",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    file.comments.compactMap { comment in
      guard comment.kind == .line || comment.kind == .documentationLine else { return nil }
      let bytes = file.text.bytes
      var offset = comment.range.lowerBound
      while offset < comment.range.upperBound, bytes[offset] == UInt8(ascii: "/") { offset += 1 }
      // Comments of playgrounds begin with `//:`, and can go on with `#`.
      if offset < comment.range.upperBound, bytes[offset] == UInt8(ascii: ":") {
        offset += 1
        guard file.byte(at: offset) != UInt8(ascii: "#") else { return nil }
      }
      guard offset < comment.range.upperBound, isWord(bytes[offset]) else { return nil }
      return Violation(at: offset, "comment should begin with a space", edits: [.insert(" ", at: offset)])
    }
  }

  private func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): false
    default: true
    }
  }
}

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
