// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import Foundation
import Rules
import Testing

/// The rules of `Documentation/custom-rules.md`.
struct CustomRulesPageTests {
  @Test func `every rule of the documentation is valid, and its examples pass`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "Documentation/custom-rules.md"), encoding: .utf8)
    let mark = "yaml\n# .reviewbot.yml, lint.custom\n"
    let blocks = page.split(separator: "```").filter { $0.hasPrefix(mark) }.map { $0.dropFirst(mark.count) }
    #expect(blocks.count > 20)
    let reader = ConfigurationReader(catalogue: BuiltInRulesAssembly().catalogue)
    for block in blocks {
      let lines = block.split(separator: "\n").map { "    \($0)\n" }.joined()
      let configuration = try reader.read(text: "version: 1\nlint:\n  custom:\n\(lines)", file: "f")
      for rule in configuration.lint.custom {
        #expect(!rule.examples.good.isEmpty && !rule.examples.bad.isEmpty, "\(rule.id)")
        #expect(CustomRuleTest(rule).failures == [], "\(rule.id)")
      }
    }
  }
}
