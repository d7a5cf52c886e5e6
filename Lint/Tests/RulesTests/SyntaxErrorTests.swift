// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Rules
import SwiftSource
import Testing

/// Files that do not parse, including some that crashed the program before.
struct SyntaxErrorTests {
  @Test(arguments: [
    // A no-break space is a warning of the compiler.
    ("let a \u{a0}= b", false), ("let a = \u{a0}b", false), ("func f() {\n  let a ?= b\n}", true),
    ("let a ?= \u{a0}b", true), ("// ?\nlet a ?= b // ??", true),
  ])
  func `an invalid byte is a syntax error, and a no-break space is not`(text: String, isError: Bool) throws {
    // The question mark stands for a byte that is not UTF-8.
    let bytes = text.utf8.map { $0 == UInt8(ascii: "?") ? 0xba : $0 }
    let linter = try RuleLinter(rules: BuiltInRules.all, settings: RuleSettings(rules: [:]), width: 1)
    let found = linter.findings(in: SourceText(path: "a.swift", bytes: bytes)).findings
    let errors = found.filter { $0.rule == "parse_error" }
    #expect(errors.count == (isError ? 1 : 0))
    #expect(errors.allSatisfy { $0.message.hasPrefix("cannot parse: ") })
  }
}
