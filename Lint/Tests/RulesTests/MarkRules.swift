// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Rules
import SwiftSource
import SwiftSyntax

/// Finds every `BAD`, in any text.
struct BadWordRule: TextRule {
  struct Options: RuleOptions {
    @RuleOption("What is bad.") var word = "BAD"
  }

  static let description = RuleDescription(
    id: "bad_word", name: "Bad Word", summary: "It is bad.", kind: .lint, subject: .textFiles, triggering: [],
    nonTriggering: [])

  let options: Options

  func violations(in text: SourceText) -> [Violation] {
    let word = Array(options.word.utf8)
    return text.bytes.indices.filter { text.bytes[$0...].starts(with: word) }.map { index in
      Violation(index..<(index + word.count), "this is bad")
    }
  }
}

/// Finds every function, with all its lines.
struct NoFunctionRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "no_function", name: "No Function", summary: "There is one.", kind: .lint, isOptIn: true, triggering: [],
    nonTriggering: [])

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(FunctionDeclSyntax.self).map { Violation($0, in: file, "this is a function") }
  }
}

/// Computes for a minute, so that a test of its end fails instead of going on.
struct EndlessRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "endless", name: "Endless", summary: "It does not end.", kind: .lint, triggering: [], nonTriggering: [])

  func violations(in file: ParsedFile) -> [Violation] {
    let end = ContinuousClock.now.advanced(by: .seconds(60))
    while ContinuousClock.now < end {}
    return []
  }
}

/// Corrects every function by removing its name.
struct BreakCodeRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "break_code", summary: "There is one.", kind: .lint, isCorrectable: true, triggering: [], nonTriggering: [])

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(FunctionDeclSyntax.self).map { node in
      let range = file.range(of: node.name)
      return Violation(range, "this is a function", edits: [.remove(range)])
    }
  }
}
