// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SeededTesting
import SwiftSyntax
import Testing

@testable import SwiftSource

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

  @Test(
    arguments: Thorough.slice(
      [
        "(", "[", "{", "a.", "-", "if a {} else ", "X<", "#", "\"\\(", "try ", "try await ", "if a {", "#if a\n",
        "repeat ",
        "/*", "a ? b : ", "func f() {",
      ], 2))
  func `many repetitions of a token do not crash the parser`(piece: String) async {
    // In a separate process, because a thread whose parsing exceeded the limit continues.
    await #expect(processExitsWith: .success) { [piece = piece as String] in
      let text = SourceText(path: "f.swift", text: String(repeating: piece, count: 200_000 / piece.utf8.count))
      // The test requires only that the process does not crash, not that there is a tree.
      let tokens = try? ParsedFile(text, within: .seconds(3)).tokens.map { $0.positionAfterSkippingLeadingTrivia }
      #expect(tokens?.isEmpty != true)
    }
  }

  @Test(
    arguments: Thorough.slice(
      [
        "(", "[", "{", "a.", "-", "if a {} else ", "X<", "\"\\(", "try ", "if a {", "#if a\n", "repeat ", "a ? b : ",
        "func f() {", "-> A ", "let ", "inout ", "@a(", "some ", "case .a(", "!", "a!", "A?", "\\.a", "in { ",
      ], 2))
  func `code that is nested just below the limits does not crash the parser, nor those who walk the tree`(
    piece: String
  ) async {
    await #expect(processExitsWith: .success) { [piece = piece as String] in
      let text = SourceText(path: "f.swift", text: "let a = " + String(repeating: piece, count: 19_000))
      let count = DeepStack.run { stack in
        let file = try? SourceFile(text, parseLimit: .seconds(2), on: stack).parse()
        return file.map { $0.tree.description.utf8.count + $0.tokens.count + $0.operations.count }
      }
      #expect(count != .some(0))
    }
  }

  @Test func `a deep tree is walked on a deep stack only`() async throws {
    let text = SourceText(path: "f.swift", text: "let a = b" + String(repeating: ".c()", count: 3000))
    #expect(throws: ParseRefusal.tooDeep) { try SourceFile(text).parse() }
    let isWhole = DeepStack.run { stack in
      (try? SourceFile(text, on: stack).parse())?.callsByName["c"]?.count
    }
    #expect(isWhole == 3000)
  }

  @Test func `the limit includes the use of a tree that is deep or has errors, but not of another one`() async {
    // In a separate process, because a thread whose time is over continues.
    await #expect(processExitsWith: .success) {
      func use(_ text: String, for duration: Duration) -> Bool? {
        DeepStack.run { stack in
          let text = SourceText(path: "f.swift", text: text)
          guard (try? SourceFile(text, parseLimit: .seconds(1), on: stack).parse()) != nil else { return false }
          let end = ContinuousClock.now.advanced(by: duration)
          while ContinuousClock.now < end {}
          return true
        }
      }
      let deep = "let a = b" + String(repeating: ".c()", count: 1000)
      #expect(use(deep, for: .seconds(60)) == nil)
      #expect(use("let a = ", for: .seconds(60)) == nil)
      #expect(use("let a = 1", for: .seconds(2)) == true)
    }
  }

  @Test func `a thread takes another text, unless it may have used much of its stack`() async {
    // In a separate process, where no other test uses such threads.
    await #expect(processExitsWith: .success) {
      func isKnown(_ text: String) -> Bool? {
        DeepStack.run { stack in
          _ = try? SourceFile(SourceText(path: "f.swift", text: text), on: stack).parse()
          defer { Thread.current.threadDictionary["known"] = true }
          return Thread.current.threadDictionary["known"] != nil
        }
      }
      let deep = "let a = b" + String(repeating: ".c()", count: 1000)
      #expect(isKnown("let a = 1") == false)
      #expect(isKnown("let a = 2") == true)
      #expect(isKnown(deep) == true)
      #expect(isKnown("let a = 3") == false)
    }
  }

  @Test func `brackets that the parser does not descend into make the file too deep`() {
    let code = String(repeating: "(", count: 600) + "1" + String(repeating: ")", count: 600)
    let text = SourceText(path: "f.swift", text: "let a = \(code)\nfunc f() {}\n")
    #expect(throws: ParseRefusal.tooDeep) { try SourceFile(text).parse() }
  }

  @Test(
    .thorough,
    arguments: [
      String(repeating: "let a = try b()\n", count: 25_000), String(repeating: "return a\n", count: 25_000),
      "let a = \"\(String(repeating: "(", count: 300))\" // \(String(repeating: "[", count: 300))\n",
      String(repeating: "func f() -> A { if a { return b } else { throw c } }\n", count: 9_000),
      String(repeating: "  func f() -> A\n", count: 25_000),
    ])
  func `a long file without nesting is parsed`(text: String) throws {
    _ = try SourceFile(SourceText(path: "f.swift", text: text), parseLimit: .seconds(60)).parse()
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

  @Test func `a file with too many syntax errors is refused`() throws {
    let errors = { SourceText(path: "f.swift", text: String(repeating: "a b\n", count: $0)) }
    let limit = ParsedFile.maximumErrors
    #expect(throws: ParseRefusal.tooManyErrors(limit: limit)) { try ParsedFile(errors(limit + 1)) }
    #expect(try ParsedFile(errors(limit / 10)).tree.hasError)
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

struct ParsedTreesTests {
  private let text = SourceText(path: "a.swift", text: "let a = 1\n")

  @Test func `the same text is parsed once, also with another path`() throws {
    let trees = ParsedTrees()
    let first = try ParsedFile(text, trees: trees)
    let second = try ParsedFile(SourceText(path: "b.swift", text: "let a = 1\n"), trees: trees)
    #expect(first.tree.id == second.tree.id)
    #expect(try ParsedFile(text).tree.id != first.tree.id)
    #expect(second.text.path == "b.swift")
  }

  @Test func `a different text has a different tree`() throws {
    let trees = ParsedTrees()
    let first = try ParsedFile(text, trees: trees)
    let second = try ParsedFile(SourceText(path: "a.swift", text: "let b = 1\n"), trees: trees)
    #expect(first.tree.id != second.tree.id)
    #expect(second.tree.description == "let b = 1\n")
  }

  @Test func `a kept tree is not used without time left, and a refused text stays refused`() throws {
    let trees = ParsedTrees()
    _ = try ParsedFile(text, trees: trees)
    #expect(throws: ParseRefusal.noTimeLeft) { try ParsedFile(text, within: .zero, trees: trees) }
    let deep = SourceText(path: "f.swift", text: String(repeating: "a.", count: 5000))
    for _ in 0..<2 { #expect(throws: ParseRefusal.tooDeep) { try ParsedFile(deep, trees: trees) } }
  }
}
