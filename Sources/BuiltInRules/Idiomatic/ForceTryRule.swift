// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import RuleKit
import SwiftSource
import SwiftSyntax

struct ForceTryRule: SyntaxRule {
  static let description = RuleDescription(
    id: "force_try", name: "Force Try",
    summary: "A force try ends the program when an error is thrown.",
    kind: .idiomatic,
    triggering: [
      Example("let data = ↓try! Data(contentsOf: file)"),
      Example("func run() { ↓try! start(); ↓try! stop() }"),
    ],
    nonTriggering: [
      Example("let data = try Data(contentsOf: file)"),
      Example("let data = try? Data(contentsOf: file)"),
      Example("do { try start() } catch { report(error) }"),
    ])

  init(options: NoOptions) {}

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(TryExprSyntax.self).compactMap { node in
      guard let mark = node.questionOrExclamationMark, mark.tokenKind == .exclamationMark else { return nil }
      let range = file.range(of: node.tryKeyword).lowerBound..<file.range(of: mark).upperBound
      return Violation(range, "the program ends here when an error is thrown; handle it or pass it on")
    }
  }
}
