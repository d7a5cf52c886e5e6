// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct OpeningBraceRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption(
      "Whether the brace may be on the line after the header of a type or extension that spans several lines.")
    var ignoreMultilineTypeHeaders = false
    @RuleOption("Whether the brace may be on the line after an `if`, `while` or `for` that spans several lines.")
    var ignoreMultilineStatementConditions = false
    @RuleOption(
      "Whether the brace may be on the line after the signature of a function or initializer that spans several "
        + "lines.")
    var ignoreMultilineFunctionSignatures = false
    @RuleOption("The earlier name of `ignore_multiline_function_signatures`.") var allowMultilineFunc = false
  }

  static let description = RuleDescription(
    id: "opening_brace", summary: "Write an opening brace on the line of its declaration, after one space.",
    kind: .style,
    isOptIn: true, swiftLint: .on, isCorrectable: true,
    triggering: [
      "func run()↓{\n}", "struct A\n↓{\n}", "if a  ↓{\n}", "run↓{ a }", "var a: Int↓{ 1 }", "func a(\n)\n↓{}",
      Example("func a(\n)  ↓{}", options: ["ignore_multiline_function_signatures": true]),
      Example(
        "if a,\n  b\n{\n} else\n↓{\n}\nguard a,\n  b else\n↓{}",
        options: ["ignore_multiline_statement_conditions": true]),
    ],
    nonTriggering: [
      "func run() {\n}", "struct A /* why */ {\n}", "run { a }", "let a = [1].map({ $0 })", "run(a: 1, {})",
      Example("func a(\n)\n{}", options: ["ignore_multiline_function_signatures": true]),
      Example("if a,\n  b\n{}", options: ["ignore_multiline_statement_conditions": true]),
      Example("init(\n)\n{}", options: ["allow_multiline_func": true]),
      Example("extension A:\n  B\n{}", options: ["ignore_multiline_type_headers": true]),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    OpeningBraces.all(in: file).compactMap { brace in
      guard !isExempt(brace, in: file), let previous = brace.previousToken(viewMode: .sourceAccurate) else {
        return nil
      }
      let gap = previous.end..<brace.start
      guard gap.lowerBound <= gap.upperBound else { return nil }
      let isBroken = file.hasNewline(gap)
      if !isBroken {
        if gap.count == 1, file.byte(at: gap.lowerBound) == 0x20 { return nil }
        if file.hasComment(gap) {
          // Only the space after the comment counts.
          let last = file.byte(at: gap.upperBound - 1)
          let before = file.byte(at: gap.upperBound - 2)
          if last == UInt8(ascii: "/") || (last == 0x20 && before != 0x20) { return nil }
        }
      }
      let isCertain = !file.hasComment(gap) && !file.text.bytes[gap].contains(UInt8(ascii: "#"))
      return Violation(
        brace, in: file, "opening brace should follow one space on the same line",
        edits: isCertain ? [TextEdit(gap, " ")] : [])
    }
  }

  private func isExempt(_ brace: TokenSyntax, in file: ParsedFile) -> Bool {
    guard let owner = brace.parent?.parent else { return false }
    func isBroken(from first: TokenSyntax?) -> Bool {
      guard let first, let last = brace.previousToken(viewMode: .sourceAccurate) else { return false }
      return file.line(first) != file.endLine(last) && file.endLine(last) != file.line(brace)
    }
    switch owner.kind {
    case .functionDecl, .initializerDecl:
      guard options.ignoreMultilineFunctionSignatures || options.allowMultilineFunc else { return false }
      return isBroken(
        from: owner.as(FunctionDeclSyntax.self)?.funcKeyword ?? owner.as(InitializerDeclSyntax.self)?.initKeyword)
    case .ifExpr, .whileStmt, .forStmt:
      // The brace of an `else` follows no condition.
      return options.ignoreMultilineStatementConditions && owner.as(IfExprSyntax.self)?.elseBody?.id != brace.parent?.id
        && isBroken(from: owner.firstToken(viewMode: .sourceAccurate))
    default:
      return options.ignoreMultilineTypeHeaders && isBroken(from: TypeDeclaration(owner)?.keyword)
    }
  }
}

struct ContrastedOpeningBraceRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "contrasted_opening_brace", summary: "Write an opening brace on a line of its own.", kind: .style,
    swiftLint: .optIn, isCorrectable: true,
    triggering: ["func run() ↓{\n}", "run ↓{ a }", "if a\n    ↓{\n}"],
    nonTriggering: ["func run()\n{\n}", "let a = [1].map({ $0 })", "struct A\n{\n}"])

  func violations(in file: ParsedFile) -> [Violation] {
    OpeningBraces.all(in: file).compactMap { brace in
      guard let previous = brace.previousToken(viewMode: .sourceAccurate) else { return nil }
      let gap = previous.end..<brace.start
      guard gap.lowerBound <= gap.upperBound else { return nil }
      let owner = OpeningBraces.owner(of: brace)
      let indent = owner.map { file.indent(ofLine: file.line($0)) } ?? 0
      if file.line(brace) > file.line(at: previous.end), !file.hasComment(gap) {
        let wanted = owner.map { file.column($0) } ?? 1
        if file.line(brace) == file.line(at: previous.end) + 1, [wanted, indent + 1].contains(file.column(brace)) {
          return nil
        }
      } else if file.hasComment(gap), file.hasNewline(gap) {
        return nil
      }
      // A literal can be on one line only.
      let isCertain = !file.hasComment(gap) && !brace.isInside([.stringLiteralExpr])
      let edits = isCertain ? [TextEdit(gap, "\n" + String(repeating: " ", count: indent))] : []
      return Violation(brace, in: file, "opening brace should be on a line of its own", edits: edits)
    }
  }
}

/// The opening braces of the bodies of declarations, statements and trailing closures.
enum OpeningBraces {
  static func all(in file: ParsedFile) -> [TokenSyntax] {
    var braces = file.nodes(CodeBlockSyntax.self).filter { $0.parent?.kind != .deinitializerDecl }.map(\.leftBrace)
    braces += file.nodes(MemberBlockSyntax.self).map(\.leftBrace)
    braces += file.nodes(AccessorBlockSyntax.self).filter { $0.parent?.kind != .subscriptDecl }.map(\.leftBrace)
    braces += file.nodes(SwitchExprSyntax.self).map(\.leftBrace)
    braces += file.nodes(PrecedenceGroupDeclSyntax.self).map(\.leftBrace)
    braces += file.nodes(ClosureExprSyntax.self).filter { node in
      guard let call = node.parent?.as(FunctionCallExprSyntax.self) else {
        return node.parent?.kind == .multipleTrailingClosureElement
      }
      return call.calledExpression.id != node.id
    }.map(\.leftBrace)
    return braces.filter { $0.presence == .present }
  }

  /// The declaration, statement or call that the brace belongs to.
  static func owner(of brace: TokenSyntax) -> Syntax? {
    guard let block = brace.parent else { return nil }
    return block.kind == .switchExpr || block.kind == .precedenceGroupDecl ? block : block.parent
  }
}
