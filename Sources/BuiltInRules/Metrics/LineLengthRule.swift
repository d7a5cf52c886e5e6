// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import RuleKit
import SwiftSource

struct LineLengthRule: TextRule {
  struct Options: RuleOptions {
    var limit = 120
    var ignoresUrls = true

    static let descriptions = [
      RuleOption("limit", "How many characters a line may have.", allowed: 20...10_000),
      RuleOption("ignores_urls", "Whether a line may be longer when it holds a URL, which cannot be broken."),
    ]
  }

  static let description = RuleDescription(
    id: "line_length", name: "Line Length",
    summary: "A long line is hard to read beside another version of itself.",
    kind: .metrics,
    triggering: [
      Example("let fruit = \"apple, ↓pear\"", options: ["limit": 20]),
      Example(
        "// https://example.co↓m/a-page",
        options: ["limit": 21, "ignores_urls": false]),
      Example("let word = \"größer ist↓ besser\"\nlet a = 1", options: ["limit": 22]),
    ],
    nonTriggering: [
      Example("let fruit = \"apple\"", options: ["limit": 20]),
      Example("let word = \"größer\"", options: ["limit": 20]),
      Example("// https://example.com/a-page-with-a-long-name", options: ["limit": 20]),
    ])

  let options: Options

  func violations(in text: SourceText) -> [Violation] {
    (1...text.lines.count).compactMap { line in
      let range = text.range(ofLine: line)
      // A character has at least one byte: most lines are short enough without counting.
      guard range.count > options.limit else { return nil }
      let content = text.text(ofLine: line)
      guard let end = content.index(content.startIndex, offsetBy: options.limit, limitedBy: content.endIndex),
        end < content.endIndex
      else { return nil }
      if options.ignoresUrls, content.contains("://") { return nil }
      let start = range.lowerBound + min(content[..<end].utf8.count, range.count)
      return Violation(
        start..<max(start, range.upperBound), "this line has \(content.count) characters, more than \(options.limit)")
    }
  }
}
