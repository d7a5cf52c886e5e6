// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax
import Testing

struct SourceFileTests {
  @Test func `nodes are found by kind in the order of the file`() throws {
    let file = try SourceFile(path: "f.swift", text: "func a() { func b() {} }\nlet c = 1\nfunc d() {}").parse()
    #expect(file.nodes(FunctionDeclSyntax.self).map(\.name.text) == ["a", "b", "d"])
    #expect(file.nodes(ClassDeclSyntax.self).isEmpty)
    #expect(file.tokens.last?.tokenKind == .endOfFile)
  }

  @Test func `a file without a directive in its comments is not parsed for directives`() {
    let file = SourceFile(path: "f.swift", text: "let a = 1 // nothing for us\n")
    #expect(file.directives.isEmpty)
    #expect(!file.isParsed)
  }

  @Test func `a file that is not Swift is not parsed`() {
    #expect(throws: ParseRefusal.notSwift) { try SourceFile(path: "f.md", text: "let a = 1").parse() }
  }

  @Test func `a file over the size limit is not parsed`() {
    let text = String(repeating: " ", count: ParsedFile.maximumBytes + 1)
    #expect(throws: ParseRefusal.tooLarge(limit: ParsedFile.maximumBytes)) {
      try SourceFile(path: "f.swift", text: text).parse()
    }
  }

  @Test(arguments: [
    "let text = \"\u{0}\"", "let \u{fe}\u{fe}", "#if", "\"\"\"", "/* /* */", "let a = \"\\(\"\\(\"", "`", "@", "\r\r\r",
  ])
  func `invalid Swift is parsed without an error`(text: String) throws {
    let file = try SourceFile(path: "f.swift", text: text).parse()
    #expect(file.tree.description == text)
  }

  @Test(arguments: [
    "(", "[", "{", "a.", "-", "if a {} else ", "X<", "#", "\"\\(", "try ", "try await ", "if a {", "#if a\n", "repeat ",
    "/*", "a ? b : ", "func f() {",
  ])
  func `many repetitions of a token do not crash the parser`(piece: String) async {
    // In a separate process, because a thread whose parsing exceeded the limit continues.
    await #expect(processExitsWith: .success) { [piece = piece as String] in
      let text = SourceText(path: "f.swift", text: String(repeating: piece, count: 200_000 / piece.utf8.count))
      // The test requires only that the process does not crash, not that there is a tree.
      let tokens = try? ParsedFile(text, within: .seconds(3)).tokens.map { $0.positionAfterSkippingLeadingTrivia }
      #expect(tokens?.isEmpty != true)
    }
  }

  @Test func `parsing is stopped when a file takes too long`() async {
    await #expect(processExitsWith: .success) {
      // Each bracket makes the parser look ahead twice.
      let text = SourceText(path: "f.swift", text: String(repeating: "[", count: 100))
      #expect(throws: ParseRefusal.tooSlow(limit: .milliseconds(200))) {
        try ParsedFile(text, within: .milliseconds(200))
      }
    }
  }

  @Test func `a chain of members that is too deep is refused`() {
    let text = SourceText(path: "f.swift", text: String(repeating: "a.", count: 5000))
    #expect(throws: ParseRefusal.tooDeep) { try ParsedFile(text) }
  }

  @Test func `comments that are not UTF-8 have the correct range`() throws {
    let text = "// a?b\r\n/* c?d */ let e = 1 // f?"
    let bytes = text.utf8.map { $0 == UInt8(ascii: "?") ? 0x8b : $0 }
    let file = try SourceFile(SourceText(path: "a.swift", bytes: bytes)).parse()
    #expect(file.comments.map(\.range.lowerBound) == [0, 8, 28])
    #expect(file.comments.map(\.range.upperBound).first == 6)
    #expect(file.comments.allSatisfy { $0.range.upperBound <= bytes.count })
    let plain = try SourceFile(path: "a.swift", text: text).parse()
    #expect(plain.comments.map(\.range) == [0..<6, 8..<17, 28..<33])
  }
}
