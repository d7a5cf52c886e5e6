// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import Findings

struct GlobTests {
  @Test(arguments: [
    ("Sources", "Sources/A/a.swift", true),
    ("Sources/", "Sources/A/a.swift", true),
    ("Sources", "Sources2/a.swift", false),
    ("Sources", "Sources", true),
    ("*.swift", "a.swift", true),
    ("*.swift", "A/a.swift", false),
    ("**/*.swift", "a.swift", true),
    ("**/*.swift", "A/B/a.swift", true),
    ("**/b.swift", "ab.swift", false),
    ("**/b.swift", "a/b.swift", true),
    ("Sources/**", "Sources/A/a.swift", true),
    ("Sources/**/a.swift", "Sources/a.swift", true),
    ("Sources/**/a.swift", "Sources/x/y/a.swift", true),
    ("Sources/**/a.swift", "Sources/x/ya.swift", false),
    ("a**b", "a/x/b", true),
    ("?.swift", "a.swift", true),
    ("?.swift", "/.swift", false),
    ("[a-c].swift", "b.swift", true),
    ("[!a-c].swift", "b.swift", false),
    ("[!a-c].swift", "d.swift", true),
    ("*.{c,h}", "a.h", true),
    ("*.{c,h}", "a.m", false),
    ("{A,B}/**/*.{c,h}", "B/x/a.c", true),
    ("ä/*.swift", "ä/ö.swift", true),
    ("ab*ba", "aba", false),
    ("ab*ba", "abba", true),
    ("ab*ba", "ab/ba", false),
    ("a?a", "aa", false),
    ("**/a/b", "a/b", true),
    ("a", "", false),
  ])
  func `patterns match paths from the root`(pattern: String, path: String, matches: Bool) throws {
    #expect(try #require(Glob(pattern)).matches(path) == matches)
  }

  @Test(arguments: ["", "/absolute", "a/../b", "[abc", "{a,b", "a}", "{a,{b,c}}", String(repeating: "{a,b}", count: 9)])
  func `an invalid pattern is rejected`(pattern: String) {
    #expect(Glob(pattern) == nil)
  }

  @Test func `a hostile pattern is matched in a bounded number of steps`() throws {
    let glob = try #require(Glob(String(repeating: "*a", count: 100) + "[c]"))
    #expect(!glob.matches(String(repeating: "a", count: 5000) + "b"))
  }
}
