// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct ColonRule: SyntaxRule {
  struct Options: RuleOptions {
    var flexibleRightSpacing = false
    var applyToDictionaries = true

    static let descriptions = [
      RuleOption("flexible_right_spacing", "Whether several spaces may follow a colon."),
      RuleOption("apply_to_dictionaries", "Whether colons in dictionary literals are checked."),
    ]
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
    var result: [Violation] = []
    let (tokens, ranges) = (file.tokens, file.tokenRanges)
    for index in tokens.indices.dropLast() {
      let start = ranges[index].lowerBound
      guard file.byte(at: start) == UInt8(ascii: ":") else { continue }
      let token = tokens[index]
      guard token.tokenKind == .colon, index > 0, isChecked(token) else { continue }
      let before = ranges[index - 1].upperBound..<start
      let after = ranges[index].upperBound..<ranges[index + 1].lowerBound
      // Space before the colon counts only on its line and without a comment.
      let hasSpaceBefore = !before.isEmpty && !file.hasComment(before) && file.isBlank(before)
      let isRightWrong = isWrong(after, in: file)
      guard hasSpaceBefore || isRightWrong else { continue }
      var edits: [TextEdit] = []
      if hasSpaceBefore { edits.append(.remove(before)) }
      if isRightWrong { edits.append(TextEdit(after, " ")) }
      result.append(
        Violation(
          at: tokens[index - 1].end, "colon should have no space before it and one space after it", edits: edits))
    }
    return result
  }

  private func isWrong(_ gap: Range<Int>, in file: ParsedFile) -> Bool {
    if gap.count == 1, file.text.bytes[gap.lowerBound] == 0x20 { return false }
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

struct CommaRule: PlainRule {
  static let description = RuleDescription(
    id: "comma", summary: "Write no space before a comma and one space after it.", kind: .style,
    swiftLint: .on, isCorrectable: true,
    triggering: ["f(a↓ ,b)", "let a = [1↓,2]", "f(a↓,  b)", "let (a↓ , b) = c"],
    nonTriggering: [
      "f(a, b)", "let a = [\n  1,\n  2,\n]", "f(a, /* b */ c)", "let text = \"a,b\"", "f(a,\n  b)",
      "f(a,  // why\n  b)",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    var result: [Violation] = []
    let (tokens, ranges) = (file.tokens, file.tokenRanges)
    for index in tokens.indices.dropLast() where index > 0 {
      let start = ranges[index].lowerBound
      guard file.byte(at: start) == UInt8(ascii: ",") else { continue }
      let token = tokens[index]
      guard token.tokenKind == .comma else { continue }
      let before = ranges[index - 1].upperBound..<start
      let after = ranges[index].upperBound..<ranges[index + 1].lowerBound
      let hasSpaceBefore = !before.isEmpty && file.isBlank(before)
      let isOneSpace = after.count == 1 && file.text.bytes[after.lowerBound] == 0x20
      let isEmptyOrLonger = after.isEmpty || (after.count > 1 && file.isBlank(after))
      let next = tokens[index + 1].tokenKind
      let isRightWrong = !isOneSpace && isEmptyOrLonger && ![.rightSquare, .rightParen, .endOfFile].contains(next)
      guard hasSpaceBefore || isRightWrong else { continue }
      var edits: [TextEdit] = []
      if hasSpaceBefore { edits.append(.remove(before)) }
      if isRightWrong { edits.append(TextEdit(after, " ")) }
      result.append(
        Violation(
          at: tokens[index - 1].end, "comma should have no space before it and one space after it", edits: edits))
    }
    return result
  }
}

struct ReturnArrowWhitespaceRule: PlainRule {
  static let description = RuleDescription(
    id: "return_arrow_whitespace", summary: "Write one space on both sides of the arrow in front of a return type.",
    kind: .style, swiftLint: .on, isCorrectable: true,
    triggering: ["func f()↓->Int {}", "func f() ↓->Int {}", "let f: (Int) ↓->Int = g", "func f() ↓->  Int {}"],
    nonTriggering: ["func f() -> Int {}", "func f()\n  -> Int {}", "func f() ->\n  Int {}"])

  func violations(in file: ParsedFile) -> [Violation] {
    var result: [Violation] = []
    let tokens = file.tokens
    for index in tokens.indices.dropLast() where index > 0 {
      guard file.byte(at: file.tokenRanges[index].lowerBound) == UInt8(ascii: "-") else { continue }
      let token = tokens[index]
      guard token.tokenKind == .arrow else { continue }
      let gaps = [tokens[index - 1].end..<token.start, token.end..<tokens[index + 1].start]
      let wrong = gaps.filter { gap in
        gap.isEmpty || (file.isBlank(gap) && !(gap.count == 1 && file.text.bytes[gap.lowerBound] == 0x20))
      }
      guard let first = wrong.first else { continue }
      let place = first.lowerBound < token.start ? first.lowerBound : token.start
      result.append(
        Violation(at: place, "return arrow should have one space on both sides", edits: wrong.map { TextEdit($0, " ") })
      )
    }
    return result
  }
}

struct CommentSpacingRule: PlainRule {
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
      // Comments of playgrounds begin with `//:` or `//#`.
      if offset < comment.range.upperBound, bytes[offset] == UInt8(ascii: ":") || bytes[offset] == UInt8(ascii: "#") {
        offset += 1
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
