// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSyntax
import Testing

@testable import SwiftSource

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
