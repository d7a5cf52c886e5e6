// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import RuleKit
import SwiftSource

struct FileLengthRule: TextRule {
  struct Options: RuleOptions {
    var limit = 400

    static let descriptions = [RuleOption("limit", "How many lines a file may have.")]
  }

  static let description = RuleDescription(
    id: "file_length", name: "File Length",
    summary: "A long file is about more than one thing.",
    kind: .metrics,
    triggering: [
      Example("let a = 1\nlet b = 2\n↓let c = 3\n", options: ["limit": 2]),
      Example("a()\n↓\n\nb()", options: ["limit": 1]),
    ],
    nonTriggering: [
      Example("let a = 1\nlet b = 2\n", options: ["limit": 2]),
      Example(""),
    ])

  let options: Options

  func violations(in text: SourceText) -> [Violation] {
    guard text.lines.count > options.limit else { return [] }
    // From the first line too many to the end: a change that adds a line to such a file gets the finding.
    let start = text.range(ofLine: options.limit + 1).lowerBound
    return [
      Violation(
        start..<text.bytes.count, "this file has \(text.lines.count) lines, more than \(options.limit)")
    ]
  }
}
