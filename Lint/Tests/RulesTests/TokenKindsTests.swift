// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import Testing

@testable import Rules

/// The kinds of tokens that `match_kinds` selects, as SourceKit of Swift 6.3 gives them.
struct TokenKindsTests {
  private func kinds(_ text: String) throws -> [String] {
    let file = try ParsedFile(SourceText(path: "a.swift", text: text))
    return TokenKinds(file).entries.map { entry in
      "\(file.text.text(in: entry.range).replacing("\n", with: "¶")) \(entry.kind)"
    }
  }

  @Test(
    arguments: [
      (
        "static let a: Foo.Bar = .b(c: 1), d = -2.5",
        [
          "static keyword", "let keyword", "a identifier", "Foo typeidentifier", "Bar typeidentifier", "b identifier",
          "c identifier", "1 number", "d identifier", "-2.5 number",
        ]
      ),
      (
        "func f(_ x: inout Self, y: any P.Type) async throws(E) -> some Q {}",
        [
          "func keyword", "f identifier", "_ keyword", "x identifier", "inout keyword", "Self typeidentifier",
          "y identifier", "any keyword", "P typeidentifier", "Type identifier", "async keyword", "throws keyword",
          "E typeidentifier", "some keyword", "Q typeidentifier",
        ]
      ),
      (
        "a.init(b.self, .default)",
        ["a identifier", "init identifier", "b identifier", "self keyword", "default identifier"]
      ),
      ("self.init()", ["self keyword", "init identifier"]),
      (
        "let a: () throws(E) -> B",
        ["let keyword", "a identifier", "throws keyword", "E identifier", "B typeidentifier"]
      ),
      ("[Int]() + Box<Int>()", ["Int identifier", "Box identifier", "Int typeidentifier"]),
      ("let k = \\A.b", ["let keyword", "k identifier", "A identifier", "b identifier"]),
      ("f(<#x#>)", ["f identifier", "<#x#> placeholder"]),
      ("{ [weak self] in $0 }", ["weak attribute.builtin", "self keyword", "in keyword", "$0 identifier"]),
      ("a == b -> c", ["a identifier", "b identifier", "c identifier"]),
    ] as [(String, [String])])
  func `names, types and keywords are distinguished`(text: String, expected: [String]) throws {
    #expect(try kinds(text) == expected)
  }

  @Test(
    arguments: [
      (
        "public private(set) lazy var a = 1",
        [
          "public attribute.builtin", "private(set) attribute.builtin", "lazy attribute.builtin", "var keyword",
          "a identifier", "1 number",
        ]
      ),
      (
        "@objc(a:) @_spi(B) @State(c) func d() {}",
        [
          "@objc(a:) attribute.builtin", "@_spi(B) attribute.builtin", "State typeidentifier", "c identifier",
          "func keyword", "d identifier",
        ]
      ),
      (
        "@available(iOS 13, *) func a() {}",
        ["@available attribute.builtin", "iOS identifier", "13 number", "func keyword", "a identifier"]
      ),
      (
        "let a: @escaping @convention(c) () -> B",
        [
          "let keyword", "a identifier", "@escaping attribute.builtin", "@convention attribute.builtin", "c identifier",
          "B typeidentifier",
        ]
      ),
      ("{ @Sendable @MainActor in 1 }", ["@Sendable attribute.id", "MainActor identifier", "in keyword", "1 number"]),
      (
        "switch a { @unknown default: break }",
        ["switch keyword", "a identifier", "@unknown attribute.id", "default keyword", "break keyword"]
      ),
      ("prefix operator +++", ["prefix attribute.builtin", "operator keyword"]),
    ] as [(String, [String])])
  func `modifiers and attributes of the language are attributes`(text: String, expected: [String]) throws {
    #expect(try kinds(text) == expected)
  }

  @Test(
    arguments: [
      (
        "#if os(iOS)\n#error(\"a\")\n#endif",
        [
          "#if buildconfig.keyword", "os identifier", "iOS identifier", "#error pounddirective.keyword", "\"a\" string",
          "#endif buildconfig.keyword",
        ]
      ),
      ("if #available(iOS 13, *) {}", ["if keyword", "#available keyword", "iOS identifier", "13 number"]),
      ("#selector(a) + #line", ["#selector keyword", "a identifier", "#line keyword"]),
      ("#expect(a)", ["expect identifier", "a identifier"]),
      (
        "let a = #imageLiteral(resourceName: \"b\")",
        ["let keyword", "a identifier", "#imageLiteral(resourceName: \"b\") objectliteral"]
      ),
    ] as [(String, [String])])
  func `directives and macros of the language have kinds of their own`(text: String, expected: [String]) throws {
    #expect(try kinds(text) == expected)
  }

  @Test(
    arguments: [
      (
        "\"a\\(b)c\\(d)\" + #\"e\\#(f)\"#",
        [
          "\"a string", "( string_interpolation_anchor", "b identifier", ") string_interpolation_anchor", "c string",
          "( string_interpolation_anchor", "d identifier", ") string_interpolation_anchor", "\" string", "#\"e string",
          "( string_interpolation_anchor", "f identifier", ") string_interpolation_anchor", "\"# string",
        ]
      ),
      ("\"\"\"\n  a\n\n  b\n  \"\"\"", ["\"\"\"¶  a¶¶  b¶  \"\"\" string"]),
      ("/re/", []),
    ] as [(String, [String])])
  func `a string is one token between its interpolations`(text: String, expected: [String]) throws {
    #expect(try kinds(text) == expected)
  }

  @Test(
    arguments: [
      ("// MARK: - a\nb", ["// MARK: - a¶ comment", "b identifier"]),
      ("/// a\n/* b */", ["/// a¶ doccomment", "/* b */ comment"]),
      ("// a http://b.c/d?e=1 f", ["// a  comment", "http://b.c/d?e=1 comment.url", " f comment"]),
      (
        "// mailto:a@b.c radar:12 foo://a http:// ftp://x",
        [
          "//  comment", "mailto:a@b.c comment.url", "  comment", "radar:12 comment.url", " foo://a http://  comment",
          "ftp://x comment.url",
        ]
      ),
      ("/// - Returns: a http://b", ["/// -  doccomment", "Returns doccomment.field", ": a http://b doccomment"]),
      ("/// - parameter a: b", ["/// -  doccomment", "parameter doccomment.field", " a: b doccomment"]),
      (
        "/// * Note: a\n/// -  Note: b\n/// - Foo: c\n/// - Returns d",
        [
          "/// * Note: a¶ doccomment", "/// -  Note: b¶ doccomment", "/// - Foo: c¶ doccomment",
          "/// - Returns d doccomment",
        ]
      ),
      (
        "/** http://a\n - Note: b\n   - Throws: c\n */",
        [
          "/**  doccomment", "http://a comment.url", "¶ -  doccomment", "Note doccomment.field", ": b¶   -  doccomment",
          "Throws doccomment.field", ": c¶ */ doccomment",
        ]
      ),
      ("// - Note: a", ["// - Note: a comment"]),
      ("///   - Parameters:", ["///   - Parameters: doccomment"]),
      ("///   - Note: a", ["///   -  doccomment", "Note doccomment.field", ": a doccomment"]),
    ] as [(String, [String])])
  func `comments have addresses and fields`(text: String, expected: [String]) throws {
    #expect(try kinds(text) == expected)
  }
}
