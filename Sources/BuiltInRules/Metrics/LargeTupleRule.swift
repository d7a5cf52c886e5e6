// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import RuleKit
import SwiftSource
import SwiftSyntax

struct LargeTupleRule: SyntaxRule {
  struct Options: RuleOptions {
    var limit = 3

    static let descriptions = [RuleOption("limit", "How many members a tuple may have.", allowed: 2...100)]
  }

  static let description = RuleDescription(
    id: "large_tuple", name: "Large Tuple",
    summary: "A tuple with many members is a type that was not given a name.",
    kind: .metrics,
    triggering: [
      Example("var box: ↓(Int, Int, Int, Int)"),
      Example("func corner() -> ↓(x: Int, y: Int, z: Int) { (0, 0, 0) }", options: ["limit": 2]),
    ],
    nonTriggering: [
      Example("var point: (Int, Int, Int)"),
      Example("var run: (Int, Int, Int, Int) -> Void"),
      Example("let values = (1, 2, 3, 4)"),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(TupleTypeSyntax.self).compactMap { node in
      let count = node.elements.count
      guard count > options.limit else { return nil }
      return Violation(node, in: file, "this tuple has \(count) members, more than \(options.limit); make it a struct")
    }
  }
}
